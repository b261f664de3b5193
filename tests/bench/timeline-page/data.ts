import { PRECISION } from '../../../src/base/time.ts';
import type { IntervalTable } from '../../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../../src/model/interval-table-builder.ts';

export interface Segment {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

const START = Date.UTC(2025, 0, 1);
const SPAN = 3 * 3600_000;
export const RANGE = { from: START, to: START + SPAN };
export const KINDS = ['Info', 'Warning', 'Error'] as const;

/** Segments that do not overlap within a lane, as both peers want them; by lane, then time. The same at each call. */
export function makeSegments(count: number, lanes: number): Segment[] {
  const random = lcg(count + lanes);
  const perLane = Math.ceil(count / lanes);
  const step = SPAN / perLane;
  const segments: Segment[] = [];
  for (let lane = 0; lane < lanes; lane++) {
    for (let index = 0; index < perLane && segments.length < count; index++) {
      const from = START + (index + random() * 0.4) * step;
      const to = from + (0.05 + random() * 0.5) * step;
      const kind = random() < 0.02 ? 2 : random() < 0.2 ? 1 : 0;
      segments.push({ lane, from: Math.round(from), to: Math.round(to), kind });
    }
  }
  return segments;
}

/** The same as the page has them. */
export function tableOf(segments: readonly Segment[]): IntervalTable {
  const builder = new IntervalTableBuilder('bench.json');
  segments.forEach(({ lane, from, to, kind }, index) =>
    builder.add({
      from,
      to,
      precision: PRECISION.millisecond,
      level: KINDS[kind],
      source: 'KubeletLog',
      locator: { type: 'Pod', keys: { namespace: 'openshift-etcd', pod: `pod-${lane}` } },
      reason: 'Something',
      message: '',
      annotations: {},
      display: true,
      isPredicted: false,
      place: index + 1,
    }),
  );
  return builder.finish();
}

function lcg(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
