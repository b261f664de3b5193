/** The page of the timeline's bench. See ../timeline-bench.ts. */
import { pixelCopies, frames } from './frames.ts';
import { lapse } from './lapse.ts';
import { timelinesChart, visTimeline } from './peers.ts';
import type { BenchWindow, Drawer } from './tasks.ts';

/** A chart of one set of data, to be put on the page without them, and then drawn. */
export interface Mountable {
  readonly range: { readonly from: number; readonly to: number };
  readonly mount: () => () => Drawing;
}

/** Draws one set of data; `show` moves the window that it then has. */
export interface Drawing {
  show(from: number, to: number): void;
  remove(): void;
}
const DRAWERS = { lapse, 'timelines-chart': timelinesChart, 'vis-timeline': visTimeline } as const;
/** Rows of the comparison with peers. */
const ROWS = 200;

let drawing: Drawing | null = null;

/** Until the next frame has been painted: a message that its callback sends comes after that. */
function presented(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    });
  });
}

const api: BenchWindow = {
  timelineBench: {
    async firstDraw(who: Drawer, count: number) {
      drawing?.remove();
      const { mount, range } = DRAWERS[who](count, ROWS);
      const draw = mount();
      await presented();
      await presented(); // what is mounted is painted a frame later
      const begun = performance.now();
      drawing = draw();
      current = range;
      await presented();
      return performance.now() - begun;
    },
    async zoomSteps(_who: Drawer, steps: number) {
      const times: number[] = [];
      for (let step = 0; step < steps; step++) {
        const span = (current.to - current.from) / (step + 2);
        const from = current.from + span * 0.3 * (step % 3);
        const begun = performance.now();
        drawing?.show(from, from + span);
        await presented();
        times.push(performance.now() - begun);
      }
      return times;
    },
    frames,
    pixelCopies,
  },
};
let current = { from: 0, to: 1 };
Object.assign(globalThis, api);
