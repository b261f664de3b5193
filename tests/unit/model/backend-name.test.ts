import { expect, test } from 'vitest';
import {
  loadBalancerOf,
  parseBackendName,
  samplerName,
  withoutConnection,
} from '../../../src/model/backend-name.ts';

const named = (whole: string, keys: Record<string, string> = {}) =>
  parseBackendName({ 'backend-disruption-name': whole, ...keys });

test.each([
  ['kube-api-new-connections', {}, 'kube-api'],
  ['cache-kube-api-http2-internal-lb-reused-connections', {}, 'cache-kube-api http2'],
  [
    'kube-api-http1-external-lb-new-connections',
    { disruption: 'kube-api-http1-external-lb' },
    'kube-api http1',
  ],
  ['kube-api-new-connections', { disruption: 'openshift-tests' }, 'kube-api'],
  [
    'kube-api-new-connections',
    { disruption: 'kube-api-new-connections-from-node-m0' },
    'kube-api new-connections-from-node-m0',
  ],
  ['image-registry-new-connections', {}, 'image-registry'],
])('a sampler of %s %j is called %s', (whole, keys, wanted) =>
  expect(samplerName(named(whole, keys))).toBe(wanted),
);

test('what is not told is that of the oldest samplers, for an API', () => {
  expect(named('oauth-api-used-connection')).toMatchObject({
    backend: 'oauth-api',
    connection: 'reused',
    protocol: 'http1',
    isProtocolAssumed: true,
    way: 'external-lb',
    isInCluster: false,
  });
  expect(named('ingress-to-console')).toMatchObject({ connection: null, protocol: null, way: null });
  expect(named('kube-api-localhost-new-connections')).toMatchObject({
    backend: 'kube-api',
    way: 'localhost',
  });
});

test('words of origin name load balancers, and connections are taken off', () => {
  expect(
    ['external-lb', 'internal-lb', 'service-network', 'localhost', 'pigeon', null].map(loadBalancerOf),
  ).toEqual(['external', 'internal', 'service-network', 'localhost', null, null]);
  expect(withoutConnection('kube-api-http1-localhost-reused-connections')).toBe('kube-api-http1-localhost');
});
