import { expect, test } from 'vitest';
import { EventCoverage } from '../../../../src/formats/kube-events/event-coverage.ts';
import { readKubeEvent } from '../../../../src/formats/kube-events/kube-event.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 4, 6);

interface Told {
  readonly hour: number;
  readonly namespace?: string;
  readonly pod?: string;
  readonly reason?: string;
  readonly type?: string;
  readonly component?: string;
}

function coverage(all: readonly Told[], isWatch = false) {
  const own = new EventCoverage();
  for (const {
    hour,
    namespace = 'openshift-kube-apiserver',
    pod = `p${hour}`,
    reason = `R${hour}`,
    type = 'Normal',
    component,
  } of all) {
    own.add(
      readKubeEvent({
        involvedObject: { kind: 'Pod', namespace, name: pod },
        lastTimestamp: new Date(START + hour * HOUR).toISOString(),
        message: '',
        reason,
        type,
        source: { component },
      })!,
    );
  }
  return own.spans(isWatch).map(({ server, node, from, to }) => ({
    server,
    node,
    from: (from - START) / HOUR,
    to: (to - START) / HOUR,
  }));
}

test('a list covers the last three hours, a watch all that it saw', () => {
  const all = [0, 1, 2, 3, 4, 5].map((hour) => ({ hour }));
  expect(coverage(all)).toEqual([{ server: 'kube-apiserver', node: null, from: 2, to: 5 }]);
  expect(coverage(all, true)).toEqual([{ server: 'kube-apiserver', node: null, from: 0, to: 5 }]);
});

test('a list covers the servers of its namespaces; one of all namespaces covers each server', () => {
  const other = { namespace: 'openshift-etcd' };
  expect(
    coverage([
      { hour: 4, ...other },
      { hour: 5, ...other },
    ]),
  ).toEqual([]);
  const both = [{ hour: 4 }, { hour: 5, namespace: 'openshift-apiserver' }];
  expect(coverage(both).map(({ server }) => server)).toEqual(['kube-apiserver', 'openshift-apiserver']);
  const many = ['a', 'b', 'c', 'd', 'e'].map((namespace, i) => ({ hour: i / 10, namespace }));
  expect(coverage(many).map(({ server }) => server)).toEqual([null]);
});

test('a list of warnings, of one reason, or of one object covers no more than that', () => {
  const warning = { type: 'Warning' };
  expect(
    coverage([
      { hour: 4, ...warning },
      { hour: 5, ...warning },
    ]),
  ).toEqual([]);
  expect(
    coverage([
      { hour: 4, reason: 'Killing' },
      { hour: 5, reason: 'Killing' },
    ]),
  ).toEqual([]);
  const own = { pod: 'kube-apiserver-demo-master-0' };
  expect(
    coverage([
      { hour: 4, ...own },
      { hour: 5, ...own },
    ]),
  ).toEqual([{ server: 'kube-apiserver', node: 'demo-master-0', from: 4, to: 5 }]);
  expect(
    coverage([
      { hour: 4, pod: 'other' },
      { hour: 5, pod: 'other' },
    ]),
  ).toEqual([]);
});

test('nor does a list of warnings with a normal event in it, or of what the kubelet says', () => {
  const kinds = (normal: number, warnings: number) => [
    ...Array.from({ length: normal }, (_, i) => ({ hour: 4 + i / 100 })),
    ...Array.from({ length: warnings }, (_, i) => ({ hour: 4.5 + i / 100, type: 'Warning' })),
  ];
  expect(coverage(kinds(1, 20))).toEqual([]);
  expect(coverage(kinds(3, 20))).toHaveLength(1);
  const said = (...components: string[]) =>
    coverage(components.map((component, i) => ({ hour: 4 + i / 100, component })));
  expect(said('kubelet', 'kubelet', 'kubelet')).toEqual([]);
  expect(said('kubelet', 'apiserver', 'kubelet')).toHaveLength(1);
  expect(said('apiserver', 'apiserver')).toHaveLength(1);
});
