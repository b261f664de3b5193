import { makeBitset, type Bitset } from '../base/bitset.ts';

/** A column of numbers, and a byte for each number that is not 0 where a row with it is wanted. */
export interface Lookup {
  readonly column: Uint8Array | Uint16Array | Uint32Array;
  readonly hits: Uint8Array;
}

/** Rows to look at between two chances to stop; a multiple of 32. */
const ROWS_A_SLICE = 1 << 17;

/** The rows that one of the lookups wants. O(rows × lookups that want anything). */
export function* mapRows(length: number, lookups: readonly Lookup[]): Generator<void, Bitset> {
  const set = makeBitset(length);
  for (const { column, hits } of lookups) {
    if (!hits.includes(1)) continue;
    for (let from = 0; from < length; from += ROWS_A_SLICE) {
      addRows(set.words, column, hits, from, Math.min(length, from + ROWS_A_SLICE));
      yield;
    }
  }
  return set;
}

function addRows(
  words: Uint32Array,
  column: Lookup['column'],
  hits: Uint8Array,
  from: number,
  to: number,
): void {
  for (let row = from, at = from >>> 5; row < to; at++) {
    const end = Math.min(to, row + 32);
    let word = 0;
    for (let bit = 0; row < end; row++, bit++) word |= hits[column[row]] << bit;
    words[at] |= word;
  }
}

/** The rows for which `isWanted` says so. */
export function* filterRows(length: number, isWanted: (row: number) => boolean): Generator<void, Bitset> {
  const set = makeBitset(length);
  for (let row = 0; row < length; row++) {
    if (isWanted(row)) set.words[row >>> 5] |= 1 << (row & 31);
    if ((row & (ROWS_A_SLICE - 1)) === 0) yield;
  }
  return set;
}
