import { Cells, SHAPE, type CellColumns, type CellInput } from './cells.ts';
import type { TimeWindow } from '../view/steps.ts';
import { laneOfItem, type Item, type Lane, type Lanes } from './lanes.ts';
import { layoutCounter, layoutFolded, NO_ITEM } from './layout-rows.ts';
import { HEADER_HEIGHT, LANE_HEIGHT, MARK_SIZE, type CssPx, type Size } from './measure.ts';
import { SUMMARY_BINS, type Pyramid } from './pyramid.ts';
import { firstSlotBelow, middleOfSlot, yOfSlot, type Slot, type Stack } from './stack.ts';

/** One line of the chart that is in sight. */
export interface SceneSlot {
  readonly slot: Slot;
  /** As many as there are groups: the header of the lanes that were pinned by hand. */
  readonly group: number;
  /** -1: the group's header. */
  readonly lane: Lane;
  readonly y: CssPx;
  readonly height: CssPx;
  readonly isPinned: boolean;
  readonly firstCell: number;
  readonly endCell: number;
}

/** A dashed line down from the mark of a missing signal. */
export interface Link {
  readonly x: CssPx;
  readonly top: CssPx;
  readonly bottom: CssPx;
}

/** What is to be drawn, in CSS pixels. Cells of a slot stand together, from left to right. */
export interface Scene extends CellColumns {
  readonly size: Size;
  readonly pinnedHeight: CssPx;
  /** In the order in which they cover each other: scrolled, then the sticky header, then pinned ones. */
  readonly slots: readonly SceneSlot[];
  readonly firstPinnedCell: number;
  readonly links: readonly Link[];
}

export interface SceneInput {
  readonly pyramid: Pyramid;
  readonly stack: Stack;
  readonly window: TimeWindow;
  readonly size: Size;
  readonly scroll: CssPx;
  /** Size of a device pixel: nothing is told apart within one. */
  readonly pixel: CssPx;
}

/** Cost: lanes in sight × pixel columns × log of the items in one column, however many items there are. */
export function layoutScene(input: SceneInput): Scene {
  const { stack, size, scroll } = input;
  const cells = new Cells();
  const slots: SceneSlot[] = [];
  const add = (slot: Slot, y: CssPx) => slots.push(layoutSlot(input, cells, slot, y));
  const first = firstSlotBelow(stack, stack.pinnedHeight, scroll);
  for (let slot = first; slot < stack.lane.length; slot++) {
    const y = yOfSlot(stack, slot, scroll);
    if (y >= size.height) break;
    add(slot, y);
  }
  const sticky = findSticky(input, first);
  if (sticky !== null) add(sticky.slot, sticky.y);
  const firstPinnedCell = cells.count;
  for (let slot = 0; slot < stack.pinnedSlots; slot++) add(slot, stack.top[slot]);
  return {
    size,
    pinnedHeight: stack.pinnedHeight,
    slots,
    firstPinnedCell,
    ...cells.finish(),
    links: layoutLinks(input),
  };
}

/** The header of the group whose lanes stand at the top of the scrolled part, pushed up by the next header. */
function findSticky(
  { stack, pyramid, scroll, size }: SceneInput,
  first: Slot,
): { slot: Slot; y: CssPx } | null {
  if (first >= stack.lane.length || stack.lane[first] < 0 || stack.pinnedHeight >= size.height) return null;
  const group = pyramid.lanes.group[stack.lane[first]];
  const slot = first < stack.chosenSlots ? 0 : stack.headerOfGroup[group];
  const next = stack.headerOfGroup.find((header) => header > first) ?? -1;
  const limit = next < 0 ? Infinity : yOfSlot(stack, next, scroll) - HEADER_HEIGHT;
  return { slot, y: Math.min(stack.pinnedHeight, limit) };
}

function layoutSlot(input: SceneInput, cells: Cells, slot: Slot, y: CssPx): SceneSlot {
  const { stack, pyramid } = input;
  const lane = stack.lane[slot];
  const firstCell = cells.count;
  const isHeader = lane < 0;
  const group = isHeader ? -1 - lane : pyramid.lanes.group[lane];
  const counter = isHeader ? undefined : pyramid.lanes.counters.get(lane);
  const height = stack.top[slot + 1] - stack.top[slot];
  const rowY = y - (LANE_HEIGHT - height) / 2; // a low row shares its middle with a usual one
  const columns = { window: input.window, width: input.size.width, pixel: input.pixel };
  if (counter !== undefined) layoutCounter(columns, cells, counter, rowY);
  else if (!isHeader && stack.isFolded[lane] === 1) layoutFolded(columns, pyramid.lanes, cells, lane, rowY);
  else if (!isHeader) layoutLane(input, cells, lane, rowY);
  else if (isClosed(stack, slot)) layoutSummary(input, cells, group, y);
  return {
    slot,
    group,
    lane: isHeader ? -1 : lane,
    y,
    height,
    isPinned: slot < stack.pinnedSlots,
    firstCell,
    endCell: cells.count,
  };
}

/**
 * The slot whose lane's name has been scrolled away: the uppermost that is whole, where it is a further row of its lane; -1
 * for none.
 */
