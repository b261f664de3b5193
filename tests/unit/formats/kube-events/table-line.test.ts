import { describe, expect, test } from 'vitest';
import { isTableHeader, parseAge, readTableLine } from '../../../../src/formats/kube-events/table-line.ts';

const SIGNAL = 'Received signal to terminate, becoming unready, but keeping serving';

test.each([
  ['3m19s', 199],
  ['18m', 1080],
  ['0s', 0],
  ['2d3h', 183_600],
  ['1y2d', 31_708_800],
])('the age %s', (text, seconds) => expect(parseAge(text)).toBe(seconds * 1000));

test.each(['<unknown>', '<invalid>', '', '10', 'm', '3m 19s', '-5s', '1.5h'])('no age in %j', (text) => {
  expect(parseAge(text)).toBeNull();
});

describe('a row', () => {
  test('has its columns at any distance', () => {
    const expected = {
      namespace: '',
      type: 'Normal',
      reason: 'ShutdownInitiated',
      kind: 'pod',
      name: 'kube-apiserver-m0',
      message: SIGNAL,
      count: 1,
      age: 199_000,
      firstAge: null,
      named: null,
    };
    expect(
      readTableLine(`3m19s  Normal   ShutdownInitiated     pod/kube-apiserver-m0    ${SIGNAL}`),
    ).toMatchObject(expected);
    expect(readTableLine(`3m19s Normal ShutdownInitiated Pod/kube-apiserver-m0 ${SIGNAL}  `)).toMatchObject(
      expected,
    );
    const own = readTableLine(
      `openshift-etcd   3m19s   Normal   ShutdownInitiated   pod/kube-apiserver-m0   ${SIGNAL}`,
    );
    expect(own).toMatchObject({ ...expected, namespace: 'openshift-etcd' });
  });

  test('says how often it was seen, and since when', () => {
    const row = readTableLine('10m (x3 over 12m)   Warning   Unhealthy   pod/p   failed');
    expect(row).toMatchObject({ age: 600_000, firstAge: 720_000, count: 3, message: 'failed' });
    expect(readTableLine('<unknown>   Normal   Pulled   pod/p')).toMatchObject({ age: null, message: '' });
  });

  test('of a wide table has a name that tells the time', () => {
    const end = '3m19s        1       kube-apiserver-m0.174b20de6ce550b0';
    const own = `3m19s   Normal   Killing   pod/p   spec.containers{x}   kubelet, n   two  words   ${end}`;
    const row = readTableLine(own)!;
    expect(row).toMatchObject({ kubelet: 'n', message: 'two  words', count: 1, firstAge: 199_000 });
    expect(Math.floor(row.named!.at)).toBe(Date.parse('2023-03-10T18:03:45.807Z'));
    const bare = readTableLine(
      `3m19s   Normal   ShutdownInitiated   pod/p                apiserver, h   ${SIGNAL}   ${end}`,
    );
    expect(bare).toMatchObject({ kubelet: '', message: SIGNAL });
  });

  test('is none in other lines', () => {
    expect(readTableLine('')).toBeNull();
    expect(readTableLine('5m Normal')).toBeNull();
    expect(readTableLine('I0310 18:03:45.807438       1 event.go:1] Normal pod/x')).toBeNull();
    expect(readTableLine('No resources found in default namespace.')).toBeNull();
  });

  test('is looked for in bounded time', () => {
    const before = performance.now();
    for (const text of [
      `a${' '.repeat(16_000)}`,
      `5m Normal R pod/p ${' x'.repeat(8000)}`,
      `5m Normal R pod/p x${'  '.repeat(8000)}`,
    ])
      readTableLine(text);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

test('headers are told from rows', () => {
  expect(isTableHeader('LAST SEEN   TYPE      REASON   OBJECT   MESSAGE')).toBe(true);
  expect(isTableHeader('NAMESPACE   LAST SEEN   TYPE      REASON   OBJECT   SUBOBJECT   SOURCE')).toBe(true);
  expect(isTableHeader('NAME   READY   STATUS')).toBe(false);
});
