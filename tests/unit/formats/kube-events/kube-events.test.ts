import { describe, expect, test } from 'vitest';
import { findRecord } from '../../../../src/formats/find-record.ts';
import { fixture } from '../../../support/fixtures.ts';
import { loadTexts, readOne } from '../../../support/read.ts';

const list = fixture('kube-events', 'rollout').bytes;
const monitor = {
  level: 'Info',
  source: 'KubeEvent',
  locator: {
    type: 'Kind',
    keys: { namespace: 'openshift-kube-apiserver', pod: 'kube-apiserver-demo-master-0' },
  },
  message: { reason: 'ShutdownInitiated', humanMessage: 'Received signal to terminate', annotations: {} },
  from: '2025-05-06T07:06:40Z',
  to: '2025-05-06T07:06:40Z',
};

test('the same event as the monitor saw it and as the cluster kept it is one signal, at its exact time', async () => {
  const { report } = await loadTexts([list, JSON.stringify({ items: [monitor] })]);
  expect(report.shutdowns).toHaveLength(1);
  expect(report.shutdowns[0]).toMatchObject({ signals: 1, initiated: '2025-05-06T07:06:40.807Z' });
});

test('the same event in a list and in YAML is one row', async () => {
  const yaml = fixture('kube-events', 'documents').bytes;
  const { report, table } = await loadTexts([list, yaml]);
  expect(table.length).toBe(14);
  expect(report.inputs[1].notices).toContainEqual({ code: 'duplicate', count: 2, first: { item: 1 } });
});

test('a record is found again, in JSON and in YAML', async () => {
  const chunks = async function* (bytes: Uint8Array) {
    yield await Promise.resolve(bytes);
  };
  expect(await findRecord('kube-events', chunks(list), 5)).toContain('"reason":"ShutdownInitiated"');
  const yaml = fixture('kube-events', 'must-gather').bytes;
  expect(await findRecord('kube-events', chunks(yaml), 3)).toContain('reason: ShutdownInitiated');
  expect(await findRecord('kube-events', chunks(yaml), 9)).toBeNull();
});

test.each([
  [
    'deep flow collections',
    `apiVersion: v1\nkind: List\nitems:\n- involvedObject: {}\n  reason: x\n  y: ${'['.repeat(100_000)}\n`,
  ],
  [
    'aliases of aliases',
    `apiVersion: v1\nkind: List\nitems:\n- involvedObject: &a {x: y}\n  reason: x\n  l: &b [${'*a,'.repeat(99)}*a]\n  m: [${'*b,'.repeat(99)}*b]\n`,
  ],
  [
    'a long line',
    `apiVersion: v1\nkind: List\nitems:\n- involvedObject: {}\n  reason: x\n  message: ${'x'.repeat(2_000_000)}\n`,
  ],
])('%s are counted, not read', async (_, text) => {
  const { input, table } = await readOne(text);
  expect(input).toMatchObject({ format: 'kube-events', records: 0 });
  expect(input.skipped + (input.failure === null ? 0 : 1)).toBe(1);
  expect(table.length).toBe(0);
});

const pod = { kind: 'Pod', namespace: 'openshift-kube-apiserver', name: 'kube-apiserver-demo-master-0' };
const repeated = {
  reason: 'ShutdownInitiated',
  type: 'Normal',
  metadata: { name: 'kube-apiserver-demo-master-0.x' },
};
const since = { eventTime: '2025-05-06T07:00:00.000000Z' };
const lastObservedTime = '2025-05-06T08:40:00.000000Z';
const core = {
  ...repeated,
  involvedObject: pod,
  message: 'Received signal to terminate',
  lastTimestamp: '2025-05-06T08:40:00Z',
};

function hiddenBy(part: Awaited<ReturnType<typeof readOne>>): string[] {
  return part.coverage
    .filter(({ kind }) => kind === 'events-blind')
    .flatMap(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(11, 16)));
}
const stepsOf = ({ marks }: Awaited<ReturnType<typeof readOne>>) =>
  marks.map(({ at }) => new Date(at).toISOString().slice(11, 16));

