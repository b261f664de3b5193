/** Work that may be interrupted wherever it yields, which it does every millisecond or so. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** After so many steps of a loop over rows it is time to yield. A power of two, less one. */
export const SLICE_MASK = 0x1fff;

/** Does all of the work now. */
export function finishNow<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
