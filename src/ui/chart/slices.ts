import type { Slices } from '../../timeline/slices.ts';
import { setBusy } from '../parts/frame.ts';

/** The first slice may take longer, so that small work is done before anything is drawn. */
const FIRST_SLICE_MS = 14;
const SLICE_MS = 8;
const IDLE_PAUSE_MS = 30;

/** Rows of a table that nothing is worked out of in one go. */
export const LARGE_TABLE = 200_000;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

function defer(act: () => void): void {
  waiting.push(act);
  channel.port2.postMessage(null);
}

/**
 * Does the work in slices, with frames and input in between; small work is done when this returns. `done` is called once,
 * in a turn of its own where the work took more than one, unless the work is stopped before: the function that it gives
 * does that.
 */
export function runSlices<Result>(work: Slices<Result>, done: (result: Result) => void): () => void {
  const run = new SlicedRun(work, done);
  run.begin();
  return () => run.stop();
}

/** The same for work that is never small: nothing of it is done before this returns. */
export function runSlicesLater<Result>(work: Slices<Result>, done: (result: Result) => void): () => void {
  const run = new SlicedRun(work, done);
  run.goOnLater();
  return () => run.stop();
}

/** `runSlices`, or `runSlicesLater` where the table is large, so that no work on it is small. */
export function runSlicesOfTable<Result>(
  rows: number,
  work: Slices<Result>,
  done: (result: Result) => void,
): () => void {
  return rows > LARGE_TABLE ? runSlicesLater(work, done) : runSlices(work, done);
}

/** Does work that nobody waits for, while the page has nothing else to do. Gives what stops it. */
export function runSlicesIdle(work: Slices<void>): () => void {
  let isOver = false;
  const goOn = () => {
    const end = performance.now() + SLICE_MS;
    while (!isOver && performance.now() < end) isOver = work.next().done === true;
    if (!isOver) whenIdle(goOn);
  };
  whenIdle(goOn);
  return () => {
    isOver = true;
  };
}

/** Some browsers cannot tell when they have nothing to do. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, IDLE_PAUSE_MS);
}

class SlicedRun<Result> {
  #isOver = false;
  readonly #work: Slices<Result>;
  readonly #done: (result: Result) => void;

  constructor(work: Slices<Result>, done: (result: Result) => void) {
    this.#work = work;
    this.#done = done;
    setBusy(work, true);
  }

  begin(): void {
    const last = this.#advance(FIRST_SLICE_MS);
    if (last === null) this.goOnLater();
    else this.#finish(last.value);
  }

  goOnLater(): void {
    defer(() => {
      if (this.#isOver) return;
      const last = this.#advance(SLICE_MS);
      if (last === null) this.goOnLater();
      else defer(() => this.#finish(last.value));
    });
  }

  stop(): void {
    this.#isOver = true;
    setBusy(this.#work, false);
  }

  /** Works for this long. Gives the end of the work, if it came to that. */
  #advance(budget: number): IteratorReturnResult<Result> | null {
    const end = performance.now() + budget;
    do {
      const step = this.#work.next();
      if (step.done === true) return step;
    } while (performance.now() < end);
    return null;
  }

  #finish(result: Result): void {
    if (this.#isOver) return;
    this.stop();
    this.#done(result);
  }
}
