import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { sourceOfBytes } from '../../../../src/load/byte-source.ts';
import { readLinesAround, searchLines } from '../../../../src/load/read-lines.ts';
import type { LineTarget } from '../../../../src/model/log-lines.ts';
import { fixture } from '../../../support/fixtures.ts';
import { bytesOf } from '../../../support/read.ts';

function options(signal = new AbortController().signal) {
  return { around: 20, signal, onBytes: () => undefined };
}
const read = (content: Uint8Array, target: LineTarget, around = 20) =>
  readLinesAround(sourceOfBytes('in', content, 50), 'in', target, { ...options(), around });

async function lines(content: Uint8Array): Promise<readonly string[]> {
  const found = await read(content, { line: 1 });
  if (!found.ok) throw new Error(found.failure.code);
  expect(found.value).toMatchObject({ areRecords: true, isEnd: true, first: 1 });
  return found.value.lines;
}

const answer = (values: readonly (readonly [string, string])[]) =>
  bytesOf(
    JSON.stringify({
      status: 'success',
      data: { resultType: 'streams', result: [{ stream: { pod_name: 'p', container: 'c' }, values }] },
    }),
  );
const nanos = (clock: string) => `${Date.parse(`2025-05-06T${clock}Z`)}000000`;

describe('lines inside of records', () => {
  test.each(['api', 'api-2019', 'grafana', 'grafana-table', 'logcli', 'packed-lines', 'journal'])(
    'loki/%s: each says its line, in the order of time, whatever that of the file',
    async (name) => {
      const found = await lines(fixture('loki', name).bytes);
      expect(found.length).toBeGreaterThan(1);
      const times = found.map((line) => /^\S+Z(?= )/.exec(line)?.[0] ?? '');
      expect(times).toEqual([...times].sort());
      expect(found.join('\n')).not.toMatch(/^\{/m);
    },
  );

  test.each(['viaq-documents', 'otlp'])('apiserver-log/%s: documents of a collector', async (name) => {
    const found = await lines(fixture('apiserver-log', name).bytes);
    expect(found[0]).toMatch(/^2025-05-06T10:00:00\.\d{3}Z .*kube-apiserver.*ShutdownInitiated/);
  });

  test('have their time and their pod before them', async () => {
    expect(
      await lines(
        answer([
          [nanos('10:00:02'), 'two'],
          [nanos('10:00:01'), '<b>one</b>\n'],
        ]),
      ),
    ).toEqual(['2025-05-06T10:00:01.000Z p/c <b>one</b>', '2025-05-06T10:00:02.000Z p/c two']);
  });

  test('are found by a moment, by the place of the record, and by a text', async () => {
    const content = answer(['05', '04', '03', '02', '01'].map((s) => [nanos(`10:00:${s}`), `line ${s}`]));
    expect(await read(content, { at: Date.parse('2025-05-06T10:00:03.400Z') }, 1)).toMatchObject({
      value: { focus: 3, first: 2, lines: { length: 3 }, isEnd: false },
    });
    expect(await read(content, { place: 1 }, 0)).toMatchObject({
      value: { focus: 5, lines: ['2025-05-06T10:00:05.000Z p/c line 05'] },
    });
    expect(await read(content, { line: 9 })).toMatchObject({ failure: { code: 'no-record' } });
    expect(await searchLines(sourceOfBytes('in', gzipSync(content)), 'in', 'LINE 05', options())).toEqual({
      ok: true,
      value: { numbers: [5], count: 1 },
    });
  });

  test('are cut where they are long, and many are read again in windows', async () => {
    const content = answer(
      Array.from({ length: 5000 }, (_, i) => [
        `${1746525600000 + i}000000`,
        'x'.repeat(i === 9 ? 1 << 20 : 9),
      ]),
    );
    const found = await read(content, { line: 10 }, 4000);
    expect(found.ok && [found.value.lines.length, found.value.lines[9].length]).toEqual([1010, 16 << 10]);
  });

  test('of a file that has none are said not to be there', async () => {
    const events = bytesOf(JSON.stringify({ kind: 'EventList', items: [{ kind: 'Event' }] }, null, 2));
    for (const target of [{ line: 1 }, { at: 0 }, { place: 1 }])
      expect(await read(events, target)).toEqual({ ok: false, failure: { code: 'no-lines' } });
  });

  test('are not read on once that is cancelled', async () => {
    const stop = new AbortController();
    const reading = readLinesAround(
      sourceOfBytes('in', answer([[nanos('10:00:00'), 'x']]), 5),
      'in',
      { line: 1 },
      options(stop.signal),
    );
    stop.abort();
    await expect(reading).rejects.toThrow();
  });
});
