import { describe, expect, test } from 'vitest';
import { readExample, readLateRequest } from '../../../../src/formats/log/late-request.ts';

const LATE =
  'through a connection created very late in the graceful termination process (more than 80% has passed), possibly a sign for a broken load balancer setup.';

describe('requests that an apiserver complains of', () => {
  test.each([
    [
      `Request to "/api/v1/pods" (source IP 198.51.100.7:41522, user agent "demo/v1") ${LATE}`,
      {
        path: '/api/v1/pods',
        address: '198.51.100.7:41522',
        agent: 'demo/v1',
        isLoopback: false,
        isEarly: false,
      },
    ],
    [
      String.raw`Request to "/a\"b" (source IP [2001:db8::1]:41522, user agent "x \"y\" caf\u00e9") before server is ready, possibly a sign`,
      { path: '/a"b', address: '[2001:db8::1]:41522', agent: 'x "y" café', isEarly: true },
    ],
    [
      `Loopback request to "/apis" (user agent "demo") ${LATE.replace('a connection', 'connection')}`,
      { path: '/apis', address: '', isLoopback: true, isEarly: false },
    ],
  ])('%s', (line, request) => expect(readLateRequest(line)).toMatchObject(request));

  test.each([
    'Request to "/api/v1/pods" took 3 s',
    `Request to /api (source IP 198.51.100.7:1, user agent "demo") ${LATE}`,
    `Request to "/api" (source IP , user agent "demo") ${LATE}`,
    'Request to "/api" (source IP 198.51.100.7:1, user agent "demo',
  ])('not %s', (line) => expect(readLateRequest(line)).toBeNull());
});

test('the example in an event', () => {
  const message =
    'The kube-apiserver received requests (e.g. from "198.51.100.7:41522", user agent "demo/v1", accessing /api/v1) before it was ready, possibly a sign';
  expect(readExample(message)).toEqual({ address: '198.51.100.7:41522', agent: 'demo/v1', path: '/api/v1' });
});
