import { describe, expect, test } from 'vitest';
import { peel } from '../../../../src/formats/log/json-layers.ts';
import { peelText } from '../../../../src/formats/log/layers.ts';

const KLOG = 'I0310 18:03:45.807438      15 a.go:1] x';

describe('text prefixes', () => {
  test.each([
    [KLOG, {}],
    [`2023-03-10T18:03:45.8Z ${KLOG}`, { time: { isZoneKnown: true }, stream: null }],
    [`2023-03-10T18:03:45.8Z stderr P ${KLOG}`, { stream: 'stderr', isPartial: true }],
    [`2023-03-10T18:03:45.8Z stdout F:a:b ${KLOG}`, { stream: 'stdout', isPartial: false }],
    [`2023-03-10 18:03:45\t${KLOG}`, { time: { isZoneKnown: false }, isPicked: true }],
    [`[pod/p/c] ${KLOG}`, { pod: 'p', container: 'c' }],
    [`[pod/p/c] 2023-03-10T18:03:45.8Z ${KLOG}`, { pod: 'p', time: { isZoneKnown: true } }],
    [`a/b.log:${KLOG}`, { path: 'a/b.log', isPicked: true }],
    [`a/b.log:12:Mar 10 18:03:45 h id[3]: ${KLOG}`, { path: 'a/b.log', host: 'h', ident: 'id', pid: '3' }],
    [`Mar  1 18:03:45.5 h.example id: ${KLOG}`, { host: 'h.example', pid: null, yearless: { day: 1 } }],
  ])('%s', (line, told) => {
    const layers = peelText(line);
    expect(layers.text).toBe(KLOG);
    expect(layers).toMatchObject(told);
  });

  test.each([
    '\t/usr/local/go/src/net/http/server.go:1936 +0x44',
    '/usr/local/go/src/net/http/server.go:1936 +0x44',
    'goroutine 1 [running]:',
    'error: demo',
    '[-]shutdown failed: process is shutting down',
    '2023-13-40T18:03:45Z x',
  ])('none on %j', (line) => expect(peelText(line).text).toBe(line));

  test('stacks have an end', () => {
    expect(peelText('2023-03-10T18:03:45Z '.repeat(50) + KLOG).text).toContain('2023-03-10');
  });
});

describe('JSON wrappers', () => {
  test('bytes of a journal that are no UTF-8', () => {
    const [one] = peel(
      JSON.stringify({ __REALTIME_TIMESTAMP: '1678471425807438', _HOSTNAME: 'h', MESSAGE: [104, 105, 255] }),
    );
    expect(one).toMatchObject({
      text: 'hi\ufffd',
      host: 'h',
      isJournal: true,
      time: { at: 1678471425807.438 },
    });
  });

  test('a wrapper in a wrapper', () => {
    const inner = JSON.stringify({ log: `${KLOG}\n`, stream: 'stderr', time: '2023-03-10T18:03:45.8Z' });
    const [one] = peel(JSON.stringify({ _entry: inner, pod_name: 'p' }));
    expect(one).toMatchObject({ text: KLOG, pod: 'p', stream: 'stderr' });
  });

  test('a label names job and build', () => {
    const [one] = peel(
      JSON.stringify({ _entry: KLOG, invoker: 'openshift-internal-ci/demo/1634235926655799296' }),
    );
    expect(one).toMatchObject({ job: 'demo', buildId: '1634235926655799296' });
  });

  test('objects that wrap nothing stay', () => {
    expect(peel('{"a":1}')[0].json).toEqual({ a: 1 });
    expect(peel('{"a":')[0]).toMatchObject({ text: '{"a":', json: null });
  });
});
