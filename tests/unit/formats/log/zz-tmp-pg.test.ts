import { describe, expect, test } from 'vitest';
import type { Head } from '../../../../src/formats/format.ts';
import { FORMATS } from '../../../../src/formats/index.ts';
import { checkTable } from '../../../../src/model/interval-table.ts';
import type { RunPart } from '../../../../src/model/run.ts';
import { fixtureFormats, fixturesOf, type Fixture } from '../../../support/fixtures.ts';
import { goldenText, requestKeys, rowText } from '../../../support/golden-text.ts';
import { matchGolden, noStrayGolden } from '../../../support/golden.ts';
import { gzip, loadTexts, readOne } from '../../../support/read.ts';

/** A larger fixture is cut at this many places, spread over it. */
const MAX_CUTS = 200;

describe.each(['apiserver-log','operator-log','termination-log','journal','loki'])('%s', (id) => {
  const fixtures = fixturesOf(id);

  test('has fixtures, and no golden file without one', () => {
    expect(fixtures.length).toBeGreaterThan(0);
    noStrayGolden(
      id,
      fixtures.map(({ name }) => `${name}.txt`),
    );
  });

  test.each(fixtures)('$name: is what its golden file says', async (fixture) => {
    const run = await loadTexts({ unknown: fixture.bytes }, { asOf: fixture.asOf });
    matchGolden(`${id}/${fixture.name}.txt`, goldenText(await read(fixture), run));
  });

  test.each(fixtures)(
    '$name: is claimed by this format alone, and its table keeps its rules',
    async (fixture) => {
      expect(claims(fixture.bytes)).toEqual([id]);
      const { table, input } = await read(fixture);
      expect(input.format).toBe(id);
      checkTable(table);
    },
  );

  test.each(fixtures)('$name: is the same in pieces, gzipped, and in other encodings', async (fixture) => {
    const plain = await read(fixture);
    const text = new TextDecoder().decode(fixture.bytes);
    const others = [
      await read(fixture, fixture.bytes, 1),
      await read(fixture, fixture.bytes, 7),
      await read(fixture, gzip(fixture.bytes)),
      await read(fixture, gzip(gzip(fixture.bytes)), 7),
      await read(fixture, `\ufeff${text}`),
      await read(fixture, utf16(text, true)),
      await read(fixture, utf16(text, false), 1),
    ];
    for (const other of others) {
      expect(other.table).toEqual(plain.table);
      expect({ ...other, table: null, input: null }).toEqual({ ...plain, table: null, input: null });
      expect(withoutEncoding(other)).toEqual(withoutEncoding(plain));
    }
  });

  test.each(fixtures)(
    '$name: cut anywhere it keeps the records before the cut, and says so',
    async (fixture) => {
      const complete = await read(fixture);
      const whole = rowsByPlace(complete);
      const requests = requestKeys(complete.requests);
      for (const cut of cutsOf(fixture.bytes)) {
        const bytes = fixture.bytes.subarray(0, cut);
        const part = await read(fixture, bytes);
        checkTable(part.table);
        const rows = rowsByPlace(part);
        // A line says not where it ends: of one that is told to be cut, what is left may stand as a row.
        if (part.input.notices.some(({ code }) => code === 'line-cut')) dropLast(rows);
        expect(rows, `rows of the first ${cut} bytes`).toEqual(whole.slice(0, rows.length));
        const asked = requestKeys(part.requests);
        expect(asked, `requests of the first ${cut} bytes`).toEqual(requests.slice(0, asked.length));
        const isTold =
          part.input.failure !== null || part.input.notices.some(({ code }) => /-?cut/.test(code));
        if (!isTold) expect(endsWithRecord(id, bytes), `silent about a cut at byte ${cut}`).toBe(true);
        expect(claims(bytes).length).toBeLessThanOrEqual(1);
      }
    },
  );
});

function read(
  { bytes, asOf }: Fixture,
  content: string | Uint8Array = bytes,
  chunkSize = 1 << 18,
): Promise<RunPart> {
  return readOne(content, { chunkSize, asOf: asOf === null ? null : Date.parse(asOf) });
}

/** Ids of the formats that claim an input of an unknown name. */
function claims(bytes: Uint8Array): string[] {
  const head: Head = {
    name: 'unknown',
    bytes: bytes.subarray(0, 1 << 16),
    text: new TextDecoder().decode(bytes.subarray(0, 1 << 16), { stream: true }),
    isWhole: bytes.length <= 1 << 16,
  };
  return FORMATS.filter((format) => format.detect(head)).map((format) => format.id);
}

function withoutEncoding({ input }: RunPart): RunPart['input'] {
  return { ...input, notices: input.notices.filter(({ code }) => code !== 'encoding') };
}

/** Rows as text in the order in which the file has them. */
function rowsByPlace({ table }: RunPart): string[] {
  const rows = Array.from({ length: table.length }, (_, row) => row);
  return rows.sort((a, b) => table.place[a] - table.place[b] || a - b).map((row) => rowText(table, row));
}

/** Without the rows of the last record, of which there may be several. */
function dropLast(rows: string[]): void {
  const place = rows[rows.length - 1]?.split(' ', 1)[0];
  while (place !== undefined && rows[rows.length - 1]?.startsWith(`${place} `)) rows.pop();
}

function cutsOf({ length }: Uint8Array): number[] {
  const count = Math.min(length, MAX_CUTS);
  return [...new Set(Array.from({ length: count }, (_, i) => Math.floor((i * length) / count)))];
}

/** Formats of lines; what they hold may be JSON documents too. */
const LINE_FORMATS: ReadonlySet<string> = new Set([
  'monitor-text',
  'kube-events-table',
  'apiserver-log',
  'operator-log',
  'termination-log',
  'journal',
  'loki',
]);

/** Whether nothing shows that more followed: whole lines, whole JSON documents, or a page past its data. */
function endsWithRecord(format: string, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  if (LINE_FORMATS.has(format) && text.endsWith('\n')) return true;
  if (format === 'monitor-text' || format === 'kube-events-table') return false;
  const start =
    format === 'intervals-html' ? /eventIntervals\s*=\s*(?=[{[])/.exec(text) : { index: 0, 0: '' };
  return start !== null && isBalanced(text.slice(start.index + start[0].length), format === 'intervals-html');
}

/** Whether the text is whole JSON documents in a row; `isFirstEnough`: the first is whole. */
function isBalanced(text: string, isFirstEnough: boolean): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|"|[{}[\]]/gs)) {
    if (token === '"') return false;
    if (token.length > 1) continue;
    depth += token === '{' || token === '[' ? 1 : -1;
    if (depth === 0 && isFirstEnough) return true;
  }
  return depth === 0;
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2 + 2, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}
