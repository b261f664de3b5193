import { expect, test } from 'vitest';
import { takeConfig } from '../../../../src/formats/cluster/server-config.ts';
import type { Fact } from '../../../../src/model/fact.ts';

function factsOf(object: Readonly<Record<string, unknown>>): Fact[] {
  const facts: Fact[] = [];
  const none = () => undefined;
  takeConfig(object, {
    interval: none,
    mark: none,
    requests: none,
    covers: none,
    spans: none,
    fact: (fact) => void facts.push(fact),
  });
  return facts;
}

const map = (data: string, name = 'config', namespace = 'openshift-kube-apiserver') =>
  factsOf({ kind: 'ConfigMap', metadata: { name, namespace }, data: { 'config.yaml': data } });

test.each([
  ['{"apiServerArguments":{"shutdown-delay-duration":["70s"]}}'],
  ['apiServerArguments:\n  shutdown-delay-duration:\n  - 1m10s\n'],
  ['apiServerArguments:\n  shutdown-delay-duration: "70s"\n'],
  ['{\n  "shutdown-delay-duration": [\n    "70s"\n  ]\n}'],
])('the delay in %j', (text) => {
  expect(map(text)).toEqual([
    { kind: 'delay', server: 'kube-apiserver', ms: 70_000, kill: null, weight: 1e9 },
  ]);
});

test('an older revision weighs less than the current one', () => {
  expect(map('{"shutdown-delay-duration":["35s"]}', 'config-12')).toMatchObject([{ ms: 35_000, weight: 12 }]);
});

test('another namespace is another server, or none', () => {
  const text = '{"shutdown-delay-duration":["10s"]}';
  expect(map(text, 'config', 'openshift-apiserver')).toMatchObject([{ server: 'openshift-apiserver' }]);
  expect(map(text, 'config', 'demo')).toEqual([]);
  expect(map('{"other":1}')).toEqual([]);
});

test('a static pod tells its arguments and its grace period; guards and installers do not', () => {
  const pod = (name: string) =>
    factsOf({
      kind: 'Pod',
      metadata: { name, namespace: 'openshift-kube-apiserver', labels: { revision: '8' } },
      spec: {
        terminationGracePeriodSeconds: 194,
        containers: [{ args: ['--shutdown-delay-duration=2m9s'] }],
      },
    });
  expect(pod('kube-apiserver-demo-master-0')).toEqual([
    { kind: 'delay', server: 'kube-apiserver', ms: 129_000, kill: 194_000, weight: 8 },
  ]);
  expect(pod('kube-apiserver-guard-demo-master-0')).toEqual([]);
  expect(pod('installer-8-demo-master-0')).toEqual([]);
});
