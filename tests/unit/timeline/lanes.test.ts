import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { layoutLifecycle } from '../../../src/timeline/lifecycle.ts';
import type { Lanes } from '../../../src/timeline/lanes.ts';
import { Packer } from '../../../src/timeline/pack.ts';
import { PAINTS } from '../../../src/timeline/paint.ts';
import { disruptionOf, episodeOf, reportOf, shutdownOf } from '../../support/report-of.ts';
import { tableFrom } from '../../support/table-from.ts';

const ALL = { mask: null };
const KUBE_API = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';

/** One line a lane: its group, its label, the paints of its items. */
function drawn(lanes: Lanes): string[] {
  return lanes.labels.map((label, lane) => {
    const items = [...lanes.paint.subarray(lanes.first[lane], lanes.first[lane + 1])].map(
      (paint) => PAINTS[paint],
    );
    return [lanes.groups[lanes.group[lane]].id, label, items.join(' ')].join(' | ');
  });
}

describe('layoutLanes', () => {
  it('has our groups first, then those that Sippy prefers, then the others by name', () => {
    const table = tableFrom(`
      10:00:00 10:00:10 Info    Zebra          Something      pod=z
      10:00:00 10:00:10 Warning Alert          -              alert=A +alertstate=firing +severity=warning
      10:00:00 10:00:10 Error   OperatorState  Broken         clusteroperator=dns +condition=Degraded
      10:00:00 10:00:10 Warning OperatorState  Rolling        clusteroperator=dns +condition=Progressing
      10:00:00 10:00:10 Error   OperatorState  Down           clusteroperator=dns +condition=Available
      10:00:00 10:00:10 Info    NodeState      NodeUpdate     node=w0 +phase=Update +roles=worker
      10:00:00 10:00:10 Info    NodeState      NodeUpdate     node=m0 +phase=Drain +roles="control-plane,master"
      10:00:00 10:00:10 Info    E2ETest        E2ETestFinished e2e-test=t1 +status=Passed
      10:00:00 10:00:10 Error   E2ETest        E2ETestFinished e2e-test=t2 +status=Failed
      10:00:00 10:00:10 Error   Disruption     DisruptionBegan ${KUBE_API}
      10:00:00 10:00:10 Error   Disruption     DisruptionBegan backend-disruption-name=image-registry-new-connections connection=new
      10:00:00 10:00:10 Error   Disruption     DisruptionBegan backend-disruption-name=kube-api-http2-internal-lb-new-connections
      10:00:00 10:00:10 Info    Aardvark       Something      pod=a
    `);
    const report = reportOf({ episodes: [episodeOf({ signal: 'undeterminable' })] });
    expect(drawn(layoutLanes(table, report, ALL))).toEqual([
      'lifecycle | kube-apiserver m0 | unknown gone',
      'control-plane-nodes | m0 | drain',
      'disruption-external | kube-api new | failed',
      'disruption-internal | kube-api http2 new | failed',
      'disruption-other | image-registry new | failed',
      'OperatorAvailable | dns | failed',
      'OperatorProgressing | dns | progressing',
      'OperatorDegraded | dns | degraded',
      'NodeState | w0 | update',
      'Alert | A | degraded',
      'E2EFailed | t2 | failed',
      'E2EPassed | t1 | passed',
      'Aardvark | a | neutral',
      'Zebra | z | neutral',
    ]);
  });

  it('marks a missing signal, and reaches down to the last outage that it explains', () => {
    const table = tableFrom(`
      10:00:00 10:57:26 Info  Disruption DisruptionEnded ${KUBE_API}
      10:57:26 10:57:30 Error Disruption DisruptionBegan ${KUBE_API} "timeout"
      10:57:30 10:57:33 Error Disruption DisruptionBegan ${KUBE_API} "refused"
      10:57:33 11:30:00 Info  Disruption DisruptionEnded ${KUBE_API}
      11:00:00 11:00:02 Error Disruption DisruptionBegan backend-disruption-name=oauth-api-new-connections connection=new disruption=openshift-tests
    `);
    const report = reportOf({ episodes: [episodeOf()], disruptions: [disruptionOf()] });
    const lanes = layoutLanes(table, report, ALL);
    expect(drawn(lanes)).toEqual([
      'lifecycle | kube-apiserver m0 | unknown missing gone starting unknown',
      'disruption-external | backends down | ',
      'disruption-external | kube-api new | healthy unsignalled unsignalled healthy',
      'disruption-external | oauth-api new | failed',
    ]);
    expect(lanes.reaches).toEqual([{ item: 1, lane: 2 }]);
    expect(lanes.busy[2]).toBe(7000);
  });

  it('calls nothing missing or unsignalled while files are still being read', () => {
    const table = tableFrom(`10:57:26 10:57:33 Error Disruption DisruptionBegan ${KUBE_API}`);
    const report = reportOf({ complete: false, episodes: [episodeOf()], disruptions: [disruptionOf()] });
    const lanes = layoutLanes(table, report, ALL);
    expect(drawn(lanes)).toEqual([
      'lifecycle | kube-apiserver m0 | gone',
      'disruption-external | backends down | ',
      'disruption-external | kube-api new | undeterminable',
    ]);
    expect(lanes.reaches).toEqual([]);
  });

  it('puts the steps of a shutdown on the lane of its apiserver', () => {
    const steps = {
      ShutdownInitiated: '2023-03-13T10:00:00.000Z',
      AfterShutdownDelayDuration: '2023-03-13T10:01:10.000Z',
      TerminationGracefulTerminationFinished: '2023-03-13T10:01:30.000Z',
    };
    const table = tableFrom('09:00:00 11:00:00 Info Zebra - pod=z');
    const report = reportOf({
      shutdowns: [shutdownOf({ steps, finished: steps.TerminationGracefulTerminationFinished })],
    });
    expect(drawn(layoutLanes(table, report, ALL))[0]).toBe(
      'lifecycle | kube-apiserver m0 | unknown step shutdown limit shutdown step-late shutdown step-late unknown',
    );
  });

  it('puts a hollow mark where a later step was due, and events would have told it', () => {
    const table = tableFrom('09:00:00 11:00:00 Info Zebra - pod=z');
    const coverage = [
      { kind: 'events', node: null, from: '2023-03-13T09:00:00.000Z', to: '2023-03-13T11:00:00.000Z' },
    ];
    const lanes = layoutLanes(table, reportOf({ coverage, shutdowns: [shutdownOf()] }), ALL);
    expect(drawn(lanes)[0]).toBe(
      'lifecycle | kube-apiserver m0 | serving step step-due shutdown step-due serving',
    );
  });

  it('shows no apiserver as serving that was cut short, before its node is back', () => {
    const table = tableFrom('09:00:00 11:00:00 Info Zebra - pod=z');
    const coverage = [
      { kind: 'events', node: null, from: '2023-03-13T09:00:00.000Z', to: '2023-03-13T11:00:00.000Z' },
    ];
    const times = { from: '2023-03-13T10:00:00.000Z', to: '2023-03-13T10:03:00.000Z' };
    const episodes = [episodeOf({ ...times, signal: 'signalled', shutdown: 0 })];
    const shutdowns = [shutdownOf({ outcome: 'incomplete' })];
    const lanes = layoutLanes(table, reportOf({ coverage, episodes, shutdowns }), ALL);
    expect(drawn(lanes)[0]).toMatch(/ step-due gone starting serving$/);
    const killed = { gone: '2023-03-13T10:00:40.000Z', goneFrom: 'kill' } as const;
    const known = layoutLifecycle(
      reportOf({ coverage, episodes, shutdowns: [shutdownOf({ outcome: 'incomplete', ...killed })] }),
      { from: Date.parse('2023-03-13T09:00:00Z'), to: Date.parse('2023-03-13T11:00:00Z') },
    );
    expect(
      known[0].extras.map(({ title, from }) => `${new Date(from).toISOString().slice(14, 19)} ${title}`),
    ).toEqual([
      '00:00 Serving: no stop is recorded, and one would be',
      '00:00 ShutdownInitiated',
      '00:00 Due here and not seen: TerminationPreShutdownHooksFinished',
      '00:00 Not ready, still serving',
      '00:40 Gone: reboot',
      '03:00 Starting: it needs about two minutes until it serves',
      '05:00 Serving: no stop is recorded, and one would be',
    ]);
  });

  it('puts the boots that a journal tells on the lane of their node', () => {
    const table = tableFrom(`
      10:57:25 10:58:39 Info NodeState NodeUpdate node=m0.example +phase=Reboot
      10:58:10 10:58:10 Info SystemdLog Booted node=m0.example
    `);
    const report = reportOf({ run: { ...reportOf().run, controlPlane: ['m0.example'] } });
    const lanes = layoutLanes(table, report, ALL);
    expect(lanes.groups.map(({ id }) => id)).toContain('control-plane-nodes');
    expect(drawn(lanes).filter((lane) => lane.endsWith(' boot'))).toHaveLength(1);
    expect(new Set(lanes.keys)).toContain('control-plane-nodes/m0');
  });

  it('shuts a group of more lanes than fit a screen, unless verdicts speak of it', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => [
        `10:00:00 10:00:05 Info KubeletLog Failed node=n${i}`,
        `10:00:00 10:00:05 Error Disruption DisruptionBegan backend-disruption-name=kube-api-new-connections-${i}`,
      ]).flat();
    const usual = (count: number) =>
      layoutLanes(tableFrom(lines(count).join('\n')), reportOf(), ALL).groups.map((group) => [
        group.id,
        group.usual,
      ]);
    expect(usual(60)).toContainEqual(['KubeletLog', 'open']);
    expect(usual(61)).toContainEqual(['KubeletLog', 'closed']);
    expect(usual(61).filter(([id]) => id.startsWith('disruption-'))).toEqual([
      [expect.stringContaining('disruption-'), 'open'],
    ]);
  });

  it('shuts a group of backends that never failed, and names each lane by its own locator', () => {
    const external = 'backend-disruption-name=kube-api-http1-external-lb-new-connections';
    const internal = 'backend-disruption-name=kube-api-http1-internal-lb-new-connections';
    const table = tableFrom(`
      10:00:00 11:00:00 Info  Disruption DisruptionEnded ${external}
      10:00:00 10:00:05 Error Disruption DisruptionBegan ${internal}
      10:00:05 11:00:00 Info  Disruption DisruptionEnded ${internal}
    `);
    const { groups, labels, titles } = layoutLanes(table, reportOf(), ALL);
    expect(groups.map(({ usual }) => usual)).toEqual(['closed', 'open']);
    expect(labels).toEqual(['kube-api http1 new', 'kube-api http1 new']);
    expect(titles[0]).toContain('external-lb');
    expect(titles[1]).toContain('internal-lb');
  });

  it('leaves out rows that a filter leaves out, and keeps marks', () => {
    const table = tableFrom(`
      10:00:00 10:00:10 Info Zebra - pod=z
      10:00:00 10:00:10 Info Zebra - pod=y
    `);
    const lanes = layoutLanes(table, reportOf({ episodes: [episodeOf()] }), { mask: Uint8Array.of(0, 1) });
    expect(lanes.labels).toEqual(['kube-apiserver m0', 'y']);
    expect([...lanes.itemOfRow]).toEqual([-1, 3]);
  });

  it('keeps every item in the lane of its name, ascending and without overlap', () => {
    fc.assert(
      fc.property(rows, (lines) => {
        const table = tableFrom(lines.join('\n'));
        const lanes = layoutLanes(table, reportOf(), ALL);
        expect(lanes.start.length).toBe(table.length);
        for (let lane = 0; lane < lanes.labels.length; lane++) {
          for (let item = lanes.first[lane]; item < lanes.first[lane + 1]; item++) {
            expect(lanes.itemOfRow[lanes.row[item]]).toBe(item);
            if (item > lanes.first[lane])
              expect(lanes.start[item]).toBeGreaterThanOrEqual(lanes.end[item - 1]);
          }
        }
      }),
    );
  });
});

const clock = fc
  .integer({ min: 0, max: 3599 })
  .map((second) => new Date(second * 1000).toISOString().slice(11, 19));
const rows = fc.array(
  fc.tuple(clock, clock, fc.constantFrom('a', 'b', 'c')).map(([one, other, pod]) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    return `${from} ${to} Info Zebra Something pod=${pod}`;
  }),
  { maxLength: 60 },
);

it('thousands of overlapping items are packed without looking at each sub-lane', () => {
  const packer = new Packer();
  const lanes = new Set<number>();
  for (let item = 0; item < 100_000; item++) lanes.add(packer.place(item, 1e9));
  expect(lanes.size).toBe(100_000);
  expect(packer.place(2e9, 2e9)).toBe(0);
});
