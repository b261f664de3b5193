import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { buildPyramid } from '../../../src/timeline/pyramid.ts';
import { maxScroll } from '../../../src/timeline/stack.ts';
import { makeSegments, RANGE, tableOf } from './data.ts';
import { makeChart, mountCanvas, REPORT, SIZE } from './lapse.ts';

const LANES = 5000;

/** Script time of each frame of a walk: out and in between the whole run and a few seconds, along, and down. */
export async function frames(count: number, wanted: number): Promise<number[]> {
  const ctx = mountCanvas();
  const chart = makeChart(ctx, buildPyramid(layoutLanes(tableOf(makeSegments(count, LANES)), REPORT)));
  const times: number[] = [];
  const whole = RANGE.to - RANGE.from;
  for (let frame = -20; frame < wanted; frame++) {
    const share = 0.5 + 0.5 * Math.cos(frame / 9);
    const span = whole * 2 ** (-10 * (1 - share));
    const from = RANGE.from + (whole - span) * (0.5 + 0.5 * Math.sin(frame / 23));
    const scroll = maxScroll(chart.stack, SIZE.height) * (0.5 + 0.5 * Math.sin(frame / 31));
    await new Promise(requestAnimationFrame);
    const begun = performance.now();
    chart.draw(from, from + span, scroll);
    if (frame >= 0) times.push(performance.now() - begun); // the first ones warm up
  }
  ctx.canvas.remove();
  return times;
}

/** The copy of one frame's pixels from one buffer into another. */
export function pixelCopies(runs: number): number[] {
  const from = new Uint32Array(SIZE.width * SIZE.height).fill(0xff00ff00);
  const to = new Uint32Array(from.length);
  const times: number[] = [];
  for (let run = -10; run < runs; run++) {
    from[run + 10] = run;
    const begun = performance.now();
    for (let time = 0; time < 20; time++) to.set(from); // the clock is coarse
    if (run >= 0) times.push((performance.now() - begun) / 20);
  }
  return times;
}
