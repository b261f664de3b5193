import { lowerBound } from '../base/search.ts';
import type { TimeWindow } from '../view/steps.ts';
import { SHAPE, type CellInput, type Cells } from './cells.ts';
import { greatestBucket, peakOf, type CounterLane } from './counters.ts';
import { coveredUntil, foldLane, type Fold } from './fold.ts';
import type { Item, Lane, Lanes } from './lanes.ts';
import { BAR_HEIGHT, LANE_HEIGHT, type CssPx } from './measure.ts';
import { FIRST_FINDING, FIRST_MARK, THIN } from './paint.ts';

/** A cell that stands for no single item: the sum of a closed group, or a number. */
export const NO_ITEM: Item = 0xffffffff;

/** Where columns of pixels stand in time. */
export interface Columns {
  readonly window: TimeWindow;
  readonly width: CssPx;
  readonly pixel: CssPx;
}

const COUNTER_ROOM: CssPx = LANE_HEIGHT - 4;

/**
 * For each pixel the bucket with the greatest sum, its classes on each other; equal neighbours are one column. Cost: columns
 * × classes × log of the buckets.
 */
export function layoutCounter(columns: Columns, cells: Cells, lane: CounterLane, y: CssPx): void {
  const { window, width, pixel } = columns;
  const peak = peakOf(lane);
  if (peak === 0 || !(width > 0)) return;
  const perPixel = ((window.to - window.from) / width) * pixel;
  const count = Math.ceil(width / pixel);
  let bucket = -1;
  let since = 0;
  for (let column = 0; column <= count; column++) {
    const at = window.from + column * perPixel;
    const next = column === count ? -1 : greatestBucket(lane, at, at + perPixel);
    if (isSameBucket(lane, bucket, next)) continue;
    pushStack(cells, lane, bucket, since * pixel, Math.min(column * pixel, width), y, peak);
    bucket = next;
    since = column;
  }
}

function isSameBucket({ series }: CounterLane, a: number, b: number): boolean {
  return a === b || series.every(({ values }) => (values[a] ?? 0) === (values[b] ?? 0));
}

function pushStack(
  cells: Cells,
  { series }: CounterLane,
  bucket: number,
  left: CssPx,
  right: CssPx,
  y: CssPx,
  peak: number,
): void {
  let bottom = y + LANE_HEIGHT - 2;
  for (const { values, paint } of series) {
    const value = values[bucket] ?? 0;
    if (!(value > 0) || right <= left) continue;
    // A single refused request among thousands is seen all the same.
    const height = Math.min(Math.max((value / peak) * COUNTER_ROOM, 2), bottom - y);
    bottom -= height;
    cells.push(left, right - left, bottom, height, paint, SHAPE.column, NO_ITEM);
  }
}

/** What is drawn of one pixel column of a folded lane. */
interface Look {
  readonly item: Item;
  readonly height: CssPx;
}

/**
 * All rows of a lane in one: in each pixel column the worst class, as high as the share of the rows that is covered; what
 * is found and marks keep their full size. Cost: columns × log of the items.
 */
export function layoutFolded(columns: Columns, lanes: Lanes, cells: Cells, lane: Lane, y: CssPx): void {
  const { window, width, pixel } = columns;
  const fold = foldLane(lanes, lane);
  if (!(width > 0)) return;
  const perPixel = ((window.to - window.from) / width) * pixel;
  const count = Math.ceil(width / pixel);
  const input: CellInput = { paint: 0, item: 0, isDim: 0, y, room: width, pixel };
  let look: Look | null = null;
  let since = 0;
  for (let column = 0; column <= count;) {
    const at = window.from + column * perPixel;
    const next = column === count ? null : lookOf(fold, lanes, at, at + perPixel);
    if (look !== null && (look.item !== next?.item || look.height !== next.height)) {
      pushLook(cells, lanes, input, look, since * pixel, Math.min(column * pixel, width));
      look = null;
    }
    if (look === null) since = column;
    look = next;
    column =
      next === null ? Math.max(column + 1, columnAfter(fold, window.from, at, perPixel, count)) : column + 1;
  }
  cells.endLane();
}

/** The column in which the next stretch begins: what lies between is empty. */
function columnAfter(
  { end, start }: Fold,
  from: number,
  at: number,
  perPixel: number,
  count: number,
): number {
  const next = lowerBound(end, at);
  return next < start.length ? Math.min(Math.floor((start[next] - from) / perPixel), count) : count + 1;
}

function lookOf(fold: Fold, lanes: Lanes, at: number, until: number): Look | null {
  let first = lowerBound(fold.end, at);
  while (first < fold.end.length && fold.end[first] === at && fold.start[first] < at) first++;
  const worst = fold.worst.in(first, lowerBound(fold.start, until, first));
  if (worst < 0) return null;
  const item = fold.item[worst];
  if (THIN.has(lanes.paint[item])) return { item, height: 2 };
  const share = (coveredUntil(fold, until) - coveredUntil(fold, at)) / ((until - at) * fold.rows);
  const isInstant = lanes.start[item] === lanes.end[item];
  return { item, height: isInstant ? BAR_HEIGHT : Math.max(3, Math.round(share * BAR_HEIGHT)) };
}

function pushLook(
  cells: Cells,
  { paint, isDim }: Lanes,
  input: CellInput,
  { item, height }: Look,
  left: CssPx,
  right: CssPx,
): void {
  input.item = item;
  input.paint = paint[item];
  input.isDim = isDim[item];
  if (input.paint >= FIRST_MARK) return cells.addSmall(input, left, false, false);
  if (input.paint >= FIRST_FINDING) return cells.addWide(input, left, right);
  const isThin = THIN.has(input.paint);
  const top = isThin ? input.y + LANE_HEIGHT / 2 - 1 : input.y + (LANE_HEIGHT + BAR_HEIGHT) / 2 - height;
  cells.push(
    left,
    right - left,
    top,
    height,
    input.paint,
    isThin ? SHAPE.line : SHAPE.column,
    item,
    input.isDim,
  );
}
