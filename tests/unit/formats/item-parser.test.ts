import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Job, RunSink } from '../../../src/formats/format.ts';
import { IntervalFile } from '../../../src/formats/interval-file.ts';
import { intervalSplitter, isEmptyContainer } from '../../../src/formats/interval-records.ts';
import { ItemParser, parseJson } from '../../../src/formats/item-parser.ts';
import { JsonItemSplitter } from '../../../src/formats/json-items.ts';
import {
  disruption,
  event,
  fileOf,
  progressing,
  reboot,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { bytesOf } from '../../support/read.ts';

function parse(text: string): unknown {
  const bytes = bytesOf(text);
  return new ItemParser().parse(bytes, 0, bytes.length);
}

describe('an item of known members', () => {
  test.each([signal('10:00:00', 'm0'), disruption('10:00:00', '10:00:05', 'kube-api-new-connections')])(
    'is what JSON.parse makes of it',
    (item) => {
      for (const indent of [0, 2, 4, '\t']) {
        const text = JSON.stringify(item, null, indent);
        expect(parse(text)).toEqual(JSON.parse(text));
      }
    },
  );

  test('ends where it ends, whatever follows', () => {
    const bytes = bytesOf('xx{"level":"Info"} , {"level"');
    const parser = new ItemParser();
    expect(parser.parse(bytes, 2, bytes.length)).toEqual({ level: 'Info' });
    expect(parser.end).toBe(18);
  });

  test('shares what is written alike', () => {
    const text = '{"locator":{"type":"Pod","keys":{"pod":"a"}},"from":"x"}';
    const bytes = bytesOf(text + text);
    const parser = new ItemParser();
    const first = parser.parse(bytes, 0, bytes.length) as { locator: object };
    const second = parser.parse(bytes, parser.end, bytes.length) as { locator: object };
    expect(second.locator).toBe(first.locator);
  });

  test('takes the last of several members of one name', () => {
    expect(parse('{"level":"Info","level":null}')).toEqual({ level: null });
  });
});

test.each([
  ['another member', '{"level":"Info","items":null}'],
  ['a prototype key', '{"__proto__":{"level":"Info"},"level":"Info"}'],
  ['an escaped name', '{"l\\u0065vel":"Info"}'],
  ['nothing in it', '{}'],
  ['a comma too many', '{"level":"Info",}'],
  ['a comma too few', '{"level":"Info" "source":"x"}'],
  ['no colon', '{"level" "Info"}'],
  ['a word that is none', '{"display":yes}'],
  ['brackets that do not match', '{"locator":{"keys":[}}'],
  ['a line break in a text', '{"source":"a\nb"}'],
  ['no end', '{"level":"Info"'],
  ['a text without end', '{"level":"Info'],
  ['an end in an escape', '{"level":"Info\\'],
  ['no brace', '"level":"Info"}'],
])('an item with %s is not taken', (_, text) => {
  expect(parse(text)).toBeUndefined();
});

test('bytes behind the limit are not read as part of the item', () => {
  const bytes = bytesOf('{"level":"Info","source":"x"}');
  const parser = new ItemParser();
  for (let to = 0; to < bytes.length; to++) expect(parser.parse(bytes, 0, to)).toBeUndefined();
  expect(parser.parse(bytes, 0, bytes.length)).toBeDefined();
});

/** All that reading gives, in the order in which it comes. */
function recorder(): { calls: string[]; sink: RunSink; job: Job } {
  const calls: string[] = [];
  const call = (name: string) => (what: unknown, more?: unknown) =>
    void calls.push(`${name} ${JSON.stringify(what)} ${JSON.stringify(more)}`);
  const sink: RunSink = {
    interval: call('interval'),
    mark: call('mark'),
    fact: call('fact'),
    covers: call('covers'),
    spans: call('spans'),
    requests: call('requests'),
  };
  const job = {
    signal: new AbortController().signal,
    asOf: null,
    now: 0,
    record: () => call('record')(null),
    skip: () => call('skip')(null),
    notice: call('notice'),
  };
  return { calls, sink, job };
}

function readFast(bytes: Uint8Array, chunkSize: number): string[] {
  const { calls, sink, job } = recorder();
  const file = new IntervalFile(sink, job);
  const splitter = intervalSplitter(file, job);
  for (let at = 0; at < bytes.length; at += chunkSize) splitter.push(bytes.subarray(at, at + chunkSize));
  file.end();
  return [...calls, JSON.stringify(splitter.end())];
}

/** The plain way: every record is split off first, and goes to `JSON.parse`. */
function readPlainly(bytes: Uint8Array): string[] {
  const { calls, sink, job } = recorder();
  const file = new IntervalFile(sink, job);
  const splitter = new JsonItemSplitter(handlersOf(file, job));
  splitter.push(bytes);
  file.end();
  return [...calls, JSON.stringify(splitter.end())];
}

function handlersOf(file: IntervalFile, job: Job) {
  return {
    onItem(bytes: Uint8Array, index: number) {
      const item = parseJson(bytes);
      if (!isEmptyContainer(item)) file.item(item, index);
    },
    onSkip(reason: string, _index: number, offset: number) {
      file.lose();
      job.skip();
      job.notice(reason === 'too-large' ? 'line-cut' : 'other-lines', { byte: offset });
    },
  };
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    null,
    true,
    0,
    -1.5e3,
    [],
    {},
    ['x', { y: 'z' }],
    'Info',
    '"\\\n\u2028é😀\ud800',
  ),
  fc.string(),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toJSON', 'reason', 'node', '1', 'é'),
    fc.string(),
  ),
);
const locatorText = 'ns/openshift-kube-apiserver pod/kube-apiserver-m0 node/m0';
const well: fc.Arbitrary<object> = fc.constantFrom<object>(
  signal('10:00:00', 'm0'),
  event('10:00:01', 'm1', 'AfterShutdownDelayDuration', 'The minimal shutdown duration of 1m10s finished'),
  shutdownWindow('10:00:00', null, 'm0'),
  reboot('10:02:00', '10:05:00', 'm0'),
  disruption('10:03:00', '10:03:09', 'kube-api-new-connections'),
  progressing('10:00:00', '10:20:00'),
  {
    level: 'Error',
    locator: locatorText,
    message: 'reason/ShutdownInitiated gone',
    from: '2023-01-02T03:04:05Z',
    to: null,
  },
  {
    level: 'Info',
    locator: locatorText,
    message: 'reason/Created',
    tempStructuredLocator: { type: 'Pod', keys: { pod: 'kube-apiserver-m0' } },
    tempStructuredMessage: {
      reason: 'Created',
      cause: '',
      humanMessage: 'made',
      annotations: { reason: 'Created' },
    },
    from: '2023-09-02T03:04:05.678901Z',
    to: '2023-09-02T03:04:05Z',
  },
);
const NAMES =
  'level source display locator message from to tempSource tempStructuredMessage keys reason other __proto__ items'.split(
    ' ',
  );

