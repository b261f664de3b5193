import { describe, expect, it } from 'vitest';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { measureRange } from '../../../src/timeline/measure-range.ts';
import { measuredTargets } from '../../../src/timeline/measured-targets.ts';
import { findNeighbours, MAX_NEAREST } from '../../../src/timeline/neighbours.ts';
import { explainFinding } from '../../../src/model/explain-finding.ts';
import { findingsOf } from '../../../src/model/findings.ts';
import {
  awayText,
  findingOfItem,
  linksOfDisruptions,
  linksOfFinding,
  linksOfItem,
  linksOfRows,
} from '../../../src/ui/details/item-links.ts';
import { disruptionOf, episodeOf, reportOf, shutdownOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

const NEW = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';
const REUSED =
  'backend-disruption-name=kube-api-reused-connections connection=reused disruption=openshift-tests';
const table = tableFrom(`
  10:50:00 11:10:00 Info    Disruption DisruptionEnded ${REUSED}
  10:57:25 10:58:39 Info    NodeState  NodeUpdate      type=Node node=m0 +phase=Reboot
  10:57:26 10:57:30 Error   Disruption DisruptionBegan ${NEW}
  10:57:28 10:57:33 Error   Disruption DisruptionBegan ${REUSED}
  10:57:29 10:57:29 Warning KubeEvent  Unhealthy       pod=a
  10:57:30 10:57:30 Error   KubeEvent  Failed          pod=b
  10:57:31 10:57:31 Warning KubeEvent  Unhealthy       pod=c
  10:57:31 10:57:31 Warning KubeEvent  Unhealthy       pod=d
  10:57:31 10:57:31 Warning KubeEvent  Unhealthy       pod=e
  10:57:32 10:57:32 Warning KubeEvent  Unhealthy       pod=f
  10:57:50 10:57:50 Warning KubeEvent  Unhealthy       pod=g
  12:00:00 12:00:01 Warning KubeEvent  Unhealthy       pod=z
`);
const report = reportOf({
  shutdowns: [shutdownOf({ node: 'm1' })],
  episodes: [
    episodeOf(),
    episodeOf({
      kind: 'rollout',
      node: 'm1',
      from: '2023-03-13T10:00:00.000Z',
      to: null,
      signal: 'signalled',
      shutdown: 0,
    }),
  ],
  disruptions: [
    disruptionOf({ to: '2023-03-13T10:57:30.000Z', seconds: 4, errors: ['io-timeout'] }),
    disruptionOf({
      connection: 'reused',
      from: '2023-03-13T10:57:28.000Z',
      seconds: 5,
      errors: ['eof', 'io-timeout'],
    }),
  ],
});
const lanes = layoutLanes(table, report, { mask: null });
const rowOf = (clock: string, source: string) =>
  [...table.start].findIndex(
    (start, row) => start === at(clock) && table.sources[table.source[row]] === source,
  );

describe('the sums of a range', () => {
  const sums = measureRange(table, lanes, report, { from: at('10:57:27'), to: at('10:57:32') });

  it('cut what sticks out, and count time once', () => {
    expect(sums.backends).toEqual([
      {
        name: 'kube-api',
        connection: 'reused',
        loadBalancer: 'external',
        count: 1,
        union: 4000,
        longest: 4000,
      },
      { name: 'kube-api', connection: 'new', loadBalancer: 'external', count: 1, union: 3000, longest: 3000 },
    ]);
    expect(sums.loadBalancers).toEqual([{ name: 'external', count: 2, union: 5000, longest: 4000 }]);
  });

  it('leave healthy periods out', () => {
    expect(sums.sources.find(({ name }) => name === 'Disruption')?.count).toBe(2);
  });

  it('name errors by their class, or by source and reason', () => {
    expect(sums.errors.map(({ name, count }) => [name, count])).toEqual([
      ['io-timeout', 2],
      ['eof', 1],
      ['KubeEvent: Failed', 1],
    ]);
  });

  it('are those of the filter', () => {
    const mask = Uint8Array.from(table.source, (source) => (table.sources[source] === 'KubeEvent' ? 1 : 0));
    const filtered = layoutLanes(table, report, { mask });
    const range = { from: at('10:57:27'), to: at('10:57:32') };
    expect(measureRange(table, filtered, report, range).backends).toEqual([]);
  });
});

describe('neighbours', () => {
  const row = rowOf('10:57:30', 'KubeEvent');
  const times = { from: table.start[row], to: table.end[row] };
  const near = findNeighbours(table, lanes, row, times, 10_000);

  it('stand by source, the nearest first, without what answered well', () => {
    expect(near.map(({ source, count }) => [source, count])).toEqual([
      ['KubeEvent', 5],
      ['Disruption', 2],
      ['NodeState', 1],
    ]);
  });

  it('are at most a few of each source, by time, and never the interval itself', () => {
    const wide = findNeighbours(table, lanes, row, times, 3_600_000)[0];
    expect(wide.count).toBe(6);
    expect(wide.nearest).toHaveLength(MAX_NEAREST);
    expect(wide.nearest.map(({ gap }) => gap)).toEqual([-1000, 1000, 1000, 1000, 2000]);
  });

  it('say whether they still lasted where they began before', () => {
    expect(awayText({ gap: 5000, until: 9000 })).toBe('+5 s');
    expect(awayText({ gap: -240_000, until: 0 })).toBe('since −4 m 00 s');
    expect(awayText({ gap: -240_000, until: -30_000 })).toBe('−4 m 00 s to −30 s');
    expect(awayText({ gap: -30_000, until: -30_000 })).toBe('−30 s');
  });

  it('become links', () => {
    const [link] = linksOfRows({ lanes, table }, near[0].nearest);
    expect(link.label).toMatch(/^−1 s Unhealthy · /);
    expect(link.item).toBe(lanes.itemOfRow[near[0].nearest[0].row]);
  });
});

describe('what belongs together', () => {
  const ground = { lanes, table, report };
  const item = lanes.itemOfRow[rowOf('10:57:26', 'Disruption')];

  it('an outage has its reboot, and its finding', () => {
    expect(linksOfItem(ground, item).map(({ label }) => label)).toEqual(['Reboot of m0: signal missing']);
    expect(findingOfItem(ground, findingsOf(report), item)?.kind).toBe('silent-outage');
  });

  it('the row of a reboot has its episode', () => {
    const reboot = lanes.itemOfRow[rowOf('10:57:25', 'NodeState')];
    expect(linksOfItem(ground, reboot).map(({ label }) => label)).toEqual(['Reboot of m0: signal missing']);
  });

  it('a finding has the rows that it was judged by', () => {
    const finding = findingsOf(report).find(({ kind }) => kind === 'missing-signal')!;
    const { links, more } = linksOfFinding(ground, finding, explainFinding(report, finding));
    expect(links.map(({ label }) => label)).toEqual([
      'Reboot of m0: signal missing',
      'NodeState NodeUpdate of m0',
      'kube-api new external http1, 4 s',
      'kube-api reused external http1, 5 s',
    ]);
    expect(more).toBe(0);
  });

  it('samplers of one backend are told apart by their whole names', () => {
    const row = (name: string, by: string, begin: string) =>
      `${begin} 10:57:50 Error Disruption DisruptionBegan backend-disruption-name=${name} connection=reused disruption=${by} "x"`;
    const two = tableFrom(`
      ${row('kube-api-http1-external-lb-reused-connections', 'kube-api-http1-external-lb', '10:57:26')}
      ${row('kube-api-reused-connections', 'openshift-tests', '10:57:20')}
      ${row('oauth-api-reused-connections', 'openshift-tests', '10:57:30')}
    `);
    const of = (backend: string, observer: string, clock: string) =>
      disruptionOf({
        backend,
        observer,
        connection: 'reused',
        from: `2023-03-13T${clock}.000Z`,
        to: '2023-03-13T10:57:50.000Z',
        seconds: 50 - Number(clock.slice(6)),
      });
    const told = reportOf({
      episodes: [episodeOf()],
      disruptions: [
        of('kube-api', 'kube-api-http1-external-lb', '10:57:26'),
        of('kube-api', 'openshift-tests', '10:57:20'),
        of('oauth-api', 'openshift-tests', '10:57:30'),
      ],
    });
    const drawn = layoutLanes(two, told, { mask: null });
    const links = linksOfDisruptions({ lanes: drawn, table: two, report: told }, [0, 1, 2]);
    expect(links.map(({ label }) => label)).toEqual([
      'kube-api reused external http1 (kube-api-reused-connections), 30 s',
      'kube-api reused external http1 (kube-api-http1-external-lb-reused-connections), 24 s',
      'oauth-api reused external http1, 20 s',
    ]);
  });
});

describe('what samplers watched', () => {
  const { measured, ofDisruption } = measuredTargets(table, lanes.disruptionOfRow);

  it('is each backend once for each path, named as its lane is', () => {
    expect(measured).toEqual([
      { backend: 'kube-api', loadBalancer: 'external', connection: 'reused' },
      { backend: 'kube-api', loadBalancer: 'external', connection: 'new' },
    ]);
    for (const { backend, connection } of measured)
      expect(lanes.labels).toContain(`${backend} ${connection}`);
  });

  it('has the path of each disruption', () => {
    expect(ofDisruption.size).toBe(report.disruptions.length);
    ofDisruption.forEach(({ connection }, index) =>
      expect(connection).toBe(report.disruptions[index].connection),
    );
  });
});
