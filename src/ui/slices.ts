import type { Slices } from '../timeline/slices.ts';
import { setBusy } from './frame.ts';

/** The first slice may take longer, so that small work is done before anything is drawn. */
const FIRST_SLICE_MS = 14;
const SLICE_MS = 8;

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
  let isStopped = false;
  const finish = (result: Result) => {
    if (isStopped) return;
    isStopped = true;
    setBusy(work, false);
    done(result);
  };
  const slice = (budget: number, isFirst: boolean) => {
    if (isStopped) return;
    const end = performance.now() + budget;
    do {
      const step = work.next();
      if (step.done === true) {
        if (isFirst) finish(step.value);
        else defer(() => finish(step.value));
        return;
      }
    } while (performance.now() < end);
    defer(() => slice(SLICE_MS, false));
  };
  setBusy(work, true);
  slice(FIRST_SLICE_MS, true);
  return () => {
    isStopped = true;
    setBusy(work, false);
  };
}

/** The same for work that is never small: nothing of it is done before this returns. */
export function runSlicesLater<Result>(work: Slices<Result>, done: (result: Result) => void): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  setBusy(work, true);
  defer(() => {
    if (!isStopped) stop = runSlices(work, done);
  });
  return () => {
    isStopped = true;
    setBusy(work, false);
    stop?.();
  };
}
