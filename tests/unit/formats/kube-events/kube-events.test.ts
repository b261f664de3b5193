import { expect, test } from 'vitest';
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
