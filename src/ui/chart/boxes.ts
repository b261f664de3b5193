import type { EpochMs } from '../../base/time.ts';
import { laneOfItem, type Item, type Lanes } from '../../timeline/lanes.ts';
import { BAR_HEIGHT, MARK_SIZE, type CssPx, type Size } from '../../timeline/measure.ts';
import { FIRST_MARK } from '../../timeline/paint.ts';
import { xOfTime } from '../../timeline/scales.ts';
import { middleOfSlot, type Stack } from '../../timeline/stack.ts';
import type { TimeWindow } from '../../view/steps.ts';

/** What places a box on a chart. */
interface Placed {
  readonly lanes: Lanes;
  readonly stack: Stack;
  readonly window: TimeWindow;
  readonly size: Size;
  readonly scroll: CssPx;
}

export interface Box {
  readonly x: CssPx;
  readonly y: CssPx;
  readonly width: CssPx;
  readonly height: CssPx;
}

/** Where an item is drawn, cut to the chart; null where it is out of sight or its group is shut. */
export function boxOfItem({ lanes, stack, window, size, scroll }: Placed, item: Item): Box | null {
  const slot = stack.slotOfLane[laneOfItem(lanes, item)];
  if (slot < 0 || stack.lane[slot] < 0) return null;
  const isMark = lanes.paint[item] >= FIRST_MARK;
  const from = xOfTime(window, size.width, lanes.start[item]);
  const to = xOfTime(window, size.width, lanes.end[item]);
  const room = isMark ? MARK_SIZE / 2 + 1 : lanes.start[item] === lanes.end[item] ? 4 : 0;
  const x = Math.max(from - room, 0);
  const right = Math.min(Math.max(to + room, from + 4), size.width);
  const height = isMark ? MARK_SIZE + 2 : BAR_HEIGHT;
  const y = middleOfSlot(stack, slot, scroll) - height / 2;
  const isCovered = slot >= stack.pinnedSlots && y < stack.pinnedHeight;
  if (right <= x || isCovered || y >= size.height) return null;
  return { x, y, width: right - x, height };
}

/** Room for the buttons of a range. */
const ACTIONS_WIDTH: CssPx = 190;

export interface RangeBox {
  readonly x: CssPx;
  readonly width: CssPx;
  readonly labelX: CssPx;
}

export function boxOfRange({ window, size }: Placed, range: TimeWindow): RangeBox {
  const x = Math.max(xOfTime(window, size.width, range.from), -2);
  const right = Math.min(xOfTime(window, size.width, range.to), size.width + 2);
  const labelX = Math.max(4, Math.min((x + right) / 2 - ACTIONS_WIDTH / 2, size.width - ACTIONS_WIDTH));
  return { x, width: Math.max(right - x, 0), labelX };
}

/** Two moments, and what lies between them. */
export interface Ruler {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Its end follows the pointer. */
  readonly isOpen: boolean;
}

export function boxOfRuler(placed: Placed, { from, to }: Ruler): RangeBox {
  return boxOfRange(placed, { from: Math.min(from, to), to: Math.max(from, to) });
}
