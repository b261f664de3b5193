import { upperBound } from '../base/search.ts';
import { textOf, type TextId, type TextPool } from '../model/text-pool.ts';

const BLOCK_BYTES = 1 << 15;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads the texts of a pool in order faster than one by one: a block of them is decoded at once, and where it is ASCII
 * throughout, its texts are parts of that string.
 */
export function blockReader(pool: TextPool): (id: TextId) => string {
  const { bytes, offsets } = pool;
  let block: string | null = null;
  let first = 0; // the texts of the block: [first, end)
  let end = 0;
  return (id) => {
    if (id < first || id >= end) {
      first = id;
      end = Math.max(id + 1, upperBound(offsets, offsets[id] + BLOCK_BYTES, id, offsets.length) - 1);
      const text = decoder.decode(bytes.subarray(offsets[first], offsets[end]));
      block = text.length === offsets[end] - offsets[first] ? text : null;
    }
    return block === null
      ? textOf(pool, id)
      : block.slice(offsets[id] - offsets[first], offsets[id + 1] - offsets[first]);
  };
}
