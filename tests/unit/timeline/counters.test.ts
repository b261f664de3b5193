import { describe, expect, it } from 'vitest';
import { SHAPE } from '../../../src/timeline/cells.ts';
import {
  backendsDown,
  greatestBucket,
  greatestIn,
  peakOf,
  type CounterLane,
} from '../../../src/timeline/counters.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { PAINT, PAINTS } from '../../../src/timeline/paint.ts';
import { buildPyramid } from '../../../src/timeline/pyramid.ts';
import { layoutScene } from '../../../src/timeline/scene.ts';
import { layoutStack } from '../../../src/timeline/stack.ts';
import { disruptionOf, reportOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

const KUBE_API = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';
const TABLE = tableFrom(`
  10:00:00 10:00:10 Info  Alert      -               alert=A
  10:00:02 10:00:04 Error Disruption DisruptionBegan ${KUBE_API}
`);
const REPORT = reportOf({
  disruptions: [
    disruptionOf({ from: '2023-03-13T10:00:02.000Z', to: '2023-03-13T10:00:04.000Z', episodes: [] }),
  ],
});

/** Requests of ten seconds; in the third 16 were served, 3 refused and 1 failed. */
function requests(parts: Partial<CounterLane> = {}): CounterLane {
  const values = (third: number, others: number) =>
    Float32Array.from({ length: 10 }, (_, bucket) => (bucket === 2 ? third : others));
  return {
    key: 'requests/=m0',
    label: 'kube-apiserver m0',
    unit: 'requests/s',
    group: 'requests',
    node: 'm0.example.org',
    from: at('10:00:00'),
    bucketMs: 1000,
    series: [
      { kind: 'answered', paint: PAINT.neutral, values: values(16, 10) },
      { kind: '429', paint: PAINT.degraded, values: values(3, 0) },
      { kind: '5xx', paint: PAINT.failed, values: values(1, 0) },
    ],
    ...parts,
  };
}

function columnsOf(counter: CounterLane, seconds: number) {
  const lanes = layoutLanes(TABLE, REPORT, {}, [counter]);
  const stack = layoutStack(lanes, { requests: 'open' }, 0);
  const window = { from: at('10:00:00'), to: at('10:00:00') + seconds * 1000 };
  const size = { width: 100, height: 400 };
  const scene = layoutScene({ pyramid: buildPyramid(lanes), stack, window, size, scroll: 0, pixel: 1 });
  const slot = scene.slots.find(({ lane }) => lanes.keys[lane] === counter.key)!;
  const cells = Array.from({ length: slot.endCell - slot.firstCell }, (_, index) => slot.firstCell + index);
  expect(cells.every((cell) => scene.shape[cell] === SHAPE.column)).toBe(true);
  return cells.map((cell) => ({
    paint: PAINTS[scene.paint[cell]],
    x: Math.round(scene.x[cell]),
    width: Math.round(scene.width[cell]),
    top: scene.y[cell] - slot.y,
    height: scene.height[cell],
  }));
}

describe('numbers over time', () => {
  it('counts backends that are down, second by second', () => {
    const lanes = layoutLanes(TABLE, REPORT);
    const [counter] = backendsDown(REPORT, lanes.range);
    expect(peakOf(counter)).toBe(1);
    expect(greatestIn(counter, at('10:00:02'), at('10:00:03'))).toBe(1);
    expect(greatestIn(counter, at('10:00:08'), at('10:00:09'))).toBe(0);
    expect([...lanes.counters.values()]).toEqual([counter]);
    expect(lanes.labels).toEqual(['backends down', 'kube-api new', 'A']);
  });

  it('finds the greatest bucket of a stretch, and none outside', () => {
    const counter = requests();
    expect(peakOf(counter)).toBe(20);
    expect(greatestBucket(counter, at('10:00:00'), at('10:00:10'))).toBe(2);
    expect(greatestBucket(counter, at('10:00:04'), at('10:00:04') + 1)).toBe(4);
    expect(greatestBucket(counter, at('09:00:00'), at('09:00:01'))).toBe(-1);
    expect(greatestIn(counter, at('11:00:00'), at('11:00:01'))).toBe(0);
  });

  it('stacks the classes of a bucket, scaled by the greatest sum', () => {
    const [before, served, refused, broken] = columnsOf(requests(), 10);
    expect(before).toEqual({ paint: 'neutral', x: 0, width: 20, top: 10, height: 8 });
    expect(served).toMatchObject({ paint: 'neutral', x: 20, width: 10 });
    expect(served.height).toBeCloseTo(16 * 0.8, 4);
    expect(refused.height).toBeCloseTo(16 * 0.15, 4);
    expect(refused.top + refused.height).toBeCloseTo(served.top, 4);
    expect(broken.paint).toBe('failed');
    expect(broken.height).toBe(2);
    expect(broken.top).toBeGreaterThanOrEqual(0);
  });

  it('shows the greatest bucket of each pixel', () => {
    const found = columnsOf(requests(), 1000);
    expect(found.map(({ paint }) => paint)).toContain('failed');
  });

  it('has a group of its own where no interval is in it, in the order of groups', () => {
    const groups = (group: string, focus: string | null = null) =>
      layoutLanes(TABLE, REPORT, focus === null ? {} : { focus: { kind: 'node', name: focus } }, [
        requests({ group }),
      ]).groups.map(({ id }) => id);
    expect(groups('requests')).toEqual(['requests', 'disruption-external', 'Alert']);
    expect(groups('OperatorAvailable')).toEqual(['disruption-external', 'OperatorAvailable', 'Alert']);
    expect(groups('Alert')).toEqual(['disruption-external', 'Alert']);
    expect(groups('requests', 'm0')).toContain('requests');
    expect(groups('requests', 'm1')).not.toContain('requests');
  });
});
