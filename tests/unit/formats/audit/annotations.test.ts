import { expect, test } from 'vitest';
import { readAnnotations } from '../../../../src/formats/audit/annotations.ts';
import { REQUEST } from '../../../../src/model/request-table.ts';

const SHUTDOWN = 'apiserver.k8s.io/shutdown';

test.each<[string, unknown, number, [string, number][]]>([
  ['nothing', undefined, 0, []],
  ['a text', 'x', 0, []],
  ['late', { 'openshift.io/during-graceful': 'loopback=false,,readyz=false' }, REQUEST.late, []],
  [
    'late loopback',
    { 'openshift.io/during-graceful': 'loopback=true,,readyz=false' },
    REQUEST.late | REQUEST.loopback,
    [],
  ],
  ['too early', { 'openshift.io/unready': 'loopback=false,,readyz=false' }, REQUEST.beforeReady, []],
  [
    'during a shutdown',
    { [SHUTDOWN]: 'elapsed=12s threshold=17.14% late=false self=false loopback=false' },
    0,
    [
      ['elapsed', 12],
      ['share', 17.14],
    ],
  ],
  [
    'late in it',
    { [SHUTDOWN]: 'elapsed=1m3s threshold=90.00% late=true self= loopback=false' },
    REQUEST.late,
    [
      ['elapsed', 63],
      ['share', 90],
    ],
  ],
  [
    'without a delay',
    { [SHUTDOWN]: 'elapsed=3s threshold= late=true self=false loopback=true' },
    REQUEST.late | REQUEST.loopback,
    [['elapsed', 3]],
  ],
  [
    'in another order',
    { [SHUTDOWN]: 'late=true elapsed=1s threshold=12%' },
    REQUEST.late,
    [
      ['elapsed', 1],
      ['share', 12],
    ],
  ],
  [
    'at the start',
    { 'apiserver.k8s.io/startup': 'early=true self=false loopback=false' },
    REQUEST.beforeReady,
    [],
  ],
  ['cut by the backend', { 'audit.k8s.io/truncated': 'true' }, REQUEST.truncated, []],
  [
    'slow',
    { 'apiserver.latency.k8s.io/total': '1.5s', 'apiserver.latency.k8s.io/etcd': '900.25ms' },
    0,
    [
      ['latency-total', 1500],
      ['latency-etcd', 900.25],
    ],
  ],
  [
    'nonsense',
    { [SHUTDOWN]: 'elapsed=soon threshold=all late=maybe', 'apiserver.latency.k8s.io/etcd': 7 },
    0,
    [],
  ],
  ['names of a prototype', { __proto__: { [SHUTDOWN]: 'late=true' } }, 0, []],
])('%s', (_, annotations, flags, notes) => {
  expect(readAnnotations(annotations)).toEqual({ flags, notes });
});
