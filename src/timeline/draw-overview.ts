import { LIFECYCLE_GROUP, NODES_GROUP } from './groups.ts';
import type { Size } from './measure.ts';
import { PAINT, type Theme } from './paint.ts';
import { SUMMARY_BINS, type Pyramid } from './pyramid.ts';

export interface OverviewInput {
  readonly pyramid: Pyramid;
  readonly theme: Theme;
  readonly size: Size;
  readonly ratio: number;
}

/** The whole run in one strip: apiservers and nodes above, disruption below, and a stroke for each missing signal. */
export function drawOverview(
  ctx: CanvasRenderingContext2D,
  { pyramid, theme, size, ratio }: OverviewInput,
): void {
  const { groups } = pyramid.lanes;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, size.width, size.height);
  const isOf = (wanted: (id: string) => boolean) =>
    pyramid.summaries.filter((_, group) => wanted(groups[group].id));
  const half = Math.floor(size.height / 2);
  drawRow(
    ctx,
    isOf((id) => id === LIFECYCLE_GROUP || id === NODES_GROUP),
    theme,
    size,
    4,
    half - 5,
  );
  drawRow(
    ctx,
    isOf((id) => id.startsWith('disruption-')),
    theme,
    size,
    half + 1,
    half - 4,
  );
}

function drawRow(
  ctx: CanvasRenderingContext2D,
  summaries: readonly Uint8Array[],
  theme: Theme,
  size: Size,
  y: number,
  height: number,
): void {
  const width = size.width / SUMMARY_BINS;
  for (let bin = 0; bin < SUMMARY_BINS; bin++) {
    const paint = Math.max(0, ...summaries.map((bins) => bins[bin])) - 1;
    if (paint < 0 || paint === PAINT.healthy) continue;
    ctx.fillStyle = theme.paints[paint].fill;
    const isMark = paint === PAINT.missing;
    ctx.fillRect(bin * width, isMark ? 0 : y, Math.max(width, isMark ? 2 : 1), isMark ? size.height : height);
  }
}
