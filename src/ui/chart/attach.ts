import { drawOverview } from '../../timeline/draw-overview.ts';
import { drawScene } from '../../timeline/draw.ts';
import type { Scene } from '../../timeline/scene.ts';
import type { Size } from '../../timeline/measure.ts';
import type { Theme } from '../../timeline/paint.ts';
import type { Chart } from './chart.svelte.ts';
import { forgetFrame, requestFrame } from '../parts/frame.ts';

/** Draws the chart in the next frame after something it shows has changed. */
export function paintChart(chart: Chart, theme: Theme) {
  return (canvas: HTMLCanvasElement) => {
    const { scene, axis, ratio, arrows } = chart;
    const grid = axis.ticks.map((tick) => tick.x);
    const textOf = chart.textOf;
    const draw = () => {
      const { width, height } = canvas;
      const ctx = fitCanvas(canvas, scene.size, ratio);
      if (ctx !== null) drawScene(ctx, { scene, theme, grid, ratio, textOf, arrows });
      // A canvas gets its second buffer when it is drawn on again, which takes as long as a large scene: better before there
      // is one.
      if (canvas.width !== width || canvas.height !== height) requestFrame(canvas, draw);
    };
    requestFrame(canvas, draw);
    return () => forgetFrame(canvas);
  };
}

/** Draws the strip that shows the whole run. */
export function paintOverview(chart: Chart, theme: Theme, size: Size) {
  return (canvas: HTMLCanvasElement) => {
    const { pyramid, ratio } = chart;
    requestFrame(canvas, () => {
      const ctx = fitCanvas(canvas, size, ratio);
      if (ctx !== null) drawOverview(ctx, { pyramid, theme, size, ratio });
    });
    return () => forgetFrame(canvas);
  };
}

/** Draws one shape as the chart draws it. */
export function paintSample(scene: Scene, theme: Theme) {
  return (canvas: HTMLCanvasElement) => {
    const ratio = window.devicePixelRatio;
    const ctx = fitCanvas(canvas, scene.size, ratio);
    if (ctx !== null) drawScene(ctx, { scene, theme, grid: [], ratio, textOf: () => '' });
  };
}

/** The only place where device pixels appear. */
function fitCanvas(canvas: HTMLCanvasElement, size: Size, ratio: number): CanvasRenderingContext2D | null {
  const width = Math.round(size.width * ratio);
  const height = Math.round(size.height * ratio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext('2d', { alpha: false });
}
