/**
 * The statements of domain/intervals.md (sections 0, 3 to 6 and 9) that the program has to honour, in the order of the
 * document, one named test each. What the files of a layer test already is listed with their name at each section's end.
 */
import { describe, expect, test } from 'vitest';
import { PRECISION } from '../../../src/base/time.ts';
import { annotationsOf, FLAG, type IntervalTable, type Row } from '../../../src/model/interval-table.ts';
import type { Run } from '../../../src/model/run.ts';
import { textOf } from '../../../src/model/text-pool.ts';
import { fixture } from '../../support/fixtures.ts';
import { rowText } from '../../support/golden-text.ts';
import {
  disruption,
  event,
  fileOf,
  otherEvent,
  reboot,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';
import { tickedElsewhere } from '../../support/ticked.ts';

async function runOf(name: string, format = 'intervals'): Promise<Run> {
  const { bytes, asOf } = fixture(format, name);
  return loadTexts({ unknown: bytes }, { asOf });
}

/** What a row says, in words; rows in the order of the file. */
interface Said {
  readonly source: string;
  readonly type: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly flags: number;
}

function saidBy({ table }: Run): Said[] {
  const rows = Array.from({ length: table.length }, (_, row) => row);
  return rows.sort((a, b) => table.place[a] - table.place[b]).map((row) => saidIn(table, row));
}

function saidIn(table: IntervalTable, row: Row): Said {
  const { type, keys } = table.locators[table.locator[row]];
  return {
    source: table.sources[table.source[row]],
    type,
    keys,
    reason: textOf(table.texts, table.reason[row]),
    message: textOf(table.texts, table.message[row]),
    annotations: annotationsOf(table, row),
    flags: table.flags[row],
  };
}

describe('0. Ten things to know first', () => {
  test('1: the shape is told per item: one file may hold all three', async () => {
    const { report } = await runOf('shapes-mixed');
    expect(report.inputs[0]).toMatchObject({ records: 5, skipped: 0, notices: [] });
    expect(report.shutdowns.map(({ node, evidence }) => [node, evidence.join()])).toEqual([
      ['demo-master-0', 'event'], // A
      ['demo-master-1', 'window'], // B
      ['demo-master-2', 'window'], // C
      ['demo-master-0', 'event'], // C by its locator, A by its message
      ['demo-master-1', 'event'], // A by its locator, C by its message
    ]);
  });

  test('2: times are whole seconds, and say so', async () => {
    const { table } = await runOf('shape-c');
    expect(new Set(table.precision)).toEqual(new Set([PRECISION.second]));
  });

  test('10: type, keys and annotations may be empty or null', async () => {
    const [first, second, third] = saidBy(await runOf('quirk-null-maps'));
    expect(first).toMatchObject({ type: '', keys: {}, reason: 'HttpClientConnectionLost' });
    expect(second).toMatchObject({ type: '', keys: {}, annotations: {} });
    expect(third).toMatchObject({ type: 'Node', keys: {}, reason: '', annotations: {} });
  });

  tickedElsewhere([
    ['3: to null is an end never seen', 'analysis/shutdowns.test.ts', 'without an end is incomplete'],
    ['4: timelines omit events, windows stand for them', 'analysis/eras.test.ts', '$kind of $era: reboots'],
    [
      '5: the node is in the name of the pod',
      'analysis/eras.test.ts',
      '%s: server, node, T0, end and outcome',
    ],
    ['6: a healthy period is no disruption', 'analysis/explain.test.ts', 'healthy periods are no disruption'],
    [
      '7: a sampler outage is no disruption',
      'analysis/explain.test.ts',
      'name lookups of the sampler are a warning',
    ],
    ['8: one fault by many samplers', 'analysis/explain.test.ts', 'outages that people count'],
    [
      '9: lengths depend on the platform',
      'analysis/shutdowns.test.ts',
      'is from the platform only where the platform',
    ],
  ]);
});

describe('3. Item shapes', () => {
  test('3.1: locator and message are told apart: each half may be empty by itself', async () => {
    const [bothEmpty, , noMessage, noLocator] = saidBy(await runOf('shape-b'));
    expect(bothEmpty).toMatchObject({
      keys: { node: 'demo-worker-a' },
      reason: 'NodeUpdate',
      message: 'drained node',
    });
    expect(noMessage).toMatchObject({ type: 'ClusterOperator', message: 'LocatorOnly: text stays' });
    expect(noMessage.annotations).toMatchObject({ condition: 'Degraded', status: 'True' });
    expect(noLocator).toMatchObject({ keys: { pod: 'dns-x' }, reason: 'Pulled', message: 'image is there' });
  });

  test.each(['array', 'lines', 'documents', 'sippy', 'crlf'])(
    '3.1, 3.4: items in a container (%s)',
    async (form) => {
      const [plain, other] = await Promise.all(
        ['container-items', `container-${form}`].map((name) => runOf(name)),
      );
      const rows = ({ table }: Run) => Array.from({ length: table.length }, (_, row) => rowText(table, row));
      expect(rows(other)).toEqual(rows(plain));
      expect(rows(plain)).toHaveLength(2);
      expect({ ...other.report, inputs: [] }).toEqual({ ...plain.report, inputs: [] });
    },
  );

  test('3.2: what strings say gets the keys, reasons and sources of today', async () => {
    const said = saidBy(await runOf('shape-a'));
    expect(said.map(({ source, type, reason }) => [source, type, reason])).toEqual([
      ['KubeEvent', 'Pod', 'ShutdownInitiated'],
      ['NodeState', 'Node', 'NodeUpdate'],
      ['PodMonitor', 'Container', 'ContainerWait'],
      ['Disruption', 'Disruption', 'DisruptionBegan'],
      ['OperatorState', 'ClusterOperator', 'NodeControllerDegraded'],
      ['Alert', 'Alert', ''],
      ['E2ETest', 'E2ETest', ''],
    ]);
  });

  test('3.3: source may be called tempSource', async () => {
    expect(saidBy(await runOf('shape-b'))[3].source).toBe('KubeEvent');
  });

  test('3.4: source and display may be left out', async () => {
    const [, , bare] = saidBy(await runOf('quirk-null-maps'));
    expect(bare.source).toBe('');
    const [notShown, shown] = saidBy(await runOf('container-items'));
    expect([notShown.flags & FLAG.display, shown.flags & FLAG.display]).toEqual([0, FLAG.display]);
  });

  test('3.4: a value of another kind than text is kept as text', async () => {
    const said = saidBy(await runOf('quirk-null-maps'))[3];
    expect(said.annotations).toEqual({ cause: 'CauseOnly', count: '3', flag: 'true', none: 'null' });
  });

  test('3.6: very old node changes are plain text', async () => {
    const said = saidBy(await runOf('reboot-node-events-2020'));
    expect(said[1]).toMatchObject({
      source: 'NodeMonitor',
      type: 'Node',
      reason: '',
      message: 'condition Ready changed',
    });
    expect(said[3].message).toBe('Container image already present (4 times)');
  });

  test('3.7: lines of the time line have milliseconds, a length in seconds or less, and no year', async () => {
    const { table, report } = await runOf('build-log', 'monitor-text');
    const lengths = Array.from(table.end, (end, row) => end - table.start[row]).filter(
      (length) => length > 0,
    );
    expect(lengths).toEqual([14_000, 250]);
    expect(new Set(table.precision)).toEqual(new Set([PRECISION.millisecond]));
    expect(report.range?.from).toBe('2020-11-05T11:58:40.125Z');
    expect(report.shutdowns).toMatchObject([{ initiated: '2020-11-05T11:58:40.125Z', outcome: 'complete' }]);
  });

  test('3.7: years turn within a file', async () => {
    const { report } = await runOf('new-year', 'monitor-text');
    expect(report.range).toEqual({ from: '2025-12-31T23:59:59.900Z', to: '2026-01-01T00:00:00.100Z' });
    expect(report.inputs[0].notices.map(({ code }) => code)).toContain('year-assumed');
  });

  test('3.7: the same lines stand in summaries of disruption (1.5)', async () => {
    const { report } = await runOf('since-2023', 'backend-disruption');
    expect(
      report.disruptions.map(({ backend, loadBalancer, protocol, seconds }) => [
        backend,
        loadBalancer,
        protocol,
        seconds,
      ]),
    ).toEqual([
      ['kube-api', 'internal', 'http2', 3],
      ['kube-api', 'internal', 'http2', 3],
    ]);
    expect(report.inputs[0].records).toBe(2); // a backend without disruption is a record too: it was measured
  });

  tickedElsewhere([
    ['3.5: locators as text', 'formats/locator-text.test.ts', 'locators as text'],
    ['3.5: names of tests', 'formats/locator-text.test.ts', 'a test name holds spaces, slashes and quotes'],
    ['3.6: messages as text', 'formats/message-text.test.ts', 'parseMessageText(%j)'],
    ['3.6: texts of operator conditions', 'formats/message-text.test.ts', 'parseOperatorMessageText(%j)'],
  ]);
});

describe('4. Vocabulary', () => {
  test('what this code has never heard of is kept as it is', async () => {
    expect(saidBy(await runOf('other-sources')).at(-1)).toMatchObject({
      source: 'SourceOfNextYear',
      type: 'TypeOfNextYear',
      keys: { 'key-of-next-year': 'x' },
      reason: 'ReasonOfNextYear',
      annotations: { 'annotation-of-next-year': 'y' },
    });
  });

  test('4.1: sources of disruption are those that begin with the word', async () => {
    const { report } = await runOf('disruption-localhost');
    expect(report.disruptions.map(({ backend, loadBalancer }) => [backend, loadBalancer])).toEqual([
      ['kube-api', 'localhost'],
      ['kube-api', 'localhost'],
    ]);
  });

  test('4.5: firstTimestamp may be the zero time, which is none', async () => {
    const zero = event('10:00:00', 'demo-master-0', 'ShutdownInitiated');
    zero.message.annotations = {
      count: '3',
      firstTimestamp: '0001-01-01T00:00:00Z',
      reason: 'ShutdownInitiated',
    };
    const { report } = await loadTexts([fileOf([zero])]);
    expect(report.shutdowns.map(({ initiated }) => initiated)).toEqual(['2025-05-06T10:00:00.000Z']);
  });

  test('4.5: no-audit-id is no audit ID', async () => {
    const { report } = await runOf('disruption-in-cluster');
    expect(report.disruptions.flatMap(({ auditIds }) => auditIds)).toEqual([]);
    const others = await runOf('container-items');
    expect(others.report.disruptions[0].auditIds).toEqual(['3f0e7c52-8a43-4c0e-9c3b-5b7a6e0d1a11']);
  });
});

describe('5. Backend disruption', () => {
  test('5.1: only Error rows that began are outages', async () => {
    const { report } = await runOf('disruption-current');
    const kube = report.disruptions.filter((one) => one.backend === 'kube-api' && !one.cache);
    expect(kube.map(({ connection, from, rows }) => [connection, from.slice(11, 19), rows])).toEqual([
      ['new', '07:08:09', 2],
      ['reused', '07:15:01', 1],
    ]);
    expect(report.warnings.map(({ code }) => code)).toContain('sampler-outage');
  });

  test('5.1: a lone failure may begin and end in one second, and a sampler may stop in an outage', async () => {
    const { report } = await runOf('disruption-in-cluster');
    expect(report.disruptions.map(({ connection, seconds, open }) => [connection, seconds, open])).toEqual([
      ['new', 3, false],
      ['new', 0, false],
      ['reused', null, true],
    ]);
  });

  test('5.2: the three items of early 2021 are one outage, with the error of the first', async () => {
    const { report } = await runOf('disruption-2021');
    expect(
      report.disruptions.map((one) => [one.backend, one.connection, one.seconds, one.errors.join()]),
    ).toEqual([
      ['kube-api', 'new', 3, 'connection-refused'],
      ['oauth-api', 'reused', 3, 'connection-refused'],
      ['openshift-api', 'reused', 3, 'connection-refused'],
    ]);
  });

  test('5.2: name lookups are told by their text where there was no reason yet', async () => {
    const { report } = await runOf('disruption-late-2021');
    expect(report.warnings).toMatchObject([{ code: 'sampler-outage', count: 1 }]);
    expect(report.disruptions.map(({ from }) => from.slice(11, 16))).not.toContain('07:20');
  });

  test('5.3: samplers in the cluster name their way, node-to-node pollers and routes have none', async () => {
    const { report } = await runOf('disruption-2022');
    expect(report.disruptions.map((one) => [one.backend, one.cache, one.loadBalancer, one.protocol])).toEqual(
      [
        ['kube-api', false, 'external', 'http1'],
        ['kube-api', false, 'internal', 'http2'],
        ['oauth-api', true, 'external', 'http1'],
        ['image-registry', false, null, null],
      ],
    );
  });

  test('5.4: 2020 had bare names, and notes of failed contact that no sampler made', async () => {
    const run = await runOf('disruption-2020');
    expect(run.report.disruptions.map((one) => [one.backend, one.connection, one.seconds])).toEqual([
      ['kube-api', null, 3],
      ['openshift-api', null, 3],
    ]);
    expect(saidBy(run)[6]).toMatchObject({ source: '', type: 'Kind', reason: '' });
  });

  test('5.4: late 2021 had routes and a namespace in its locators', async () => {
    const { report } = await runOf('disruption-late-2021');
    expect(report.disruptions.map((one) => [one.backend, one.connection, one.signal])).toEqual([
      ['kube-api', 'new', 'undeterminable'],
      ['openshift-api', 'reused', 'undeterminable'],
      ['ingress-to-console', 'reused', 'not-applicable'],
      ['service-loadbalancer-with-pdb', 'new', 'not-applicable'],
    ]);
  });

  test('5.5: pollers of one kept connection are shown, and are no outage of a backend', async () => {
    const run = await runOf('established-connection');
    expect(run.report.disruptions).toEqual([]);
    expect(saidBy(run)[1].annotations).toMatchObject({
      'failed-probe-start': '2025-05-06T07:08:02.123456789Z',
    });
  });

  tickedElsewhere([
    ['5.1: adjacent outages are one', 'analysis/explain.test.ts', 'rows of one outage are merged'],
    ['5.1: 429 is a failure', 'analysis/backends.test.ts', 'http-429'],
    ['5.2: classes of errors', 'analysis/backends.test.ts', 'error text %j is %s'],
    ['5.3: names of backends', 'analysis/backends.test.ts', 'kube-api-http2-internal-lb-new-connections'],
    ['5.3: slips of 2021', 'analysis/backends.test.ts', 'ingress-to-console-used-connections'],
    ['5.3: who can explain whom', 'analysis/explain.test.ts', 'who can explain whom'],
    ['5.3: controls', 'analysis/explain.test.ts', "the client's own network"],
    ['5.4: all eras name the same', 'analysis/eras.test.ts', 'disruption of the API as %s tells it'],
    ['5.6: localhost', 'analysis/explain.test.ts', "over localhost only the same node's"],
    ['5.6: single node', 'analysis/explain.test.ts', 'single node: outages are expected'],
  ]);
});

describe('6. kube-apiserver shutdown', () => {
  test('6.2: openshift-apiserver kept TerminationStart', async () => {
    const { report } = await runOf('shutdown-openshift-apiserver');
    expect(report.shutdowns[0]).toMatchObject({
      server: 'openshift-apiserver',
      node: null,
      pod: 'apiserver-6c7f9d5b4-x2x4z',
      initiated: '2025-05-06T07:06:40.000Z',
      finished: '2025-05-06T07:06:58.000Z',
    });
  });

  test('6.2: InFlightRequestsDrained is no end', async () => {
    const drained = event('10:01:10', 'demo-master-0', 'InFlightRequestsDrained');
    const { report } = await loadTexts([fileOf([signal('10:00:00', 'demo-master-0'), drained])]);
    expect(report.shutdowns).toMatchObject([{ finished: null, outcome: 'unknown' }]);
  });

  test('6.2: what went wrong is warned of, and a time-out leaves a stop incomplete', async () => {
    const { report } = await runOf('shutdown-incidents');
    expect(report.warnings.map(({ code }) => code)).toEqual([
      'late-connections',
      'non-graceful',
      'before-ready',
    ]);
    expect(report.shutdowns).toMatchObject([{ node: 'demo-master-0', outcome: 'incomplete' }]);
    expect(report.episodes.map(({ kind, node }) => [kind, node])).toContainEqual(['crash', 'demo-master-1']);
  });

  test('6.4: pod, namespace and node of a window are in its text', async () => {
    expect(saidBy(await runOf('shutdown-4.12'))[0]).toMatchObject({
      source: 'APIServerGracefulShutdown',
      type: '',
      keys: {
        namespace: 'openshift-kube-apiserver',
        node: 'demo-master-0',
        pod: 'kube-apiserver-demo-master-0',
        server: 'kube-apiserver',
      },
      reason: 'GracefulAPIServerShutdown',
    });
  });

  test('6.4: half a pair has an invented second: a start has no end, an end no start; a long pair tells nothing', async () => {
    const { report } = await runOf('shutdown-4.12-half');
    expect(
      report.shutdowns.map(({ node, initiated, finished }) => [
        node,
        initiated?.slice(11, 19),
        finished?.slice(11, 19),
      ]),
    ).toEqual([
      ['demo-master-0', '07:06:40', undefined],
      ['demo-master-1', undefined, '07:16:40'],
    ]);
    expect(report.shutdowns[0].outcome).toBe('incomplete');
    expect(report.warnings).toMatchObject([{ code: 'window-too-long', count: 1 }]);
  });

  test('6.5: windows of other namespaces are nobody’s', async () => {
    const { report } = await runOf('shutdown-openshift-apiserver');
    expect(report.shutdowns.map(({ server }) => server)).toEqual(['openshift-apiserver', 'oauth-apiserver']);
  });

  test('6.6: the end of a header window is computed, and no end of the stop; the host is in its text', async () => {
    const run = await runOf('shutdown-header-window');
    expect(saidBy(run).map(({ flags }) => flags & FLAG.predicted)).toEqual([FLAG.predicted, FLAG.predicted]);
    expect(run.report.shutdowns).toMatchObject([
      {
        node: 'demo-master-0',
        finished: null,
        outcome: 'unknown',
        delaySeconds: 70,
        delayFrom: 'header',
        evidence: ['header'],
      },
    ]);
  });

  test.each([
    [{ platform: 'aws' }, 129],
    [{ platform: 'azure' }, 70],
    [{ platform: 'gcp' }, 95],
    [{ platform: 'gcp', topology: 'single' }, 0],
    [{}, null],
  ] as const)('6.7: the delay of %j is %s s', async (settings, seconds) => {
    const items = JSON.parse(fileOf([signal('10:00:00', 'demo-master-0')])) as {
      items: { from: string; to: string }[];
    };
    for (const item of items.items) item.from = item.to = '2025-08-06T10:00:00Z';
    const { report } = await loadTexts([JSON.stringify(items)], settings);
    expect(report.shutdowns[0].delaySeconds).toBe(seconds);
  });

  test.each([
    ['aws', 194],
    ['azure', 135],
  ])('6.7: a stop on %s is killed after %d s: then it is incomplete', async (platform, seconds) => {
    const outcomes = [seconds - 1, seconds].map(async (last) => {
      const clock = new Date(Date.UTC(2025, 0, 1, 10, 0, last)).toISOString().slice(11, 19);
      const items = [otherEvent('09:00:00'), signal('10:00:00', 'demo-master-0'), otherEvent(clock)];
      return (await loadTexts([fileOf(items)], { platform })).report.shutdowns[0].outcome;
    });
    expect(await Promise.all(outcomes)).toEqual(['unknown', 'incomplete']);
  });

  test('6.8: metrics of clients name a load balancer or a component', async () => {
    const { report } = await runOf('client-metrics');
    expect(
      report.disruptions.map(({ loadBalancer, observer, group }) => [loadBalancer, observer, group]),
    ).toEqual([
      ['internal', 'APIUnreachableFromClient', null],
      [null, 'APIUnreachableFromClient', null],
    ]);
  });

  test('6.9: seconds of 5xx from audit logs are rows, and neither disruption nor totals', async () => {
    const run = await runOf('audit-log');
    expect(saidBy(run)).toMatchObject([{ source: 'AuditLog', annotations: { count: '3' } }]);
    expect([run.report.disruptions, run.report.audit]).toEqual([[], null]);
  });

  test('6.10: an open window stands for a stop until its hard kill, and no longer', async () => {
    const file = (clock: string) =>
      fileOf([
        shutdownWindow('10:00:00', null, 'demo-master-0'),
        disruption(clock, null, 'kube-api-new-connections'),
      ]);
    const signals = ['10:02:00', '10:30:00'].map(
      async (clock) => (await loadTexts([file(clock)], { platform: 'azure' })).report.disruptions[0].signal,
    );
    expect(await Promise.all(signals)).toEqual(['signalled', 'undeterminable']);
  });

  tickedElsewhere([
    [
      '6.2: older names',
      'analysis/shutdowns.test.ts',
      'reasons of 4.8 and before stand under their later names',
    ],
    [
      '6.2: NonGracefulTermination is written late',
      'analysis/explain.test.ts',
      'a crash is told by the next process',
    ],
    ['6.2: events may be missing', 'analysis/shutdowns.test.ts', 'is inferred from the end of the delay'],
    ['6.3: repeated events', 'analysis/shutdowns.test.ts', 'a repeated event is two sightings'],
    [
      '6.5: end without a start',
      'analysis/shutdowns.test.ts',
      'that begins with its monitor has an invented start',
    ],
    ['6.5: start without an end', 'analysis/shutdowns.test.ts', 'without an end is incomplete'],
    ['6.6: reactions', 'analysis/explain.test.ts', 'header windows tell how long each load balancer took'],
    ['6.8: resolution', 'analysis/explain.test.ts', 'are good to half a minute'],
    ['6.10: no windows at all', 'analysis/reboots.test.ts', 'without any source that would show a signal'],
  ]);
});

describe('9. Quirks', () => {
  test('a time that is null, missing, or none at all is open', async () => {
    const times = ({ table }: Run) =>
      Array.from({ length: table.length }, (_, row) =>
        rowText(table, row).split(' ').slice(0, 3).join(' '),
      ).sort();
    expect(times(await runOf('quirk-open-times'))).toEqual([
      '#1 2025-05-06T07:00:00Z =',
      '#2 … 2025-05-06T07:01:00Z',
      '#3 2025-05-06T07:02:00Z …',
      '#4 2025-05-06T07:03:00Z …',
      '#5 … 2025-05-06T07:04:00Z',
      '#6 2025-05-06T07:10:00Z =',
    ]);
  });

  test('an open row is drawn to the edges of the data', async () => {
    const { table, report } = await runOf('quirk-open-times');
    const [first, last] = [Date.parse('2025-05-06T07:00:00Z'), Date.parse('2025-05-06T07:10:00Z')];
    for (let row = 0; row < table.length; row++) {
      if (table.flags[row] & FLAG.openStart) expect(table.start[row]).toBe(first);
      if (table.flags[row] & FLAG.openEnd) expect(table.end[row]).toBe(last);
    }
    expect(report.range).toEqual({ from: '2025-05-06T07:00:00.000Z', to: '2025-05-06T07:10:00.000Z' });
  });

  test('the zero time is no time', async () => {
    const { report, table } = await runOf('quirk-zero-times');
    expect(report.inputs[0]).toMatchObject({
      records: 3,
      skipped: 2,
      notices: [{ code: 'no-time', count: 2 }],
    });
    expect(table.start[0]).toBeGreaterThan(Date.UTC(2025, 0));
  });

  test('a row that ends before it starts is an instant at its start, and marked', async () => {
    const { table } = await runOf('quirk-to-before-from');
    expect([table.start[0], table.end[0]]).toEqual([Date.UTC(2025, 4, 6, 7, 5), Date.UTC(2025, 4, 6, 7, 5)]);
    expect(table.flags[0] & FLAG.backward).toBe(FLAG.backward);
  });

  test('from may equal to in a timelines file: that proves no events', async () => {
    const short = reboot('10:00:00', '10:00:00', 'demo-master-0');
    const window = shutdownWindow('11:00:00', '11:01:20', 'demo-master-1');
    const { report } = await loadTexts([fileOf([short, window])]);
    expect(report.coverage.map(({ kind }) => kind)).toEqual(['windows']);
  });

  test('exact duplicates are dropped and counted, near ones are not', async () => {
    const { report } = await runOf('quirk-duplicates');
    expect(report.inputs[0]).toMatchObject({
      records: 6,
      notices: [{ code: 'duplicate', count: 3, first: { item: 2 } }],
    });
    expect(report.intervals).toBe(3);
  });

  test('an unknown level is shown as Info, and told', async () => {
    const { table, report } = await runOf('quirk-unknown-level');
    expect(Array.from(table.level)).toEqual([0, 0, 0]);
    expect(report.inputs[0].notices).toMatchObject([{ code: 'unknown-level', count: 3 }]);
  });

  test('a huge message is kept whole', async () => {
    expect(saidBy(await runOf('quirk-huge-message'))[0].message).toHaveLength(11_913);
  });

  test('control characters and new lines are kept', async () => {
    const [ansi, lines] = saidBy(await runOf('quirk-control-characters'));
    expect(ansi.message).toBe('\u001b[31mred\u001b[0m\nnew line\ttab\r\u0000zero \u202ereversed');
    expect(lines.message).toBe('first line\nsecond/line third\tword');
  });

  test('names of tests may hold anything', async () => {
    const names = saidBy(await runOf('quirk-test-names')).map(({ keys }) => keys['e2e-test']);
    expect(names).toEqual([
      '[sig-demo] größe “quoted” "x" 名前 😀 a/slash [Suite:demo]',
      '[sig-demo] größe "x" 😀 a/slash node/none [Suite:demo]',
    ]);
  });

  test('escapes of HTML characters are characters', async () => {
    expect(saidBy(await runOf('quirk-escapes'))[0].message).toBe('<html> a && b \u2028 😀 "quoted" \\ ]}');
    const [page] = saidBy(await runOf('escaped', 'intervals-html'));
    expect(page.message).toContain('</script><script>alert(1)</script>&amp;');
  });

  test('invalid UTF-8 costs the characters that are broken', async () => {
    const messages = saidBy(await runOf('quirk-invalid-utf8')).map(({ message }) => message);
    expect(messages).toEqual(['broken \ufffd\ufffd( text', 'whole text']);
  });

  test.each(['container-empty', 'container-null'])(
    'an empty list is a file with no data: %s',
    async (name) => {
      const { report } = await runOf(name);
      expect(report.inputs[0]).toMatchObject({ format: 'intervals', records: 0, skipped: 0, failure: null });
      expect(report.range).toBeNull();
    },
  );

  test('items far outside of the run tell nothing of what the monitor watched', async () => {
    const { report } = await runOf('quirk-far-outside');
    expect(report.range?.from).toBe('2024-05-06T07:00:00.000Z');
    expect(new Set(report.coverage.map(({ from }) => from))).toEqual(new Set(['2025-05-06T04:00:00.000Z']));
  });

  test('the key row is part of what a row is about', async () => {
    const { table } = await runOf('quirk-row-key');
    expect([table.length, table.locators.length]).toEqual([2, 2]);
  });

  test('NotReady and Deleted mean one thing of nodes and another of containers and pods', async () => {
    const said = saidBy(await runOf('not-ready')).map(({ source, reason }) => `${source} ${reason}`);
    expect(said).toEqual([
      'NodeMonitor NotReady',
      'NodeState NotReady',
      'PodState NotReady',
      'NodeState NotReady',
      'PodState NotReady',
      'NodeMonitor Deleted',
      'PodMonitor Deleted',
    ]);
  });

  test('constructed/true tells what was derived, as the owners of later years do', async () => {
    const run = await runOf('reboot-4.12');
    expect(saidBy(run).map(({ source }) => source)).toEqual([
      'NodeState',
      'NodeState',
      'NodeState',
      'PodState',
    ]);
    expect(saidBy(run)[2].annotations).toMatchObject({ roles: 'worker', state: 'OperatingSystemUpdate' });
    expect(run.report.episodes.map(({ kind, node }) => [kind, node])).toEqual([['reboot', 'demo-master-0']]);
  });

  test('misspelt sources and reasons are matched as they are', async () => {
    const run = await runOf('other-sources');
    const words = saidBy(run).flatMap(({ source, reason }) => [source, reason]);
    expect(words).toEqual(expect.arrayContaining(['NetworkMangerLog', 'CloudMetricsExtrenuous']));
    expect(run.report.run.platform).toBe('azure'); // whose metrics they are
  });

  test('unknown starts of static pods are open, whatever length is printed', async () => {
    const { table, report } = await runOf('static-pod-install');
    expect(Array.from(table.flags, (flags) => flags & (FLAG.openStart | FLAG.openEnd)).sort()).toEqual([
      1, 2,
    ]);
    expect(report.episodes).toEqual([]); // etcd's, no apiserver's
  });

  test('keys that objects have, and keys given twice, are harmless', async () => {
    const [first, second] = saidBy(await runOf('quirk-prototype-keys'));
    expect(Object.entries(first.keys)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['toString', 'z'],
    ]);
    expect(second).toMatchObject({ message: 'the last of two counts', type: 'Node' });
  });

  tickedElsewhere([
    ['near duplicates are grouped', 'analysis/explain.test.ts', 'outages that people count'],
    [
      'cut-off files keep what was read',
      'formats/contract.test.ts',
      'cut anywhere it keeps the records before the cut',
    ],
    [
      'gzip without .gz',
      'formats/contract.test.ts',
      'is the same in pieces, gzipped, and in other encodings',
    ],
    ['HTML instead of JSON', 'analysis/eras.test.ts', 'a page of %s says what the timelines file says'],
    ['error pages of buckets', 'formats/contract.test.ts', 'bucket-error'],
  ]);
});
