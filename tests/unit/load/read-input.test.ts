import { describe, expect, test } from 'vitest';
import { sourceOfBytes } from '../../../src/load/byte-source.ts';
import { FORMATS } from '../../../src/formats/index.ts';
import { readInput } from '../../../src/load/read-input.ts';
import { expectedFormats } from '../../../src/model/count-inputs.ts';
import { checkTable } from '../../../src/model/interval-table.ts';
import type { RunPart } from '../../../src/model/run.ts';
import { event, fileOf, otherEvent, signal } from '../../support/items.ts';
import { bytesOf, gzip, loadTexts, NOW, readOne } from '../../support/read.ts';

const FILE = fileOf([otherEvent('09:00:00'), signal('10:00:00', 'demo-master-0'), otherEvent('11:00:00')]);

describe('an input that cannot be used has a named failure', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['white space', ' \n\t\n', 'empty'],
    ['other JSON', '{"a":1}', 'unknown-format', 'JSON without intervals'],
    ['an empty array', '[]', 'unknown-format', 'JSON without intervals'],
    [
      'Kubernetes events',
      '{"kind":"EventList","items":[{"involvedObject":{}}]}',
      'unknown-format',
      'Kubernetes events',
    ],
    ['an error page', '<!doctype html><html><body>404</body></html>', 'unknown-format', 'an HTML page'],
    ['a bucket error', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', 'unknown-format', 'XML'],
    ['plain text', 'hello\nworld\n', 'unknown-format', 'plain text'],
    [
      'binary data',
      Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 31),
      'unknown-format',
      'binary data',
    ],
    ['bzip2', Uint8Array.of(0x42, 0x5a, 0x68, 0x39, 0x31, 0x41), 'unsupported', 'bzip2'],
    ['the beginning of a zip archive', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0), 'cut-off', 'archive'],
  ])('%s', async (_, content, code, looksLike = '') => {
    const { input, table } = await readOne(content);
    expect(input).toMatchObject({ format: null, records: 0, failure: { code } });
    expect(input.failure!.message).toContain(looksLike);
    expect(table.length).toBe(0);
  });

  test('and the rest still loads', async () => {
    const { report } = await loadTexts(['', FILE, '<html>']);
    expect(report.inputs.map((one) => one.failure?.code ?? null)).toEqual(['empty', null, 'unknown-format']);
    expect(report.shutdowns).toHaveLength(1);
  });

  test('is told the formats once, however many files are of none', async () => {
    const { report } = await loadTexts({ 'a.txt': 'hello\nworld\n', 'b.txt': 'good\nday\n' });
    expect(report.inputs.map(({ failure }) => failure?.message)).toEqual(
      Array(2).fill('not a format that Lapse reads; it looks like plain text'),
    );
    expect(expectedFormats(report.inputs)).toEqual(FORMATS.map(({ label }) => label));
  });
});

test.each(['{"items":[]}', '{"items":null}', ' {"items" : [ ] } '])(
  '%s is a list of nothing, and no failure',
  async (text) => {
    expect((await readOne(text)).input).toMatchObject({
      format: 'intervals',
      records: 0,
      skipped: 0,
      failure: null,
    });
  },
);

test('a cut file keeps the items before the cut', async () => {
  const bytes = bytesOf(FILE);
  const { input } = await readOne(bytes.subarray(0, bytes.length - 300));
  expect(input).toMatchObject({ records: 2, failure: { code: 'cut-off' } });
});

describe('the same file', () => {
  const wanted = readOne(FILE);
  test.each([
    ['gzipped', gzip(FILE)],
    ['gzipped twice', gzip(gzip(FILE))],
    ['in two gzip members', Uint8Array.from([...gzip(FILE.slice(0, 700)), ...gzip(FILE.slice(700))])],
    ['with a byte order mark', `\ufeff${FILE}`],
    ['with CRLF', FILE.replaceAll('\n', '\r\n')],
    ['as UTF-16 little endian', utf16(FILE, true)],
    ['as UTF-16 big endian', utf16(FILE, false)],
  ])('%s is the same', async (_, content) => {
    const { table, marks, input } = await readOne(content);
    const { table: plain, marks: plainMarks } = await wanted;
    expect(table).toEqual(plain);
    expect(marks).toEqual(plainMarks);
    expect(input.failure).toBeNull();
  });

  test('in pieces of any size is the same', async () => {
    for (const chunkSize of [1, 7, 1000])
      expect((await readOne(FILE, { chunkSize })).table).toEqual((await wanted).table);
  });
});

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2 + 2, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

