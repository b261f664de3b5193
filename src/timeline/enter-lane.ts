import type { EpochMs } from '../base/time.ts';
import { lowerBound } from '../base/search.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { Item, Lane, Lanes } from './lanes.ts';
import type { Scene } from './scene.ts';
import type { Slot, Stack } from './stack.ts';

type Items = Pick<Lanes, 'first' | 'start' | 'end'>;

/**
 * Where keys enter the chart: the first item of the uppermost lane in sight that has one between the two times, or the
 * last of the lowest; null where nothing is in sight. O(lanes in sight × log of their items).
 */
export function itemInSight(
  { slots }: Pick<Scene, 'slots'>,
  lanes: Items,
  window: TimeWindow,
  end: 'first' | 'last',
): Item | null {
  const ordered = slots.filter(({ lane }) => lane >= 0).sort((a, b) => a.slot - b.slot);
  for (const { lane } of end === 'first' ? ordered : ordered.reverse()) {
    const [low, high] = [lanes.first[lane], lanes.first[lane + 1]];
    const from = lowerBound(lanes.end, window.from, low, high);
    const until = lowerBound(lanes.start, window.to, low, high);
    if (from < until) return end === 'first' ? from : until - 1;
  }
  return null;
}

/** The item nearest to a time in the next lane below (1) or above (-1) a slot that has any; null where none has. */
export function itemInNextLane(
  { lane: laneOfSlot }: Pick<Stack, 'lane'>,
  lanes: Items,
  from: Slot,
  by: 1 | -1,
  at: EpochMs,
): Item | null {
  for (let slot = from + by; slot >= 0 && slot < laneOfSlot.length; slot += by) {
    const item = laneOfSlot[slot] < 0 ? null : nearestItem(lanes, laneOfSlot[slot], at);
    if (item !== null) return item;
  }
  return null;
}

function nearestItem({ first, start, end }: Items, lane: Lane, at: EpochMs): Item | null {
  const [low, high] = [first[lane], first[lane + 1]];
  if (low === high) return null;
  const next = Math.min(lowerBound(end, at, low, high), high - 1);
  const before = Math.max(next - 1, low);
  const distance = (item: Item) => Math.max(start[item] - at, at - end[item], 0);
  return distance(before) < distance(next) ? before : next;
}