test.each([
  ['a series', { ...since, series: { count: 5, lastObservedTime } }],
  ['a series with a count in quotes', { ...since, series: { count: '5', lastObservedTime } }],
  ['a series without a count', { ...since, series: { lastObservedTime } }],
])('a signal in %s hides those between its times', async (_, more) => {
  const event = { kind: 'Event', ...repeated, regarding: pod, note: 'Received signal to terminate', ...more };
  const part = await readOne(JSON.stringify({ items: [event] }));
  expect(stepsOf(part)).toEqual(['07:00', '08:40']);
  expect(hiddenBy(part)).toEqual(['07:00', '08:40']);
});

test('so does one of core/v1, also where it was stored anew and has the name of its last time', async () => {
  const name = `kube-apiserver-demo-master-0.${(BigInt(Date.UTC(2025, 4, 6, 8, 40)) * 1_000_000n).toString(16)}`;
  const event = { ...core, firstTimestamp: '2025-05-06T07:00:00Z', count: null, metadata: { name } };
  const part = await readOne(JSON.stringify({ kind: 'List', items: [event] }));
  expect(stepsOf(part)).toEqual(['07:00', '08:40']);
  expect(hiddenBy(part)).toEqual(['07:00', '08:40']);
  const twice = await readOne(JSON.stringify({ kind: 'List', items: [{ ...event, count: 2 }] }));
  expect([stepsOf(twice), hiddenBy(twice)]).toEqual([['07:00', '08:40'], []]);
});

test('and one that does not tell its first time hides all since the list began', async () => {
  const other = { ...core, reason: 'Started', lastTimestamp: '2025-05-06T08:00:00Z' };
  const part = await readOne(JSON.stringify({ kind: 'List', items: [{ ...core, count: 4 }, other] }));
  expect(hiddenBy(part)).toEqual(['08:00', '08:40']);
});

describe('what a file leaves out', () => {
  const started = (minute: number) => ({
    ...core,
    reason: `Reason${minute % 3}`,
    metadata: { name: `x-${minute}` },
    involvedObject: { ...pod, name: `x-${minute}` },
    lastTimestamp: new Date(Date.UTC(2025, 4, 6, 7, minute)).toISOString(),
  });
  const all = [0, 10, 20, 30, 40].map(started);
  const covered = ({ coverage }: Awaited<ReturnType<typeof readOne>>) =>
    coverage.map(({ from, to }) =>
      [from, to].map((at) => new Date(at).toISOString().slice(11, 16)).join(' to '),
    );
  const listOf = (metadata: unknown) => JSON.stringify({ kind: 'EventList', metadata, items: all });
  const endingIn = (metadata: unknown) => JSON.stringify({ kind: 'EventList', items: all, metadata });

  test('a list with nothing behind it covers its span', async () => {
    expect(covered(await readOne(listOf({ resourceVersion: '1', continue: '' })))).toEqual([
      '07:00 to 07:40',
    ]);
  });

  test.each([
    ['that goes on', { continue: 'eyJ2Ijoi' }],
    ['of which some remain', { remainingItemCount: 12 }],
  ])('a page of a list %s covers nothing', async (_, metadata) => {
    for (const text of [listOf(metadata), endingIn(metadata)]) {
      expect(covered(await readOne(text))).toEqual([]);
      expect(covered(await readOne(text, { chunkSize: 7 }))).toEqual([]);
    }
  });

  test('an event that says so itself is no page', async () => {
    const event = { ...started(50), message: '"continue":"x"' };
    const text = JSON.stringify({ kind: 'List', items: [...all, event] });
    expect(covered(await readOne(text))).toEqual(['07:00 to 07:50']);
  });

  test('a watch that broke off has a hole until the next later event', async () => {
    const error = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } };
    const lines = [
      ...all.slice(0, 3).map((object) => ({ type: 'ADDED', object })),
      error,
      // It lists anew what it had seen.
      ...all.slice(1).map((object) => ({ type: 'ADDED', object })),
      error,
    ];
    const text = lines.map((one) => JSON.stringify(one)).join('\n');
    expect(covered(await readOne(text))).toEqual(['07:00 to 07:20', '07:30 to 07:40']);
  });
});
