import { describe, expect, test } from 'vitest';
import { parseLocatorText, unquoteGo } from '../../../src/formats/locator-text.ts';

describe('locators as text', () => {
  test.each([
    [
      'ns/openshift-etcd pod/etcd-0 node/master-0 uid/u-1 container/etcd',
      'Container',
      { namespace: 'openshift-etcd', pod: 'etcd-0', node: 'master-0', uid: 'u-1', container: 'etcd' },
    ],
    ['ns/a pod/b container=c', 'Container', { namespace: 'a', pod: 'b', container: 'c' }],
    ['node/demo-worker-a', 'Node', { node: 'demo-worker-a' }],
    ['clusteroperator/etcd', 'ClusterOperator', { clusteroperator: 'etcd' }],
    ['disruption/kube-api connection/new', 'Disruption', { disruption: 'kube-api', connection: 'new' }],
    ['shutdown/apiserver server/kube-apiserver', '', { shutdown: 'apiserver', server: 'kube-apiserver' }],
    [
      'alert/Watchdog ns/openshift-monitoring node/10.0.0.1:9100',
      'Alert',
      { alert: 'Watchdog', namespace: 'openshift-monitoring', node: '10.0.0.1:9100' },
    ],
    ['kube-apiserver-new-connection', 'Kind', { 'kube-apiserver-new-connection': '' }],
    ['deployment/a/b/c  ns/x', 'Kind', { deployment: 'a/b/c', namespace: 'x' }],
    ['', '', {}],
  ])('%s', (text, type, keys) => expect(parseLocatorText(text)).toEqual({ type, keys }));

  test('a test name holds spaces, slashes and quotes', () => {
    const locator = parseLocatorText(
      'jUnitSuite/x e2e-test/"[sig-a] \\"quoted\\" a/b node/no [Suite:x]" ns/y',
    );
    expect(locator).toEqual({
      type: 'E2ETest',
      keys: { 'e2e-test': '[sig-a] "quoted" a/b node/no [Suite:x]', jUnitSuite: 'x', namespace: 'y' },
    });
    expect(parseLocatorText('e2e-test/"never closed').keys).toEqual({ 'e2e-test': 'never closed' });
  });

  test('prototype keys are keys', () => {
    const { keys } = parseLocatorText('__proto__/x constructor/y');
    expect(Object.entries(keys)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(keys)).toBe(Object.prototype);
  });
});

test.each([
  ['a\\tb\\n\\\\', 'a\tb\n\\'],
  ['\\u00e9\\x41\\101\\U0001F600', 'éAA😀'],
  ['\\', '\\'],
  ['plain', 'plain'],
])('unquoteGo(%j)', (inside, text) => expect(unquoteGo(inside)).toBe(text));
