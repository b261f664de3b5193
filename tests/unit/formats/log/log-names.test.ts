import { expect, test } from 'vitest';
import { isOtherContainer, ownerOf, ownerOfPath } from '../../../../src/formats/log/log-names.ts';

const NODE = 'ip-10-0-1-1.us-west-1.compute.internal';
const KUBE = { server: 'kube-apiserver', node: NODE };

test.each([
  [`a/pods/openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver.log.gz`, KUBE],
  [`openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver_previous.log`, KUBE],
  [
    `x.tar.gz > m/namespaces/openshift-kube-apiserver/pods/kube-apiserver-${NODE}/kube-apiserver/kube-apiserver/logs/current.log`,
    KUBE,
  ],
  [
    `var/log/pods/openshift-kube-apiserver_kube-apiserver-${NODE}_0123456789abcdef0123456789abcdef/kube-apiserver/0.log`,
    KUBE,
  ],
  [`containers/kube-apiserver-${NODE}_openshift-kube-apiserver_kube-apiserver-${'0'.repeat(64)}.log`, KUBE],
  [`audit_logs/kube-apiserver/${NODE}-termination.log.gz`, KUBE],
  [`static-pods/kube-apiserver/${NODE}-termination-2023-03-10T18-03-45.123.log`, KUBE],
  [`nodes/${NODE}/journal.gz`, { server: null, node: NODE }],
  [
    'openshift-apiserver_apiserver-7d8c6f9b54-abcde_openshift-apiserver.log',
    { server: 'openshift-apiserver', node: null },
  ],
  [
    `openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver-check-endpoints.log`,
    { server: null, node: NODE },
  ],
  ['demo.log', { server: null, node: null }],
  ['', { server: null, node: null }],
])('owner of %s', (path, owner) => expect(ownerOfPath(path)).toMatchObject(owner));

test.each([
  [{ container: 'kube-apiserver' }, false],
  [{ container: 'kube-apiserver-check-endpoints' }, true],
  [{ namespace: 'openshift-etcd-operator' }, true],
  [{ namespace: 'openshift-kube-apiserver' }, false],
  [{ namespace: 'kube-system', pod: 'kube-apiserver-demo-control-plane' }, false],
  [{}, false],
])('other containers write no signals of an apiserver: %j', (told, isOther) => {
  const layers = { namespace: null, pod: null, container: null, host: null, ...told };
  expect(isOtherContainer(ownerOf(layers))).toBe(isOther);
});
