import { LIFECYCLE_GROUP, NODES_GROUP } from './groups.ts';
import type { Size } from './measure.ts';
import { greatestIn, peakOf, type CounterLane } from './counters.ts';
import { PAINT, THIN, type Theme } from './paint.ts';
import type { Surface } from './surface.ts';
import { SUMMARY_BINS, type Pyramid } from './pyramid.ts';

export interface OverviewInput {
  readonly pyramid: Pyramid;
  readonly theme: Theme;
  readonly size: Size;
  readonly ratio: number;
}

/** The whole run in one strip: apiservers and nodes above, disruption below, and a stroke for each missing signal. */
export function drawOverview(ctx: Surface, { pyramid, theme, size, ratio }: OverviewInput): void {
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
  const isDisruption = (id: string) => id.startsWith('disruption-');
  const down = [...pyramid.lanes.counters.values()].filter(({ group }) => isDisruption(group));
  drawDensity(ctx, isOf(isDisruption), down, { theme, size, pyramid }, half + 1);
}

/** How many backends were down at once, as columns in the colour of the worst. */
function drawDensity(
  ctx: Surface,
  summaries: readonly Uint8Array[],
  counters: readonly CounterLane[],
  { theme, size, pyramid }: Pick<OverviewInput, 'theme' | 'size' | 'pyramid'>,
  top: number,
): void {
  const { from, to } = pyramid.lanes.range;
  const width = size.width / SUMMARY_BINS;
  const perBin = (to - from) / SUMMARY_BINS;
  const room = size.height - top - 2;
  const peak = counters.reduce((sum, lane) => sum + peakOf(lane), 0);
  for (let bin = 0; bin < SUMMARY_BINS; bin++) {
    const paint = Math.max(0, ...summaries.map((bins) => bins[bin])) - 1;
    if (paint < 0 || paint === PAINT.healthy) continue;
    const at = from + bin * perBin;
    const down = counters.reduce((sum, lane) => sum + greatestIn(lane, at, at + perBin), 0);
    const height = Math.max(4, peak === 0 ? 0 : (down / peak) * room);
    ctx.fillStyle = theme.paints[paint].fill;
    ctx.fillRect(bin * width, size.height - 2 - height, Math.max(width, 1.5), height);
  }
}

function drawRow(
  ctx: Surface,
  summaries: readonly Uint8Array[],
  theme: Theme,
  size: Size,
  y: number,
  height: number,
): void {
  const width = size.width / SUMMARY_BINS;
  for (let bin = 0; bin < SUMMARY_BINS; bin++) {
    const paint = Math.max(0, ...summaries.map((bins) => bins[bin])) - 1;
    if (paint < 0 || THIN.has(paint) || paint === PAINT.unknown) continue;
    ctx.fillStyle = theme.paints[paint].fill;
    const isMark = paint === PAINT.missing;
    ctx.fillRect(bin * width, isMark ? 0 : y, Math.max(width, isMark ? 2 : 1), isMark ? size.height : height);
  }
}
