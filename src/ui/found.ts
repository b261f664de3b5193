import { bytesOfBits, countBits, type Bitset } from '../base/bitset.ts';
import type { MissingMark } from '../query/missing-marks.ts';
import type { Slices } from '../timeline/slices.ts';

/** What a query found, in the forms that the page needs. */
export interface Found {
  readonly rows: Bitset;
  /** One byte a row. */
  readonly mask: Uint8Array<ArrayBuffer>;
  /** Marks where a signal is missing, which have no row, by time. */
  readonly marks: readonly MissingMark[];
  /** Rows and marks. */
  readonly count: number;
}

export function foundOf(rows: Bitset, marks: readonly MissingMark[]): Found {
  return { rows, mask: bytesOfBits(rows), marks, count: countBits(rows) + marks.length };
}

/** Finds the rows, and then the marks; their forms take a slice of their own. */
export function* findSlices(
  evaluation: Generator<void, Bitset>,
  findMarks: () => readonly MissingMark[],
): Slices<Found> {
  const rows = yield* slicesOf(evaluation);
  yield;
  return foundOf(rows, findMarks());
}

function* slicesOf(evaluation: Generator<void, Bitset>): Slices<Bitset> {
  for (;;) {
    const step = evaluation.next();
    if (step.done === true) return step.value;
    yield;
  }
}
