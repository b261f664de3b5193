import { expect, test } from 'vitest';
import { readBackend } from '../../../src/analysis/backends.ts';
import { classifyError } from '../../../src/analysis/error-class.ts';

function read(name: string, keys: Record<string, string> = {}) {
  const backend = readBackend({ type: 'Disruption', keys: { 'backend-disruption-name': name, ...keys } });
  const { target, cache, connection, loadBalancer, protocol, servers } = backend;
  return [target, cache, connection, loadBalancer, protocol, servers.join('|')];
}

test.each([
  ['kube-api-new-connections', ['kube-api', false, 'new', 'external', 'http1', 'kube-apiserver']],
  [
    'cache-openshift-api-reused-connections',
    ['openshift-api', true, 'reused', 'external', 'http1', 'openshift-apiserver|kube-apiserver'],
  ],
  [
    'oauth-api-new-connections',
    ['oauth-api', false, 'new', 'external', 'http1', 'oauth-apiserver|kube-apiserver'],
  ],
  [
    'kube-api-http2-internal-lb-new-connections',
    ['kube-api', false, 'new', 'internal', 'http2', 'kube-apiserver'],
  ],
  [
    'openshift-api-http1-service-network-reused-connections',
    ['openshift-api', false, 'reused', 'service-network', 'http1', 'openshift-apiserver|kube-apiserver'],
  ],
  [
    'kube-api-http2-localhost-new-connections',
    ['kube-api', false, 'new', 'localhost', 'http2', 'kube-apiserver'],
  ],
  // Backends of no apiserver have neither load balancer nor protocol.
  ['ingress-to-console-used-connections', ['ingress-to-console', false, 'reused', null, null, '']],
  ['host-to-host-new-connections', ['host-to-host', false, 'new', null, null, '']],
  [
    'ci-cluster-network-liveness-new-connections',
    ['ci-cluster-network-liveness', false, 'new', null, null, ''],
  ],
  ['kube-api', ['kube-api', false, null, 'external', 'http1', 'kube-apiserver']],
])('%s', (name, wanted) => expect(read(name)).toEqual(wanted));

test('keys say more than the name', () => {
  expect(
    read('kube-api-new-connections', {
      connection: 'reused',
      'load-balancer': 'internal-lb',
      protocol: 'http2',
    }),
  ).toEqual(['kube-api', false, 'reused', 'internal', 'http2', 'kube-apiserver']);
  expect(read('kube-api-new-connections', { 'load-balancer': 'carrier-pigeon' })[3]).toBeNull();
});

const OUTAGE = 'kube-api stopped responding to GET requests over new connections: ';
test.each([
  ['Get "https://x": net/http: timeout awaiting response headers', 'timeout-awaiting-headers'],
  ['dial tcp 198.51.100.7:6443: connect: connection refused', 'connection-refused'],
  ['read tcp 1.2.3.4:5->6.7.8.9:6443: read: connection reset by peer', 'connection-reset'],
  ['Get "https://x": EOF', 'eof'],
  ['http2: client connection lost', 'client-connection-lost'],
  ['context deadline exceeded', 'deadline-exceeded'],
  ['context deadline exceeded (Client.Timeout exceeded while awaiting headers)', 'client-timeout'],
  ['dial tcp 198.51.100.7:6443: i/o timeout', 'io-timeout'],
  ['net/http: TLS handshake timeout', 'tls-handshake-timeout'],
  ['dial tcp: lookup api.demo.example on 10.0.0.2:53: no such host', 'dns'],
  ['dial tcp: lookup api.demo.example on 10.0.0.2:53: read udp 1.2.3.4:5->6:53: i/o timeout', 'dns'],
  ['error running request: 503 Service Unavailable: <html>', 'http-5xx'],
  ['error running request: 429 Too Many Requests', 'http-429'],
  ['error running request: 403 Forbidden', 'http-other'],
  ['response did not contain the correct body contents', 'bad-body'],
  ['something new', 'other'],
])('error text %j is %s', (error, wanted) => expect(classifyError(OUTAGE + error)).toBe(wanted));

test('a message without an error has no class', () => {
  expect(classifyError('kube-apiserver-new-connection is not responding to GET requests')).toBeNull();
  expect(classifyError('kube-apiserver Kube API started failing: context deadline exceeded')).toBe(
    'deadline-exceeded',
  );
});
