import { formatCount } from '../../base/text.ts';
import type { EpochMs } from '../../base/time.ts';
import { greatestBucket, peakOf, type CounterLane } from '../../timeline/counters.ts';
import type { Lane, Lanes } from '../../timeline/lanes.ts';
import { PAINTS, type PaintName } from '../../timeline/paint.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import type { ItemWords } from '../details/item-words.ts';
import { clockText, momentText, rangeText, zoneName } from '../parts/times.ts';

/** One class of a counter's bucket. */
export interface CountedPart {
  readonly kind: string;
  readonly paint: PaintName;
  readonly value: string;
}

/** What stands beside the pointer. */
export interface TipWords extends Pick<
  ItemWords,
  'title' | 'verdict' | 'from' | 'to' | 'lane' | 'message' | 'why' | 'seenBy'
> {
  /** Of a counter with several classes each one, in the order in which they lie on each other, the uppermost first. */
  readonly parts: readonly CountedPart[];
}

/** The number at a moment or, where a pixel holds several buckets, the greatest of them; null outside of the counter. */
export function describeCount(
  lanes: Lanes,
  lane: Lane,
  counter: CounterLane,
  { from, to }: TimeWindow,
): TipWords | null {
  const bucket = greatestBucket(counter, from, to);
  if (bucket < 0) return null;
  const at = counter.from + bucket * counter.bucketMs;
  const parts = counter.series.map(({ kind, paint, values }): CountedPart & { amount: number } => ({
    kind,
    paint: PAINTS[paint],
    amount: values[bucket],
    value: countText(values[bucket]),
  }));
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    title: `${countText(total)} ${counter.unit}`,
    verdict: '',
    from: at,
    to: at + counter.bucketMs,
    lane: `${lanes.groups[lanes.group[lane]].label}, ${counter.label}`,
    message: '',
    seenBy: [],
    why: `At most ${countText(peakOf(counter))} in the whole run`,
    parts: parts.length > 1 ? parts.reverse() : [],
  };
}

/** `12,345`, and one digit behind the point where it is not whole and not large. */
export function countText(value: number): string {
  return Number.isInteger(value) || value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1);
}

/** `2023-03-13 10:57:26 – 10:57:33 UTC`. */
export function timesText(from: EpochMs, to: EpochMs, zone: TimeZoneChoice): string {
  return to > from ? rangeText(from, to, zone) : `${momentText(from, zone)} ${zoneName(zone, from)}`;
}

/** The same times in the other zone, with a date only where it is another; '' where the two zones are one. */
export function otherTimes(from: EpochMs, to: EpochMs, zone: TimeZoneChoice): string {
  const other = zone === 'utc' ? 'local' : 'utc';
  if (new Date(from).getTimezoneOffset() === 0) return '';
  const days = [momentText(from, zone), momentText(from, other), momentText(to, other)].map((text) =>
    text.slice(0, 10),
  );
  if (new Set(days).size > 1) return timesText(from, to, other);
  const end = to > from ? ` – ${clockText(to, other)}` : '';
  return `${clockText(from, other)}${end} ${zoneName(other, from)}`;
}
