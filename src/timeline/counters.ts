import type { DurationMs, EpochMs } from '../base/time.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';
import { PAINT, type Paint } from './paint.ts';

/** A number over time, one value a step; the lane draws a column for each, or the greatest of a pixel. */
export interface CounterSeries {
  readonly label: string;
  /** Id of the group whose first lane it is. */
  readonly group: string;
  readonly from: EpochMs;
  readonly stepMs: DurationMs;
  readonly values: Float32Array;
  readonly paint: Paint;
}

const SECOND: DurationMs = 1000;
/** A run of more than two days is counted in longer steps. */
const MAX_STEPS = 200_000;

/** For each load balancer how many of its backends were down in each second; those with none have no series. */
export function backendsDown(report: Report, range: TimeWindow): CounterSeries[] {
  const byGroup = new Map<string, CounterSeries>();
  const span = range.to - range.from;
  const stepMs = Math.max(SECOND, Math.ceil(span / MAX_STEPS / SECOND) * SECOND);
  const steps = Math.ceil(span / stepMs) + 1;
  for (const { loadBalancer, from, to, signal, backend } of report.disruptions) {
    const isApi = /^(kube|openshift|oauth)-api/.test(backend);
    if (loadBalancer === null || !isApi || signal === 'not-applicable') continue;
    const group = `disruption-${loadBalancer}`;
    let series = byGroup.get(group);
    if (series === undefined) {
      const values = new Float32Array(steps);
      series = { label: 'backends down', group, from: range.from, stepMs, values, paint: PAINT.signalled };
      byGroup.set(group, series);
    }
    const end = to === null ? range.to : Date.parse(to);
    const first = Math.max(0, Math.floor((Date.parse(from) - range.from) / stepMs));
    const last = Math.min(steps, Math.max(first + 1, Math.ceil((end - range.from) / stepMs)));
    for (let step = first; step < last; step++) series.values[step]++;
  }
  return [...byGroup.values()];
}

/** The greatest value in a stretch of time. O(steps in it). */
export function greatestIn({ from, stepMs, values }: CounterSeries, start: EpochMs, end: EpochMs): number {
  const first = Math.max(0, Math.floor((start - from) / stepMs));
  const last = Math.min(values.length, Math.max(first + 1, Math.ceil((end - from) / stepMs)));
  let most = 0;
  for (let step = first; step < last; step++) if (values[step] > most) most = values[step];
  return most;
}

const peaks = new WeakMap<CounterSeries, number>();

/** The greatest value of all; reckoned once. */
export function peakOf(series: CounterSeries): number {
  let peak = peaks.get(series);
  if (peak === undefined) {
    peak = series.values.reduce((most, value) => Math.max(most, value), 0);
    peaks.set(series, peak);
  }
  return peak;
}
