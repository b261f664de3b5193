import { expect, test } from 'vitest';
import { laneLabel } from '../../../src/timeline/lane-label.ts';

const NODE = 'ip-10-0-141-88.us-west-1.compute.internal';

test.each([
  [
    'the node of a server stays in sight',
    {
      namespace: 'openshift-kube-apiserver',
      node: '',
      pod: `kube-apiserver-${NODE}`,
      server: 'kube-apiserver',
    },
    'kube-apiserver ip-10-0-141-88',
  ],
  [
    'a static pod names its node itself',
    { container: 'etcd', namespace: 'openshift-etcd', node: NODE, pod: `etcd-${NODE}` },
    'openshift-etcd etcd-ip-10-0-141-88 etcd',
  ],
  [
    'another pod stands behind its node',
    { node: NODE, namespace: 'shop', pod: 'cart-1', uid: '1' },
    'ip-10-0-141-88 shop cart-1',
  ],
  ['an address is not cut', { node: '192.0.2.7', pod: 'etcd-192.0.2.7' }, 'etcd-192.0.2.7'],
  [
    'a server in another namespace keeps it',
    { server: 'oauth-apiserver', namespace: 'x' },
    'oauth-apiserver x',
  ],
])('%s', (_, keys, label) => expect(laneLabel({ type: '', keys })).toBe(label));
