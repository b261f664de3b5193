import type { Row } from '../model/interval-table.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { GroupState } from '../view/view-state.ts';
import type { CounterLane } from './counters.ts';
import type { Extra } from './lifecycle.ts';

/** Index into the items of Lanes. */
export type Item = number;
/** Index of a lane, from the top. */
export type Lane = number;

export interface LaneGroup {
  readonly id: string;
  readonly label: string;
  readonly usual: GroupState;
  readonly firstLane: Lane;
  readonly endLane: Lane;
}

/** From a mark that stands for a missing signal down to the last lane with an outage that it explains. */
export interface Reach {
  readonly item: Item;
  readonly lane: Lane;
}

/**
 * Which lanes there are, in which order, and what lies in each. Items of one lane ascend and never overlap; the items of
 * lane `i` are `first[i]` to `first[i + 1]`. Nothing here depends on the window in sight.
 */
export interface Lanes {
  readonly range: TimeWindow;
  readonly groups: readonly LaneGroup[];
  readonly keys: readonly string[]; // by lane: the same after a reload; sub-lanes share that of the first
  readonly labels: readonly string[]; // by lane
  readonly titles: readonly string[]; // by lane: the whole name
  readonly isSubLane: Uint8Array; // by lane: continues the one above
  readonly group: Uint16Array; // by lane
  readonly busy: Float64Array; // by lane: milliseconds covered, those of its sub-lanes in the first; healthy ones left out
  readonly first: Uint32Array; // by lane, one more than lanes
  readonly start: Float64Array; // by item, EpochMs
  readonly end: Float64Array; // by item, EpochMs
  readonly paint: Uint8Array; // by item, Paint
  readonly isDim: Uint8Array; // by item: the query does not match it, and others are to stand out
  readonly row: Int32Array; // by item; below 0: extras[-1 - row]
  readonly itemOfRow: Int32Array; // by row; -1: not drawn
  readonly extras: readonly Extra[];
  readonly reaches: readonly Reach[];
  readonly disruptionOfRow: ReadonlyMap<Row, number>;
  /** Lanes that draw numbers over time and have no items. */
  readonly counters: ReadonlyMap<Lane, CounterLane>;
}

/** The lane of an item. O(log lanes). */
export function laneOfItem(lanes: Pick<Lanes, 'first'>, item: Item): Lane {
  let low = 0;
  let high = lanes.first.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lanes.first[middle + 1] <= item) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many rows a lane has: itself and its sub-lanes. O(rows). */
export function rowsOfLane({ isSubLane }: Pick<Lanes, 'isSubLane'>, lane: Lane): number {
  let end = lane + 1;
  while (end < isSubLane.length && isSubLane[end] === 1) end++;
  return end - lane;
}

/** How many lanes a group has; further rows of a lane are not counted. O(rows). */
export function lanesOfGroup(
  { isSubLane }: Pick<Lanes, 'isSubLane'>,
  { firstLane, endLane }: LaneGroup,
): number {
  let count = 0;
  for (let lane = firstLane; lane < endLane; lane++) count += 1 - isSubLane[lane];
  return count;
}

/** What an item is: a row of the table, or something read from the report. */
export function extraOfItem(lanes: Lanes, item: Item): Extra | null {
  const row = lanes.row[item];
  return row < 0 ? lanes.extras[-1 - row] : null;
}

/** The mark where the signal of an episode is missing; null where none is drawn. O(items). */
export function itemOfMissing({ extras, row }: Pick<Lanes, 'extras' | 'row'>, episode: number): Item | null {
  const index = extras.findIndex((extra) => extra.kind === 'missing' && extra.episode === episode);
  const item = index < 0 ? -1 : row.indexOf(-1 - index);
  return item < 0 ? null : item;
}
