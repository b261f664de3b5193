import { beforeAll, describe, expect, test } from 'vitest';
import { TELLING_NAMES } from '../../../../src/formats/audit/annotations.ts';
import { AuditReader } from '../../../../src/formats/audit/audit-reader.ts';
import { createScanner } from '../../../../src/formats/audit/create-scanner.ts';
import type { LineScanner } from '../../../../src/formats/audit/line-scanner.ts';
import type { Job } from '../../../../src/formats/format.ts';
import { wordsOf } from '../../../../src/model/request-table.ts';
import { RequestTableBuilder } from '../../../../src/model/request-table-builder.ts';
import { oneAuditLog } from '../../../support/generate/audit/audit-files.ts';
import { Random } from '../../../support/generate/random.ts';
import { bytesOf } from '../../../support/read.ts';
import { damaged, joined, oddRecord } from './odd-records.ts';

/** Counts what it takes of the lines it is asked for. */
class Counting implements LineScanner {
  taken = 0;
  asked = 0;
  readonly #scanner: LineScanner;

  constructor(scanner: LineScanner) {
    this.#scanner = scanner;
  }

  scan(...args: Parameters<LineScanner['scan']>): ReturnType<LineScanner['scan']> {
    const scanned = this.#scanner.scan(...args);
    this.asked++;
    this.taken += scanned.records;
    return scanned;
  }
}

beforeAll(() => createScanner(), 60_000); // compiles it

async function scanner(): Promise<LineScanner> {
  const made = await createScanner();
  if (made === null) throw new Error('no WebAssembly here');
  return made;
}

/** All that reading gives, in chunks of some size. */
function read(bytes: Uint8Array, chunk: number, by: LineScanner | null) {
  const builder = new RequestTableBuilder();
  const told = { records: 0, skipped: 0, notices: [] as string[] };
  const job: Job = {
    signal: new AbortController().signal,
    asOf: null,
    now: 0,
    record: (count = 1) => void (told.records += count),
    skip: () => void told.skipped++,
    notice: (code, place) => void told.notices.push(`${code} ${JSON.stringify(place)}`),
  };
  const reader = new AuditReader(builder, job, by);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  const end = reader.end();
  return { end, told, ...builder.finish(null, null) };
}

/** Where reading by the scanner, in chunks of some size, gives something else than reading without; null: nowhere. */
function difference(bytes: Uint8Array, chunk: number, by: LineScanner): string | null {
  const [ours, theirs] = [valuesOf(read(bytes, chunk, by)), valuesOf(read(bytes, 1 << 16, null))];
  for (const [name, value] of Object.entries(theirs)) {
    if (!ArrayBuffer.isView(value)) {
      if (JSON.stringify(value) !== JSON.stringify(ours[name]))
        return `${name}: ${JSON.stringify(ours[name])}`;
      continue;
    }
    const [a, b] = [ours[name] as Float64Array, value as Float64Array];
    const at = b.findIndex((number, i) => !Object.is(number, a[i]));
    if (at >= 0 || a.length !== b.length) return `${name} of row ${at}: ${a[at]} for ${b[at]}`;
  }
  return null;
}

function valuesOf({ table, ...rest }: ReturnType<typeof read>): Record<string, unknown> {
  const { texts, notes, ...columns } = table;
  const { row, kind, value } = notes;
  return { ...rest, ...columns, ...texts, row, kind, value };
}

const ORDINARY = [...oneAuditLog({ seed: 3, bytes: 2000 })][0];

/** Lines with an ordinary one after every few, so that the scanner never stops to try. */
function fileOf(lines: readonly Uint8Array[]): Uint8Array {
  const [ordinary, end] = [bytesOf(ORDINARY), bytesOf('\n')];
  return joined([ordinary, ...lines.flatMap((line, i) => [line, end, ...(i % 4 === 0 ? [ordinary] : [])])]);
}

