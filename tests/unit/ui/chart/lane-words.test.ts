import { expect, it } from 'vitest';
import type { CounterLane } from '../../../../src/timeline/counters.ts';
import { layoutLanes } from '../../../../src/timeline/layout-lanes.ts';
import { PAINT } from '../../../../src/timeline/paint.ts';
import { describeLane, sayCounts, tailLength } from '../../../../src/ui/chart/lane-words.ts';
import { countText, describeCount } from '../../../../src/ui/chart/tip-words.ts';
import { reportOf } from '../../../support/report-of.ts';
import { at, tableFrom } from '../../../support/table-from.ts';

const COUNTER: CounterLane = {
  key: 'requests/=m0',
  label: 'kube-apiserver m0',
  unit: 'requests/s',
  group: 'requests',
  node: 'm0',
  from: at('10:00:00'),
  bucketMs: 1000,
  series: [
    { kind: 'answered', paint: PAINT.neutral, values: Float32Array.of(1200, 10, 0) },
    { kind: '429', paint: PAINT.degraded, values: Float32Array.of(34, 0.5, 0) },
  ],
};
const TABLE = tableFrom(`
  10:00:00 10:10:00 Info Zebra - pod=z
  10:05:00 10:06:00 Info Zebra - pod=z
`);
const LANES = layoutLanes(TABLE, reportOf(), {}, [COUNTER]);
const laneOf = (label: string) => LANES.labels.indexOf(label);

it('says that a sum is that of the whole run, and how many rows there are', () => {
  expect(describeLane(LANES, laneOf('z'), null)).toEqual({
    label: 'z',
    sum: '11 m 00 s',
    title: 'pod/z\n11 m 00 s in the whole run, all bars summed up',
    rows: 2,
  });
  expect(describeLane(LANES, laneOf('z') + 1, null)).toMatchObject({ label: '', sum: '' });
});

it('keeps the last word of a label whole where it is not too long', () => {
  expect(tailLength('kube-apiserver ip-10-0-232-149', true)).toBe('ip-10-0-232-149'.length);
  expect(tailLength('kube-api http1 new', true)).toBe(11);
  expect(tailLength('openshift-etcd etcd-very-long-name-of-a-pod', false)).toBe(14);
});

it('tells the greatest number of a counter, and the one at the selection', () => {
  const lane = laneOf('kube-apiserver m0');
  expect(describeLane(LANES, lane, null).sum).toBe('most 1,234/s');
  const second = { from: at('10:00:01'), to: at('10:00:02') };
  expect(describeLane(LANES, lane, second).sum).toBe('10.5 here, most 1,234/s');
  expect(describeLane(LANES, lane, second).title).toContain('At most 1,234 requests/s in the whole run');
});

it('tells a bucket with its classes, the uppermost first, and nothing outside', () => {
  const lane = laneOf('kube-apiserver m0');
  const words = describeCount(LANES, lane, COUNTER, { from: at('10:00:00') + 200, to: at('10:00:00') + 210 });
  expect(words).toMatchObject({ title: '1,234 requests/s', from: at('10:00:00'), to: at('10:00:01') });
  expect(words?.parts).toMatchObject([
    { kind: '429', paint: 'degraded', value: '34' },
    { kind: 'answered', paint: 'neutral', value: '1,200' },
  ]);
  expect(describeCount(LANES, lane, COUNTER, { from: at('11:00:00'), to: at('11:00:01') })).toBeNull();
});

it('says the numbers of a moment in one sentence', () => {
  expect(sayCounts(LANES, () => true, at('10:00:01'), 'utc')).toBe(
    'At 10:00:01 UTC: Requests · audit logs, kube-apiserver m0: 10.5 of at most 1,234.',
  );
  expect(sayCounts(LANES, () => false, at('10:00:01'), 'utc')).toBe('No lane of numbers is shown.');
});

it('writes numbers for people', () => {
  expect([0, 3.25, 12.5, 1234.4, 20].map(countText)).toEqual(['0', '3.3', '12.5', '1,234', '20']);
});
