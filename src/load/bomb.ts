/** Real files shrink to a fifth or a fiftieth; deflate's best is a thousandth, which only files made for it reach. */
const MAX_RATIO = 400;
/** Small files may shrink as they like. */
const ALWAYS_ALLOWED = 256 << 20;

/** What is unpacked is more than `limit` bytes, and more than a real file of its size would give. */
export class Bomb extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super('unpacks to too much');
    this.limit = limit;
  }
}

/** Adds up the bytes that pass. */
export async function* tallied(
  chunks: AsyncIterable<Uint8Array>,
  packed: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    packed.bytes += chunk.length;
    yield chunk;
  }
}

/** Ends with an error when more comes out than a real file would give. */
export async function* defused(
  inflated: AsyncIterable<Uint8Array>,
  packed: { readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of inflated) {
    total += chunk.length;
    const limit = Math.max(ALWAYS_ALLOWED, packed.bytes * MAX_RATIO);
    if (total > limit) throw new Bomb(limit);
    yield chunk;
  }
}