export function continuedSlot({ slots, pinnedHeight }: Scene, { isSubLane }: Pick<Lanes, 'isSubLane'>): Slot {
  const top = pinnedHeight + HEADER_HEIGHT;
  const first = slots.find(({ isPinned, lane, y }) => !isPinned && lane >= 0 && y >= top);
  return first !== undefined && isSubLane[first.lane] === 1 ? first.slot : -1;
}

/** A header with no lane of its own below it. */
export function isClosed(stack: Stack, slot: Slot): boolean {
  return slot + 1 >= stack.lane.length || stack.lane[slot + 1] < 0;
}

function layoutSummary({ pyramid, window, size }: SceneInput, cells: Cells, group: number, y: CssPx): void {
  const bins = pyramid.summaries[group];
  const { from, to } = pyramid.lanes.range;
  const scale = size.width / (window.to - window.from);
  const binWidth = ((to - from) / SUMMARY_BINS) * scale;
  const start = (from - window.from) * scale;
  const first = Math.max(0, Math.floor(-start / binWidth));
  for (let bin = first; bin < SUMMARY_BINS; bin++) {
    const x = start + bin * binWidth;
    if (x >= size.width) break;
    const paint = bins[bin] - 1;
    if (paint < 0) continue;
    let end = bin + 1;
    while (end < SUMMARY_BINS && bins[end] === bins[bin]) end++;
    const right = Math.min(start + end * binWidth, size.width);
    const left = Math.max(x, 0);
    if (right > left) {
      cells.push(left, Math.max(right - left, 1), y + HEADER_HEIGHT / 2 - 3, 6, paint, SHAPE.strip, NO_ITEM);
    }
    bin = end - 1;
  }
}

/**
 * Walks the lane from left to right. What is wider than two pixels is a cell by itself; the rest is taken in buckets as
 * large as fit into one pixel column, and the worst of a column stands for it.
 */
function layoutLane(input: SceneInput, cells: Cells, lane: Lane, y: CssPx): void {
  const { pyramid, window, size, pixel } = input;
  const { lanes } = pyramid;
  const { start, end } = lanes;
  const firstItem = lanes.first[lane];
  const count = lanes.first[lane + 1] - firstItem;
  if (count === 0 || size.width <= 0) return;
  const scale = size.width / (window.to - window.from);
  const buckets = pyramid.first[lane];
  const cell: CellInput = { paint: 0, item: 0, isDim: 0, y, room: size.width, pixel };
  let columnEnd = -Infinity; // right edge of the column of the last small cell
  let index = firstIndexEndingAfter(end, firstItem, count, window.from);
  while (index < count) {
    const item = firstItem + index;
    const left = (start[item] - window.from) * scale;
    if (left >= size.width) break;
    const right = (end[item] - window.from) * scale;
    if (right - left >= 2 * pixel) {
      cell.paint = lanes.paint[item];
      cell.item = item;
      cell.isDim = lanes.isDim[item];
      cells.addWide(cell, left, right);
      index++;
      continue;
    }
    const column = Math.floor(left / pixel);
    const edge = (column + 1) * pixel;
    // The largest bucket from here whose last item ends within the column.
    let level = 0;
    let offset = buckets; // of the level above
    let levelSize = (count + 1) >> 1;
    let bucket = -1;
    while (((index >> level) & 1) === 0 && (index >> (level + 1)) << (level + 1) === index) {
      const after = Math.min(index + (2 << level), count);
      if (after - index < 2 || (end[firstItem + after - 1] - window.from) * scale > edge) break;
      bucket = offset + (index >> (level + 1));
      level++;
      if (after === count) break;
      offset += levelSize;
      levelSize = (levelSize + 1) >> 1;
    }
    const worst = bucket < 0 ? item : pyramid.worst[bucket];
    const isInstant = bucket < 0 ? start[item] === end[item] : pyramid.hasInstant[bucket] === 1;
    const isSameColumn = edge === columnEnd;
    columnEnd = edge;
    cell.paint = lanes.paint[worst];
    cell.item = worst;
    cell.isDim = lanes.isDim[worst];
    cells.addSmall(cell, column * pixel, isInstant, isSameColumn);
    index = Math.min(index + (1 << level), count);
  }
  cells.endLane();
}

/** The first of the lane's items that ends at or after the time; ends ascend as items do not overlap. */
function firstIndexEndingAfter(end: Float64Array, firstItem: Item, count: number, at: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (end[firstItem + middle] < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function layoutLinks({ pyramid, stack, window, size, scroll }: SceneInput): Link[] {
  const { lanes } = pyramid;
  const links: Link[] = [];
  for (const reach of lanes.reaches) {
    const at = lanes.start[reach.item];
    const from = stack.slotOfLane[laneOfItem(lanes, reach.item)];
    const to = stack.slotOfLane[reach.lane];
    if (at < window.from || at > window.to || from < 0 || to < 0 || stack.lane[from] < 0) continue;
    const x = ((at - window.from) / (window.to - window.from)) * size.width;
    const top = middleOfSlot(stack, from, scroll) + MARK_SIZE / 2;
    const bottom = Math.min(yOfSlot(stack, to, scroll) + stack.top[to + 1] - stack.top[to] - 2, size.height);
    if (bottom > top && bottom > 0) links.push({ x, top, bottom });
  }
  return links;
}
