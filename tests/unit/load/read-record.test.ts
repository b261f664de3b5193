import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '../../../src/load/byte-source.ts';
import { readRecord } from '../../../src/load/read-record.ts';
import { describeRecordFailure } from '../../../src/model/record-failure.ts';
import { tar, zip } from '../../support/archives.ts';
import { readOne } from '../../support/read.ts';

const item = (n: number) =>
  `{"level":"Info","source":"X","locator":{"type":"Pod","keys":{"pod":"p${n}"}},"message":{"reason":"R"},"from":"2025-01-01T00:00:0${n}Z","to":"2025-01-01T00:00:0${n}Z"}`;
const bytes = (text: string) => new TextEncoder().encode(text);
const items = `{"items": [\n  ${item(1)},\n  null,\n  ${item(3)}\n]}`;
const page = `<html><script>var eventIntervals = ${items}\n</script></html>`;
const log =
  'Nov 05 12:00:03.250 E kube-apiserver Kube API started failing\nother\nNov 05 12:00:18.000 I kube-apiserver Kube API started responding to GET requests\n';

/** The place of the row that begins last, as a first reading gives it. */
async function lastPlace(name: string, content: Uint8Array): Promise<number> {
  const part = await readOne(content, { path: name });
  return part.table.place[part.table.length - 1];
}

describe('a record is read again', () => {
  it.each([
    ['items', bytes(items), item(3)],
    ['gzip', gzipSync(bytes(items)), item(3)],
    ['a chart page', bytes(page), item(3)],
    ['JSON lines', bytes(`${item(1)}\n${item(3)}\n`), item(3)],
    ['a text log', bytes(log), log.split('\n')[2]],
  ])('of %s, by the place that the row has', async (name, content, expected) => {
    const place = await lastPlace(name, content);
    for (const chunk of [7, 1 << 16]) {
      expect(await readRecord(sourceOfBytes(name, content, chunk), name, place)).toEqual({
        ok: true,
        value: expected,
      });
    }
  });

  it('of a file in an archive, and of the one of that path', async () => {
    const archive = gzipSync(
      tar({
        'a.json': bytes(`{"items": [${item(2)}]}`),
        'inner.zip': zip([
          { name: 'x.json', content: bytes(`{"items": [${item(4)}]}`) },
          { name: 'b.json.gz', content: gzipSync(bytes(items)) },
        ]),
        'a.json ': bytes(items),
      }),
    );
    const read = (path: string, place: number) => readRecord(sourceOfBytes('in', archive, 100), path, place);
    expect(await read('in > inner.zip > b.json.gz', 3)).toEqual({ ok: true, value: item(3) });
    expect(await read('in > inner.zip > x.json', 1)).toEqual({ ok: true, value: item(4) });
    expect(await read('in > a.json', 1)).toEqual({ ok: true, value: item(2) });
    expect(await read('in > none', 1)).toMatchObject({ ok: false, failure: { code: 'no-record' } });
  });

  it('of a plain audit log without what stands before it, whatever its size', async () => {
    const line = (n: number) =>
      `{"kind":"Event","apiVersion":"audit.k8s.io/v1","auditID":"id-${n}","stage":"ResponseComplete","requestURI":"/api","verb":"get","requestReceivedTimestamp":"2025-01-01T00:00:00.${n}00000Z"}`;
    const text = bytes(
      `${Array.from({ length: 9999 }, (_, i) => line((i % 8) + 1)).join('\n')}\n${line(9)}\n`,
    );
    const place = text.lastIndexOf(0x0a, text.length - 2) + 1;
    const source = sourceOfBytes('audit.log', text);
    let taken = 0;
    const counting = {
      ...source,
      async *chunks(from?: number) {
        for await (const chunk of source.chunks(from)) {
          taken += chunk.length;
          yield chunk;
        }
      },
    };
    expect(await readRecord(counting, 'audit.log', place)).toEqual({ ok: true, value: line(9) });
    expect(taken).toBeLessThan(text.length / 2);
    const packed = sourceOfBytes('audit.log.gz', gzipSync(text));
    expect(await readRecord(packed, 'audit.log.gz', place)).toEqual({ ok: true, value: line(9) });
  });

  it('says that a file has no such record any more', async () => {
    const result = await readRecord(sourceOfBytes('x', bytes(items)), 'x', 9);
    expect(result).toEqual({ ok: false, failure: { code: 'no-record', place: 9 } });
    expect(result.ok ? '' : describeRecordFailure(result.failure)).toContain('was changed');
  });

  it('says that a file has vanished', async () => {
    const gone = {
      path: 'x',
      size: null,
      modified: null,
      slice: () => Promise.reject(new Error('NotFoundError')),
      async *chunks(): AsyncGenerator<Uint8Array> {
        await Promise.reject(new Error('NotFoundError'));
        yield new Uint8Array(0);
      },
    };
    expect(await readRecord(gone, 'x', 1)).toMatchObject({ ok: false, failure: { code: 'unreadable' } });
  });
});
