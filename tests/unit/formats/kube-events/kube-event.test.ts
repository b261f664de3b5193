import { describe, expect, test } from 'vitest';
import {
  isKubeEvent,
  readKubeEvent,
  timeOfName,
  unwrapWatch,
} from '../../../../src/formats/kube-events/kube-event.ts';
import { formatTime, PRECISION } from '../../../../src/base/time.ts';

const SECOND_TIME = '2023-03-10T18:03:45Z';

function event(
  more: Readonly<Record<string, unknown>> = {},
  metadata: Readonly<Record<string, unknown>> = {},
) {
  return readKubeEvent({
    metadata: { name: 'kube-apiserver-m0.174b20de6ce550b0', ...metadata },
    involvedObject: { kind: 'Pod', namespace: 'openshift-kube-apiserver', name: 'kube-apiserver-m0' },
    reason: 'ShutdownInitiated',
    message: 'Received signal to terminate',
    ...more,
  });
}

describe('the time', () => {
  const exact = timeOfName('kube-apiserver-m0.174b20de6ce550b0')!;

  test('at the end of a name is its nanoseconds', () => {
    expect(formatTime(exact.at)).toBe('2023-03-10T18:03:45.807Z');
    expect(exact.at % 1).toBeCloseTo(0.438, 3);
    expect(exact.precision).toBe(PRECISION.microsecond);
  });

  test.each([
    'x',
    'x.174b20de6ce550b',
    'x.ffffffffffffffff',
    'x.0000000000000001',
    'x.174b20de6ce550b0z',
    '',
  ])('is none in %j', (name) => expect(timeOfName(name)).toBeNull());

  test('of the name counts within two seconds of the fields', () => {
    const near = { firstTimestamp: SECOND_TIME, lastTimestamp: SECOND_TIME, count: 1 };
    expect(event(near)!.at).toEqual(exact);
    const far = { firstTimestamp: '2023-03-10T18:03:43Z', lastTimestamp: '2023-03-10T18:03:43Z', count: 1 };
    expect(event(far)!.at).toEqual({ at: Date.parse('2023-03-10T18:03:43Z'), precision: PRECISION.second });
  });

  test('is taken after what is most exact', () => {
    const plain = { name: 'odd' };
    const times = {
      eventTime: '2023-03-10T18:03:45.807000Z',
      lastTimestamp: '2023-03-10T18:03:46Z',
      firstTimestamp: '2023-03-10T18:03:44Z',
    };
    const created = { ...plain, creationTimestamp: '2023-03-10T18:03:50Z' };
    const at = (more: Readonly<Record<string, unknown>>) =>
      formatTime(event(more, created)!.at.at).slice(17, 23);
    expect(at(times)).toBe('45.807');
    expect(at({ ...times, eventTime: null })).toBe('46.000');
    expect(at({ firstTimestamp: times.firstTimestamp })).toBe('44.000');
    expect(at({})).toBe('50.000');
    expect(event({}, plain)).toBeNull();
    expect(event({ lastTimestamp: '0001-01-01T00:00:00Z' }, plain)).toBeNull();
  });

  test('of a repeated event are its first and its last', () => {
    const repeated = event({ firstTimestamp: SECOND_TIME, lastTimestamp: '2023-03-10T18:05:00Z', count: 3 })!;
    expect(repeated.first).toEqual(exact);
    expect(formatTime(repeated.at.at)).toBe('2023-03-10T18:05:00.000Z');
    expect(repeated.count).toBe(3);
    const series = {
      eventTime: SECOND_TIME,
      series: { count: 9, lastObservedTime: '2023-03-10T18:05:00.2Z' },
    };
    expect(event(series, { name: 'odd' })).toMatchObject({
      count: 9,
      first: { at: Date.parse(SECOND_TIME) },
    });
  });
});

describe('what it is about', () => {
  const about = (involvedObject: unknown, source: unknown = {}) =>
    event({ involvedObject, source, lastTimestamp: SECOND_TIME })!.locator;

  test('has the keys of interval files', () => {
    const pod = { kind: 'Pod', namespace: 'demo', name: 'p' };
    expect(about(pod)).toEqual({ type: 'Kind', keys: { namespace: 'demo', pod: 'p' } });
    expect(about(pod, { component: 'kubelet', host: 'n' })).toEqual({
      type: 'Kind',
      keys: { namespace: 'demo', pod: 'p', node: 'n' },
    });
    expect(about({ kind: 'Node', name: 'n' })).toEqual({ type: 'Node', keys: { node: 'n' } });
  });

  test('is a namespace where the apiserver knows no pod; its host is the node', () => {
    const namespace = { kind: 'Namespace', name: 'openshift-kube-apiserver' };
    expect(about(namespace, { component: 'apiserver', host: 'h' }).keys).toEqual({
      namespace: 'openshift-kube-apiserver',
      node: 'h',
    });
    expect(about(namespace).keys).toEqual({ namespace: 'openshift-kube-apiserver' });
  });

  test('may have a kind that is no word', () => {
    expect(about({ kind: '__proto__', name: 'x' })).toEqual({ type: 'Kind', keys: { name: 'x' } });
  });
});

test('audit records, intervals and other objects are no events', () => {
  const own = { involvedObject: {}, reason: 'x' };
  expect(isKubeEvent(own)).toBe(true);
  expect(isKubeEvent({ regarding: {}, note: 'x' })).toBe(true);
  expect(isKubeEvent({ ...own, auditID: 'x' })).toBe(false);
  expect(isKubeEvent({ ...own, locator: 'x' })).toBe(false);
  expect(isKubeEvent({ reason: 'x', message: 'y' })).toBe(false);
  expect(
    isKubeEvent({ namespace: 'n', lastTimestamp: SECOND_TIME, reason: 'x', type: 'Normal', message: 'y' }),
  ).toBe(true);
});

test('a watch wraps what it tells', () => {
  const object = { involvedObject: {} };
  expect(unwrapWatch({ type: 'MODIFIED', object })).toEqual({ object, change: 'MODIFIED' });
  expect(unwrapWatch({ type: 'Normal', object })).toEqual({ object: { type: 'Normal', object }, change: '' });
});