describe('a gzip stream', () => {
  test('without its end keeps what was inflated', async () => {
    const many = fileOf(
      Array.from({ length: 2000 }, (_, i) =>
        event(`10:${String(i % 60).padStart(2, '0')}:00`, `node-${(i * 7919) % 1999}`, 'Pulled'),
      ),
    );
    const packed = gzip(many);
    const { input } = await readOne(packed.subarray(0, packed.length / 2));
    expect(input.records).toBeGreaterThan(500);
    expect(input).toMatchObject({ failure: { code: 'cut-off' }, notices: [{ code: 'cut-off', count: 1 }] });
  });

  test('that is broken inside is told, and does not throw', async () => {
    const packed = gzip(FILE);
    packed.fill(0xff, 40, 60);
    const { input } = await readOne(packed);
    expect(input.failure).not.toBeNull();
  });
});

describe('odd items', () => {
  async function read(...items: readonly unknown[]) {
    const part = await readOne(fileOf([otherEvent('09:00:00'), ...items, otherEvent('11:00:00')]));
    checkTable(part.table);
    return part.input;
  }

  test('without any time are skipped and counted', async () => {
    const zero = { ...otherEvent('10:00:00'), from: null, to: '0001-01-01T00:00:00Z' };
    expect(await read(zero)).toMatchObject({
      records: 2,
      skipped: 1,
      notices: [{ code: 'no-time', count: 1, first: { item: 2 } }],
    });
  });

  test('of an unknown level are kept as Info, and told', async () => {
    expect(await read({ ...otherEvent('10:00:00'), level: 'Fatal' })).toMatchObject({
      records: 3,
      notices: [{ code: 'unknown-level', first: { item: 2 } }],
    });
  });

  test('that end before they start are kept, and told', async () => {
    const item = { ...otherEvent('10:00:00'), to: '2025-05-06T09:30:00Z' };
    expect(await read(item)).toMatchObject({ records: 3, notices: [{ code: 'end-before-start' }] });
  });

  test('that are none are skipped', async () => {
    expect(await read(5, 'x', null, [], {}, { locator: 7 })).toMatchObject({
      records: 2,
      skipped: 6,
      notices: [{ code: 'other-lines', count: 6 }],
    });
  });

  test('with prototype keys, deep nesting and huge texts are harmless', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const text = `{"items":[
      {"level":"Info","source":"KubeEvent","locator":{"type":"Kind","keys":{"__proto__":"x","constructor":"y","node":"n"}},"message":{"reason":"R","humanMessage":"${'m'.repeat(1_000_000)}","annotations":{"__proto__":"z"}},"from":"2025-05-06T10:00:00Z","to":"2025-05-06T10:00:00Z","deep":${nested}},
      {"level":"Info","level":"Error","locator":"node/x","message":"a","message":"b","from":"2025-05-06T10:00:01Z","from":"2025-05-06T10:00:02Z","to":null}
    ]}`;
    const { table, input } = await readOne(text);
    expect(input).toMatchObject({ records: 2, skipped: 0 });
    expect(Object.hasOwn(table.locators[0].keys, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['z']).toBeUndefined();
  });

  test('exact duplicates are dropped and counted with their place', async () => {
    const { report } = await loadTexts({ b: FILE, a: fileOf([signal('10:00:00', 'demo-master-0')]) });
    expect(report.intervals).toBe(3);
    expect(report.inputs).toMatchObject([
      { path: 'a', records: 1, notices: [] },
      { path: 'b', records: 3, notices: [{ code: 'duplicate', count: 1, first: { item: 2 } }] },
    ]);
  });
});

const noOptions = { asOf: null, now: NOW, onBytes: () => undefined };

test('an input that cannot be opened costs itself only', async () => {
  const broken = {
    path: 'gone',
    size: null,
    modified: null,
    slice: () => Promise.reject(new Error('no such file')),
    // eslint-disable-next-line require-yield -- it fails before it has any
    async *chunks(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      throw new Error('no such file');
    },
  };
  const parts: RunPart[] = [];
  const { signal } = new AbortController();
  for await (const part of readInput(broken, { ...noOptions, signal })) parts.push(part);
  expect(parts).toMatchObject([{ input: { failure: { code: 'unreadable' } } }]);
});

test('cancelling rejects', async () => {
  const cancel = new AbortController();
  const reading = readInput(sourceOfBytes('x', bytesOf(FILE), 10), {
    ...noOptions,
    signal: cancel.signal,
    onBytes: (read) => void (read > 50 && cancel.abort()),
  });
  await expect(reading.next()).rejects.toThrow(/abort/i);
});
