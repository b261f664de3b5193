import { expect, test } from 'vitest';
import { classifier } from '../../../src/model/request-class.ts';
import { requestsFrom, type RequestLine } from '../../support/requests-from.ts';

const SAMPLER = 'openshift-external-backend-sampler-kube-api-http1-internal-lb-reused-connections';

test.each<[string, Partial<RequestLine>, object | null]>([
  [
    'a sampler tells all',
    { agent: SAMPLER },
    { loadBalancer: 'internal', connection: 'reused', protocol: 'http1' },
  ],
  [
    'an older sampler',
    { agent: 'openshift-external-backend-sampler-kube-api' },
    { loadBalancer: 'external', connection: null },
  ],
  ['a kubelet', { user: 'system:node:worker-a.example.com' }, { loadBalancer: 'internal' }],
  ["the kubelet of the server's own node", { user: 'system:node:m0.example.com' }, null],
  ['a pod', { user: 'system:serviceaccount:openshift-ingress:router' }, { loadBalancer: 'service-network' }],
  [
    'a pod on the host network',
    { user: 'system:serviceaccount:openshift-network-operator:x' },
    { loadBalancer: 'internal' },
  ],
  ['anybody else', { user: 'system:admin' }, { loadBalancer: null, connection: null, protocol: null }],
  ['the server itself', { user: 'system:apiserver' }, null],
  ['the server, by its agent', { agent: 'kube-apiserver/v1.31.1 (linux/amd64)' }, null],
  ['a neighbour', { user: 'system:kube-scheduler' }, null],
  ['a probe', { path: '/readyz' }, null],
  ['a probe, by its agent', { agent: 'kube-probe/1.31' }, null],
])('%s', (_, line, expected) => {
  const table = requestsFrom([{ at: '10:00:00', ...line }]);
  const found = classifier(table)(0);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});
