import type { DurationMs, EpochMs } from '../base/time.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';
import { BestOf } from './best-of.ts';
import { PAINT, type Paint } from './paint.ts';

/** One class of what is counted, e.g. requests that were answered with 429. */
export interface CounterSeries {
  /** What this class is called beside its number; '' where there is only one. */
  readonly kind: string;
  readonly paint: Paint;
  /** How much of it each bucket has. */
  readonly values: Float32Array;
}

/**
 * Numbers over time, drawn as columns: a lane without items. Its classes stand on each other, the first at the bottom, and
 * the lane is scaled by the greatest sum that any bucket has. Where several buckets share a pixel, the greatest is drawn.
 */
export interface CounterLane {
  /** The same after a reload, and of no other lane: `<group>/=<name>`. */
  readonly key: string;
  readonly label: string;
  /** What is counted, behind a number: `backends`, `requests/s`. */
  readonly unit: string;
  /** Id of its group: it comes before the lanes of that, and with them; without any it is a group by itself. */
  readonly group: string;
  /** Name of the node that it is about, which a focus on another node leaves out; null for none. */
  readonly node: string | null;
  /** Start of the first bucket. */
  readonly from: EpochMs;
  readonly bucketMs: DurationMs;
  /** At least one; all have the same number of buckets. */
  readonly series: readonly CounterSeries[];
}

const SECOND: DurationMs = 1000;
/** A run of more than two days is counted in longer steps. */
const MAX_STEPS = 200_000;

/** For each load balancer how many of its backends were down in each second; those with none have no lane. */
export function backendsDown(report: Report, range: TimeWindow): CounterLane[] {
  const byGroup = new Map<string, Float32Array>();
  const span = range.to - range.from;
  const bucketMs = Math.max(SECOND, Math.ceil(span / MAX_STEPS / SECOND) * SECOND);
  const buckets = Math.ceil(span / bucketMs) + 1;
  for (const { loadBalancer, from, to, signal, backend } of report.disruptions) {
    const isApi = /^(kube|openshift|oauth)-api/.test(backend);
    if (loadBalancer === null || !isApi || signal === 'not-applicable') continue;
    const group = `disruption-${loadBalancer}`;
    const values = byGroup.get(group) ?? new Float32Array(buckets);
    byGroup.set(group, values);
    const end = to === null ? range.to : Date.parse(to);
    const first = Math.max(0, Math.floor((Date.parse(from) - range.from) / bucketMs));
    const last = Math.min(buckets, Math.max(first + 1, Math.ceil((end - range.from) / bucketMs)));
    for (let bucket = first; bucket < last; bucket++) values[bucket]++;
  }
  const label = 'backends down';
  const place = { label, unit: 'backends', node: null, from: range.from, bucketMs };
  return [...byGroup].map(([group, values]) => {
    return {
      ...place,
      group,
      key: `${group}/=${label}`,
      series: [{ kind: '', paint: PAINT.count, values }],
    };
  });
}

interface Sums {
  readonly totals: Float32Array;
  readonly greatest: BestOf;
  readonly peak: number;
}

const known = new WeakMap<CounterLane, Sums>();

function sumsOf(lane: CounterLane): Sums {
  let sums = known.get(lane);
  if (sums === undefined) {
    const totals = totalsOf(lane);
    const greatest = new BestOf(totals);
    const best = greatest.in(0, totals.length);
    sums = { totals, greatest, peak: best < 0 ? 0 : totals[best] };
    known.set(lane, sums);
  }
  return sums;
}

function totalsOf({ series: [first, ...others] }: CounterLane): Float32Array {
  const totals = first.values.slice();
  for (const { values } of others) {
    for (let bucket = 0; bucket < totals.length; bucket++) totals[bucket] += values[bucket];
  }
  return totals;
}

/** The bucket with the greatest sum in a stretch of time; -1 where it has none. O(log buckets) once the lane is known. */
export function greatestBucket(lane: CounterLane, start: EpochMs, end: EpochMs): number {
  const { totals, greatest } = sumsOf(lane);
  const first = Math.floor((start - lane.from) / lane.bucketMs);
  const last = Math.max(first + 1, Math.ceil((end - lane.from) / lane.bucketMs));
  return greatest.in(Math.max(0, first), Math.min(totals.length, last));
}

/** The greatest sum in a stretch of time. */
export function greatestIn(lane: CounterLane, start: EpochMs, end: EpochMs): number {
  const bucket = greatestBucket(lane, start, end);
  return bucket < 0 ? 0 : sumsOf(lane).totals[bucket];
}

/** The greatest sum of all buckets; reckoned once. */
export function peakOf(lane: CounterLane): number {
  return sumsOf(lane).peak;
}
