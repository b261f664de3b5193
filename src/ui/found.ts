import { bytesOfBits, countBits, type Bitset } from '../base/bitset.ts';
import type { Slices } from '../timeline/slices.ts';

/** What a query found, in the forms that the page needs. */
export interface Found {
  readonly rows: Bitset;
  /** One byte a row. */
  readonly mask: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export function foundOf(rows: Bitset): Found {
  return { rows, mask: bytesOfBits(rows), count: countBits(rows) };
}

/** Finds the rows; their forms take a slice of their own. */
export function* findSlices(evaluation: Generator<void, Bitset>): Slices<Found> {
  const rows = yield* slicesOf(evaluation);
  yield;
  return foundOf(rows);
}

function* slicesOf(evaluation: Generator<void, Bitset>): Slices<Bitset> {
  for (;;) {
    const step = evaluation.next();
    if (step.done === true) return step.value;
    yield;
  }
}
