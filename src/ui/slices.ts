import type { Slices } from '../timeline/slices.ts';
import { setBusy } from './frame.ts';

/** The first slice may take longer, so that small work is done before anything is drawn. */
const FIRST_SLICE_MS = 14;
const SLICE_MS = 8;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/**
 * Does the work in slices, with frames and input in between; small work is done when this returns. `done` is called once,
 * unless the work is stopped before: the function that it gives does that.
 */
export function runSlices<Result>(work: Slices<Result>, done: (result: Result) => void): () => void {
  let isStopped = false;
  const slice = (budget: number) => {
    if (isStopped) return;
    const end = performance.now() + budget;
    do {
      const step = work.next();
      if (step.done === true) {
        isStopped = true;
        setBusy(work, false);
        return done(step.value);
      }
    } while (performance.now() < end);
    waiting.push(() => slice(SLICE_MS));
    channel.port2.postMessage(null);
  };
  setBusy(work, true);
  slice(FIRST_SLICE_MS);
  return () => {
    isStopped = true;
    setBusy(work, false);
  };
}