/** An item as text: now and then with members of odd values, in odd order, written twice, or with odd spaces. */
const itemText = fc
  .tuple(
    well,
    fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), { maxLength: 2 }),
    fc.boolean(),
    fc.constantFrom(0, 4, '\t', ' \r\n'),
  )
  .map(([item, more, isReversed, indent]) => {
    const members = [...Object.entries(item), ...more];
    if (isReversed) members.reverse();
    const space = typeof indent === 'number' ? ' '.repeat(indent) : indent;
    const written = members.map(
      ([name, value]) => `${JSON.stringify(name)}:${space}${JSON.stringify(value, null, indent)}`,
    );
    return `{${space}${written.join(`,${space}`)}${space}}`;
  });
const plainText = well.map((item) => JSON.stringify(item, null, 4));
const file = fc
  .tuple(fc.array(fc.oneof(plainText, itemText), { maxLength: 8 }), fc.constantFrom('{"items":[', '['))
  .map(([items, open]) => `${open}${items.join(',\n')}]${open === '[' ? '' : '}'}`);

describe('gives the same as JSON.parse of each item', () => {
  test('for items that are odd', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(1 << 16, 1000, 7, 1), (text, chunkSize) => {
        expect(readFast(bytesOf(text), chunkSize)).toEqual(readPlainly(bytesOf(text)));
      }),
      { numRuns: 300 },
    );
  });

  test('for bytes that are broken', () => {
    const breaks = fc.array(
      fc.tuple(
        fc.nat(),
        fc.oneof(fc.constantFrom(...bytesOf('"\\{}[],: \n\0eN0')), fc.integer({ min: 0, max: 255 })),
      ),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(file, breaks, fc.constantFrom(1 << 16, 100), (text, places, chunkSize) => {
        const bytes = bytesOf(text).slice();
        for (const [place, byte] of places) bytes[place % bytes.length] = byte;
        expect(readFast(bytes, chunkSize)).toEqual(readPlainly(bytes));
      }),
      { numRuns: 1000 },
    );
  });

  test('for many items, so that what is known is forgotten on the way', () => {
    const items = Array.from({ length: 40_000 }, (_, i) => ({
      ...event('10:00:00', `m${i % 7}`, `Reason${i % 50}`, `text ${i * 31}`),
    }));
    const bytes = bytesOf(fileOf(items));
    expect(readFast(bytes, 1 << 16)).toEqual(readPlainly(bytes));
  });
});
