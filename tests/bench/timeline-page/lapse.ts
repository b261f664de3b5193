import type { Report } from '../../../src/model/report.ts';
import { drawScene } from '../../../src/timeline/draw.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { PAINTS, type Theme } from '../../../src/timeline/paint.ts';
import { buildPyramid, type Pyramid } from '../../../src/timeline/pyramid.ts';
import { layoutAxis } from '../../../src/timeline/scales.ts';
import { layoutScene } from '../../../src/timeline/scene.ts';
import { layoutStack, type Stack } from '../../../src/timeline/stack.ts';
import { reportOf } from '../../support/report-of.ts';
import { makeSegments, RANGE, tableOf } from './data.ts';
import type { Drawing } from './page.ts';

export const SIZE = { width: 1600, height: 900 };

export const THEME: Theme = {
  paints: PAINTS.map((_, index) => ({
    fill: `hsl(${(index * 47) % 360} 70% 55%)`,
    edge: index % 3 === 0 ? '#555555' : '',
    ink: '#000000',
  })),
  ground: '#ffffff',
  surface: '#f5f6f8',
  hairline: '#d9dde3',
  text: '#1b1f24',
  muted: '#57606a',
  accent: '#0b57d0',
  font: '11px sans-serif',
};

/** A canvas in sight, and how to draw a window of a pyramid on it: what the page does in one frame. */
export function makeChart(pyramid: Pyramid): {
  stack: Stack;
  canvas: HTMLCanvasElement;
  draw(from: number, to: number, scroll: number): number;
} {
  const stack = layoutStack(pyramid.lanes, { KubeletLog: 'open' }, 400);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  document.body.append(canvas);
  const ctx = canvas.getContext('2d', { alpha: false })!;
  const textOf = () => 'Something';
  return {
    stack,
    canvas,
    draw(from, to, scroll) {
      const window = { from, to };
      const scene = layoutScene({ pyramid, stack, window, size: SIZE, scroll, pixel: 1 });
      const grid = layoutAxis(window, SIZE.width, 'utc').ticks.map(({ x }) => x);
      drawScene(ctx, { scene, theme: THEME, grid, ratio: 1, textOf });
      return scene.count;
    },
  };
}

export const REPORT: Report = reportOf();

export function lapse(count: number, lanes: number): { range: typeof RANGE; draw: () => Drawing } {
  const table = tableOf(makeSegments(count, lanes));
  return {
    range: RANGE,
    draw() {
      const chart = makeChart(buildPyramid(layoutLanes(table, REPORT)));
      chart.draw(RANGE.from, RANGE.to, 0);
      return { show: (from, to) => void chart.draw(from, to, 0), remove: () => chart.canvas.remove() };
    },
  };
}
