import { upperBound } from '../base/search.ts';
import type { DurationMs } from '../base/time.ts';
import type { IntervalTable, Row } from '../model/interval-table.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { Lanes } from './lanes.ts';
import { PAINT } from './paint.ts';

export interface Neighbour {
  readonly row: Row;
  /** From the start of the one to the start of the other; below 0: before. */
  readonly gap: DurationMs;
  /** From the start of the one to the end of the other; at least `gap`. */
  readonly until: DurationMs;
}

export interface NeighbourGroup {
  readonly source: string;
  readonly count: number;
  /** The nearest ones, by time. */
  readonly nearest: readonly Neighbour[];
}

/** Of each source so many are named. */
export const MAX_NEAREST = 5;

/**
 * What the chart holds around a time, by source, the nearest source first; what answered well is left out. O(rows that
 * begin before the end).
 */
export function findNeighbours(
  table: IntervalTable,
  lanes: Lanes,
  self: Row | null,
  { from, to }: TimeWindow,
  around: DurationMs,
): NeighbourGroup[] {
  const counts = new Map<number, number>();
  const nearest = new Map<number, Neighbour[]>(); // by source, nearest first
  const last = upperBound(table.start, to + around);
  for (let row = 0; row < last; row++) {
    if (table.end[row] < from - around || row === self) continue;
    const item = lanes.itemOfRow[row];
    if (item < 0 || lanes.paint[item] === PAINT.healthy) continue;
    const source = table.source[row];
    counts.set(source, (counts.get(source) ?? 0) + 1);
    let own = nearest.get(source);
    if (own === undefined) nearest.set(source, (own = []));
    keepNearest(own, { row, gap: table.start[row] - from, until: table.end[row] - from });
  }
  return [...nearest]
    .sort((a, b) => Math.abs(a[1][0].gap) - Math.abs(b[1][0].gap))
    .map(([source, own]) => ({
      source: table.sources[source],
      count: counts.get(source)!,
      nearest: own.sort((a, b) => a.gap - b.gap || a.row - b.row),
    }));
}

function keepNearest(own: Neighbour[], one: Neighbour): void {
  const distance = Math.abs(one.gap);
  if (own.length === MAX_NEAREST && Math.abs(own[own.length - 1].gap) <= distance) return;
  let at = own.length;
  while (at > 0 && Math.abs(own[at - 1].gap) > distance) at--;
  own.splice(at, 0, one);
  if (own.length > MAX_NEAREST) own.pop();
}
