import { describe, expect, test } from 'vitest';
import { parseMonitorLine } from '../../../src/formats/monitor-line.ts';
import { loadTexts, NOW, readOne } from '../../support/read.ts';
import { fileOf, otherEvent } from '../../support/items.ts';

const TEXT = `started: (0/1/2305) "[sig-demo] something"
Nov 05 12:00:03.250 E kube-apiserver Kube API started failing: context deadline exceeded
Nov 05 12:00:04.000 - 14s   E kube-apiserver Kube API is not responding to GET requests
Nov 05 12:00:18.000 I kube-apiserver Kube API started responding to GET requests
Nov 05 12:00:01.500 I ns/openshift-kube-apiserver pod/kube-apiserver-demo-master-0 node/demo-master-0 reason/TerminationStart Received signal to terminate, becoming unready, but keeping serving
`;

describe('a line', () => {
  const read = (text: string) => parseMonitorLine(text, { asOf: null, now: NOW });
  test.each([
    [
      'Nov 05 12:00:03.250 E kube-apiserver Kube API started failing: x/y',
      'kube-apiserver',
      'Kube API started failing: x/y',
    ],
    [
      'Nov 05 12:00:03.250 I ns/a pod/b node/c uid/d reason/Created ',
      'ns/a pod/b node/c uid/d',
      'reason/Created ',
    ],
    [
      'Nov 05 12:00:03.250 I e2e-test/"[sig] a b/c \\"q\\"" started',
      'e2e-test/"[sig] a b/c \\"q\\""',
      'started',
    ],
    [
      'Nov 05 12:00:03.250 W alert/Foo ns/a ALERTS{alertname="Foo"}',
      'alert/Foo ns/a',
      'ALERTS{alertname="Foo"}',
    ],
    [
      'Nov 05 12:00:03.250 E disruption/kube-api connection/new disruption/kube-api connection/new stopped responding',
      'disruption/kube-api connection/new',
      'disruption/kube-api connection/new stopped responding',
    ],
    [
      'Nov 05 12:00:03.250 I clusteroperator/etcd condition/Degraded status/True reason/a b',
      'clusteroperator/etcd',
      'condition/Degraded status/True reason/a b',
    ],
  ])('%s', (line, locator, message) =>
    expect(read(line)).toMatchObject({ locator, message, from: '2025-11-05T12:00:03.250Z' }),
  );

  test('of an interval has its length', () => {
    expect(read('Nov 05 12:00:04.000 - 999ms E a b')).toMatchObject({
      from: '2025-11-05T12:00:04.000Z',
      to: '2025-11-05T12:00:04.999Z',
    });
  });

  test.each([
    'Nov 05 12:00:04 E a b',
    'Nov 35 12:00:04.000 E a b',
    'Nov 05 12:00:04.000 - 5x E a',
    'nothing',
  ])('%s is none', (line) => expect(read(line)).toBeNull());
});

test('a build log gives disruption and signals; its year is assumed, and other lines are counted', async () => {
  const { report } = await loadTexts([TEXT]);
  expect(report.inputs).toMatchObject([
    {
      format: 'monitor-text',
      records: 4,
      skipped: 0,
      notices: [
        { code: 'year-assumed', count: 4 },
        { code: 'other-lines', count: 1, first: { line: 1 } },
      ],
    },
  ]);
  expect(report.disruptions).toMatchObject([
    {
      backend: 'kube-api',
      connection: null,
      loadBalancer: 'external',
      protocol: 'http1',
      from: '2025-11-05T12:00:04.000Z',
      seconds: 14,
      rows: 2,
      errors: ['deadline-exceeded'],
      signal: 'signalled',
    },
  ]);
  expect(report.shutdowns).toMatchObject([{ node: 'demo-master-0', initiated: '2025-11-05T12:00:01.500Z' }]);
});

test('the year comes from --as-of, or from inputs that have one', async () => {
  const given = await loadTexts([TEXT], { asOf: '2020-11-06T00:00:00Z' });
  expect(given.report.range!.from).toBe('2020-11-05T12:00:01.500Z');
  expect(given.report.inputs[0].notices.map((one) => one.code)).toEqual(['other-lines']);
  const beside = await loadTexts([TEXT, fileOf([otherEvent('10:00:00')])]); // of May 2025
  expect(beside.report.shutdowns[0].initiated).toBe('2024-11-05T12:00:01.500Z');
  const older = fileOf([
    { ...otherEvent('10:00:00'), from: '2021-11-05T11:00:00Z', to: '2021-11-05T11:00:00Z' },
  ]);
  const moved = (await loadTexts({ a: TEXT, b: older })).report;
  expect(moved.shutdowns[0].initiated).toBe('2021-11-05T12:00:01.500Z');
  expect(moved.inputs[0]).toMatchObject({ from: '2021-11-05T12:00:01.500Z' });
});

test('a summary of backends has a record for each, and the outages in its lines', async () => {
  const summary = {
    BackendDisruptions: {
      'kube-api-new-connections': {
        Name: 'kube-api-new-connections',
        ConnectionType: 'New',
        DisruptedDuration: '14s',
        DisruptionMessages: [
          'Nov 05 12:00:04.000 - 14s   E disruption/kube-api connection/new disruption/kube-api connection/new stopped responding to GET requests over new connections: EOF',
        ],
      },
      'oauth-api-new-connections': {
        Name: 'oauth-api-new-connections',
        DisruptedDuration: '0s',
        DisruptionMessages: null,
      },
      broken: 7,
    },
  };
  const { input, table } = await readOne(JSON.stringify(summary));
  expect(input).toMatchObject({ format: 'backend-disruption', records: 2, skipped: 1 });
  expect(table.length).toBe(1);
  const { report } = await loadTexts([JSON.stringify(summary)]);
  expect(report.disruptions).toMatchObject([
    { backend: 'kube-api', connection: 'new', seconds: 14, errors: ['eof'] },
  ]);
});

test('a log of a test run without a time line is told as such', async () => {
  const { input } = await readOne('started: (0/1/2) "x"\npassed: (1s) "x"\n');
  expect(input).toMatchObject({ format: null, failure: { code: 'unknown-format' } });
});