describe('gives what JSON.parse gives', () => {
  test.each([1, 2, 3, 4])('of odd records, whole (%i)', async (seed) => {
    const random = new Random(seed);
    const bytes = fileOf(Array.from({ length: 1500 }, () => bytesOf(oddRecord(random))));
    const fast = new Counting(await scanner());
    expect(difference(bytes, 1 << 16, fast)).toBeNull();
    expect(fast.taken).toBeGreaterThan(900);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('of damaged records (%i)', async (seed) => {
    const random = new Random(1000 + seed);
    const lines = Array.from({ length: 2700 }, () => {
      const line = damaged(random, bytesOf(oddRecord(random)));
      return random.chance(0.2) ? damaged(random, line) : line;
    });
    const bytes = fileOf(lines);
    const fast = new Counting(await scanner());
    expect(difference(bytes, 1 << 16, fast)).toBeNull();
    expect(fast.taken).toBeGreaterThan(700);
  });

  test.each([1, 7, 4096])('in chunks of %i bytes', { timeout: 30_000 }, async (chunk) => {
    const random = new Random(50 + chunk);
    const lines = Array.from({ length: 120 }, (_, i) => {
      const line = bytesOf(i % 3 === 0 ? ORDINARY.trimEnd() : oddRecord(random));
      return random.chance(0.3) ? damaged(random, line) : line;
    });
    const bytes = fileOf(lines);
    const cut = bytes.subarray(0, bytes.length - 30);
    for (const input of [bytes, cut]) expect(difference(input, chunk, await scanner())).toBeNull();
  });
});

describe('takes', () => {
  test('every line that an apiserver writes', async () => {
    const bytes = bytesOf([...oneAuditLog({ seed: 9, bytes: 3e6 })].join(''));
    const fast = new Counting(await scanner());
    const { told } = read(bytes, 1 << 16, fast);
    expect(told.records).toBeGreaterThan(1500);
    expect(fast.taken).toBe(told.records);
  });

  test('more texts and verbs than its dictionary has room for', { timeout: 60_000 }, async () => {
    const times = '"requestReceivedTimestamp":"2025-05-06T06:00:07Z","stageTimestamp":"2025-05-06T06:00:07Z"';
    const line = (i: number) =>
      `{"auditID":"a","stage":"ResponseComplete","requestURI":"/${i}","verb":"v${i % 40}",${times}}\n`;
    const count = 135_000;
    const pieces = Array.from({ length: count }, (_, i) => line(i));
    const fast = new Counting(await scanner());
    const { table, told } = read(bytesOf(pieces.join('')), 1 << 20, fast);
    expect(told.records).toBe(count);
    expect(fast.taken).toBe(count);
    expect(new Set(table.path).size).toBe(1); // one ID, one arrival: one request
    expect(table.verbs).toHaveLength(40);
  });

  test('annotations that tell of a shutdown', async () => {
    const note =
      '"openshift.io/during-graceful":"loopback=true,,readyz=false","apiserver.latency.k8s.io/total":"1.5s",';
    const bytes = bytesOf(ORDINARY.replace('"annotations":{', `"annotations":{${note}`));
    const fast = new Counting(await scanner());
    const { table } = read(bytes, 1 << 16, fast);
    expect(fast.taken).toBe(1);
    expect([...table.notes.value]).toEqual([1500]);
  });

  test.each(TELLING_NAMES)('the annotation %s', async (name) => {
    const values = [
      'loopback=true,,readyz=false',
      'early=true elapsed=3s threshold=5.00% late=true',
      'true',
      '1.5s',
    ];
    const lines = values.map((value) =>
      ORDINARY.replace('"annotations":{', `"annotations":{"${name}":"${value}",`),
    );
    const fast = new Counting(await scanner());
    expect(difference(bytesOf(lines.join('')), 1 << 16, fast)).toBeNull();
    expect(fast.taken).toBe(values.length);
    const plain = read(bytesOf(ORDINARY), 1 << 16, null).table;
    const { table } = read(bytesOf(lines.join('')), 1 << 16, null);
    expect([table.flags[0], table.notes.row.length]).not.toEqual([plain.flags[0], 0]);
  });

  test('lines behind an odd one, and a line as long as its window', async () => {
    const long = ORDINARY.replace(
      '"annotations":{',
      `"requestObject":"${'x'.repeat(1 << 20)}","annotations":{`,
    );
    const short = long.replace(/x{9,}/, (x) => x.slice(4000));
    const fast = new Counting(await scanner());
    const bytes = bytesOf([ORDINARY, long, short, 'odd\n', ORDINARY].join(''));
    expect(read(bytes, bytes.length, fast).told.records).toBe(4);
    expect(fast.taken).toBe(3);
  });
});

test('several inputs at a time share one core', async () => {
  const inputs = await Promise.all([1, 2].map(async (seed) => ({ by: await scanner(), seed })));
  const parts = inputs.map(({ by, seed }) => {
    const builder = new RequestTableBuilder();
    const bytes = bytesOf([...oneAuditLog({ seed, bytes: 60_000 })].join(''));
    const job = { record() {}, skip() {}, notice() {} } as unknown as Job;
    return { bytes, builder, reader: new AuditReader(builder, job, by) };
  });
  for (let at = 0; at < 80_000; at += 5000)
    for (const { bytes, reader } of parts) reader.push(bytes.subarray(at, at + 5000));
  for (const { bytes, builder, reader } of parts) {
    reader.end();
    expect(builder.finish(null, null).table).toEqual(read(bytes, 1 << 16, null).table);
  }
});

test('a file of odd lines is hardly looked at', async () => {
  const line = ORDINARY.replace('"kind":"Event"', '"hostname":"master-0"');
  const fast = new Counting(await scanner());
  const { told, table } = read(bytesOf(line.repeat(3000)), 1 << 16, fast);
  expect(told.records).toBe(3000);
  expect(fast.taken).toBe(0);
  expect(wordsOf(table, 0).node).toBe('master-0');
});
