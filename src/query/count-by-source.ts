import { forEachBit, type Bitset } from '../base/bitset.ts';
import type { QueryTable } from './query-table.ts';

/** How many of these rows each source has, by its index: what a choice of sources can choose from. O(rows). */
export function countBySource(rows: Bitset, table: QueryTable): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(table.sources.length);
  forEachBit(rows, (row) => {
    counts[table.source[row]]++;
  });
  return counts;
}
