import { describe, expect, test } from 'vitest';
import { PRECISION } from '../../../../src/base/time.ts';
import { unquoteGo } from '../../../../src/formats/log/go-quoted.ts';
import { parseKlogLine, readJsonKlog, readStructured } from '../../../../src/formats/log/klog.ts';

describe('the header', () => {
  test('level, time, thread, file and line', () => {
    const line = parseKlogLine('W0310 18:03:45.807438      15 genericapiserver.go:978] demo: text');
    expect(line).toMatchObject({
      header: { level: 'W', thread: 15, file: 'genericapiserver.go', line: 978 },
      time: { month: 3, day: 10, ofDay: 65025807.438 },
      message: 'demo: text',
    });
  });

  test.each([
    'I0310 18:03:45.807438 genericapiserver.go:978] no thread',
    'I20230310 18:03:45.      15 genericapiserver.go:978] no fraction',
    'X0310 18:03:45.807438      15 genericapiserver.go:978] level',
    ' I0310 18:03:45.807438      15 genericapiserver.go:978] indented',
    'Inquiries',
    '',
  ])('is not in %j', (text) => expect(parseKlogLine(text)).toBeNull());

  test.each([
    ['I0310 18:03:45      15 a.go:1] x', null, 65025000, PRECISION.second],
    ['I0310 18:03:45.807      15 a.go:1] x', null, 65025807, PRECISION.millisecond],
    ['I0310 18:03:45.807438219      15 a.go:1] x', null, 65025807.438, PRECISION.microsecond],
    ['I20230310 18:03:45.807438      15 a.go:1] x', 2023, 65025807.438, PRECISION.microsecond],
  ])('of %j', (text, year, ofDay, precision) => {
    const time = { month: 3, day: 10, ofDay };
    expect(parseKlogLine(text)).toMatchObject({ year, time, precision, message: 'x' });
  });

  test('a clock that is none has no month', () => {
    expect(parseKlogLine('I0310 25:03:45.807438      15 a.go:1] x')?.time.month).toBe(0);
  });
});

describe('structured messages', () => {
  test.each([
    ['plain text with key="value"', 'plain text with key="value"', {}],
    ['"quoted" a="b c" n=5', 'quoted', { a: 'b c', n: '5' }],
    ['"x" err=<\n\tfirst\n\tsecond\n > after="y"', 'x', { err: 'first\nsecond', after: 'y' }],
    ['"x" err=<\n\tnever ends', 'x', { err: 'never ends' }],
    ['"x" event={"ID":"a b","Type":"c"} next=1', 'x', { event: '{"ID":"a b","Type":"c"}', next: '1' }],
    ['"x" pods=["a/b" "c/d"] next=1', 'x', { pods: '["a/b" "c/d"]', next: '1' }],
    ['"x" open={a b', 'x', { open: '{a' }],
    ['"x" cut="never ends', 'x', { cut: '"never' }],
    ['"never ends', '"never ends', {}],
    ['"x" __proto__="p" constructor="c"', 'x', { constructor: 'c' }],
  ])('%j', (message, text, values) => {
    const read = readStructured(message);
    expect(read.text).toBe(text);
    expect(Object.fromEntries(read.values)).toMatchObject(values);
  });
});

describe("Go's quotes", () => {
  test.each([
    ['"plain"', 'plain'],
    [String.raw`"a \"b\" \\ \n\t"`, 'a "b" \\ \n\t'],
    [String.raw`"caf\xc3\xa9 \u00e9 \U0001f600 \303\251"`, 'café é 😀 é'],
    [String.raw`"\xff \u12 \q"`, '\ufffd u12 q'],
  ])('%s', (text, value) => expect(unquoteGo(text, 0)?.value).toBe(value));

  test.each(['no quote', '"no end', String.raw`"escaped end\"`])('not %s', (text) => {
    expect(unquoteGo(text, 0)).toBeNull();
  });
});

describe('JSON', () => {
  test.each([
    [1678471425807.438, 1678471425807.438],
    [1678471425.807438, 1678471425807.438],
  ])('ts %d is %d ms', (ts, at) => {
    expect(readJsonKlog({ ts, caller: 'app/server.go:42', msg: 'x', v: 0 })).toMatchObject({
      at,
      header: { level: 'I', file: 'server.go', line: 42 },
    });
  });

  test('an error has no verbosity', () => {
    expect(readJsonKlog({ ts: 1678471425807, msg: 'x', err: 'y' })?.header.level).toBe('E');
  });

  test.each([
    { ts: '1', msg: 'x', v: 0 },
    { ts: 1, v: 0 },
    { ts: -1, msg: 'x', v: 0 },
    { ts: 1, msg: 'x' },
  ])('is not %j', (value) => expect(readJsonKlog(value)).toBeNull());
});
