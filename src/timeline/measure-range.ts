import type { DurationMs } from '../base/time.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { Lanes } from './lanes.ts';
import { PAINT } from './paint.ts';

export interface RangeSum {
  readonly name: string;
  readonly count: number;
  /** Time covered within the range; within one lane nothing overlaps. */
  readonly total: DurationMs;
  readonly longest: DurationMs;
}

export interface RangePart {
  readonly title: string;
  readonly sums: readonly RangeSum[];
}

interface Sum {
  count: number;
  total: DurationMs;
  longest: DurationMs;
}

/** What happened in a stretch of time: disruption by load balancer and backend, then all else by group. O(items). */
export function measureRange(lanes: Lanes, range: TimeWindow): RangePart[] {
  const parts: RangePart[] = [];
  const byGroup = new Map<string, Sum>();
  for (const group of lanes.groups) {
    const isDisruption = group.id.startsWith('disruption-');
    const sums = isDisruption ? new Map<string, Sum>() : byGroup;
    for (let lane = group.firstLane; lane < group.endLane; lane++) {
      const sum = sumOfLane(lanes, lane, range);
      if (sum.count > 0) merge(sums, isDisruption ? lanes.labels[lane] : group.label, sum);
    }
    if (isDisruption && sums.size > 0) parts.push({ title: group.label, sums: listOf(sums) });
  }
  if (byGroup.size > 0) parts.push({ title: 'All else', sums: listOf(byGroup) });
  return parts;
}

function sumOfLane(lanes: Lanes, lane: number, { from, to }: TimeWindow): Sum {
  const sum: Sum = { count: 0, total: 0, longest: 0 };
  for (let item = lanes.first[lane]; item < lanes.first[lane + 1]; item++) {
    const start = lanes.start[item];
    const end = lanes.end[item];
    if (start > to || end < from || lanes.paint[item] === PAINT.healthy) continue;
    const within = Math.min(end, to) - Math.max(start, from);
    sum.count++;
    sum.total += within;
    sum.longest = Math.max(sum.longest, within);
  }
  return sum;
}

function merge(sums: Map<string, Sum>, name: string, more: Sum): void {
  const known = sums.get(name);
  if (known === undefined) {
    sums.set(name, more);
    return;
  }
  known.count += more.count;
  known.total += more.total;
  known.longest = Math.max(known.longest, more.longest);
}

function listOf(sums: Map<string, Sum>): RangeSum[] {
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((a, b) => b.total - a.total || b.count - a.count);
}
