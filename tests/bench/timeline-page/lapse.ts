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
import type { Mountable } from './page.ts';

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

type Canvas = CanvasRenderingContext2D;

/** A canvas in sight, as the page has it before there are lanes. */
export function mountCanvas(): Canvas {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  document.body.append(canvas);
  const ctx = canvas.getContext('2d', { alpha: false })!;
  const clear = () => {
    ctx.fillStyle = THEME.ground;
    ctx.fillRect(0, 0, SIZE.width, SIZE.height);
  };
  clear();
  requestAnimationFrame(clear); // as `paintChart` does
  return ctx;
}

/** How to draw a window of a pyramid: what the page does in one frame. */
export function makeChart(
  ctx: Canvas,
  pyramid: Pyramid,
): {
  stack: Stack;
  draw(from: number, to: number, scroll: number): number;
} {
  const stack = layoutStack(pyramid.lanes, { KubeletLog: 'open' }, 400);
  const textOf = () => 'Something';
  return {
    stack,
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

export function lapse(count: number, lanes: number): Mountable {
  const table = tableOf(makeSegments(count, lanes));
  return {
    range: RANGE,
    mount() {
      const ctx = mountCanvas();
      return () => {
        const chart = makeChart(ctx, buildPyramid(layoutLanes(table, REPORT)));
        chart.draw(RANGE.from, RANGE.to, 0);
        return { show: (from, to) => void chart.draw(from, to, 0), remove: () => ctx.canvas.remove() };
      };
    },
  };
}
