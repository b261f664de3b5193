import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '../../../src/load/byte-source.ts';
import { readLinesAround, searchLines } from '../../../src/load/read-lines.ts';
import { describeRecordFailure } from '../../../src/model/record-failure.ts';
import { tar } from '../../support/archives.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const klog = (clock: string, text: string) => `I0313 ${clock}.000001      15 httplog.go:132] ${text}\n`;
const log = [
  klog('10:57:23', 'one'),
  klog('10:57:24', 'two Readyz'),
  klog('10:57:25', 'three'),
  '\tgoes on\n',
  klog('10:57:27', 'five READYZ'),
].join('');

function options(around = 1) {
  return { around, signal: new AbortController().signal, onBytes: () => undefined };
}
const read = (content: Uint8Array, target: { line: number } | { at: number }, around = 1, path = 'in') =>
  readLinesAround(sourceOfBytes('in', content, 50), path, target, options(around));

describe('lines around one', () => {
  it('are given with their numbers, and whether more follow', async () => {
    expect(await read(bytes(log), { line: 3 })).toEqual({
      ok: true,
      value: {
        focus: 3,
        first: 2,
        areRecords: false,
        lines: [log.split('\n')[1], log.split('\n')[2], '\tgoes on'],
        isEnd: false,
      },
    });
    expect(await read(bytes(log), { line: 1 }, 9)).toMatchObject({ value: { first: 1, isEnd: true } });
  });

  it('are found by a moment, the nearest line, in whatever year', async () => {
    for (const year of [2023, 2026])
      for (const [clock, line] of [
        ['10:57:24.900', 3],
        ['10:57:26.100', 5],
        ['09:00:00', 1],
        ['23:00:00', 5],
      ] as const)
        expect(await read(bytes(log), { at: Date.parse(`${year}-03-13T${clock}Z`) })).toMatchObject({
          ok: true,
          value: { focus: line },
        });
  });

  it('are read in a file of an archive as well', async () => {
    const archive = gzipSync(tar({ 'a.log': bytes('x\n'), 'b.log.gz': gzipSync(bytes(log)) }));
    expect(await read(archive, { line: 4 }, 0, 'in > b.log.gz')).toMatchObject({
      value: { lines: ['\tgoes on'] },
    });
  });

  it('hold only the beginning of a line of any length', async () => {
    const result = await read(bytes(`${'x'.repeat(1 << 20)}\nshort\n`), { line: 2 });
    expect(result.ok && result.value.lines.map(({ length }) => length)).toEqual([16 << 10, 5]);
  });

  it('are at most a thousand before and after', async () => {
    const result = await read(bytes('line\n'.repeat(9000)), { line: 5000 }, 4000);
    expect(result.ok && [result.value.first, result.value.lines.length]).toEqual([4000, 2001]);
  });

  it.each([
    ['a line that is not there', bytes('x\n'), { line: 7 }, 'no-record'],
    ['no times', bytes('x\ny\n'), { at: 0 }, 'no-lines'],
    ['one document', bytes('{\n "a": [\n  1\n ]\n}\n'), { line: 2 }, 'no-lines'],
  ])('are not: %s', async (_, content, target, code) => {
    const result = await read(content, target);
    expect(result).toMatchObject({ ok: false, failure: { code } });
    if (!result.ok) expect(describeRecordFailure(result.failure)).toMatch(/changed since it was opened/);
  });

  it('are not given once it is cancelled', async () => {
    const cancel = new AbortController();
    const reading = readLinesAround(
      sourceOfBytes('in', bytes(log), 10),
      'in',
      { line: 1 },
      {
        ...options(),
        signal: cancel.signal,
        onBytes: () => cancel.abort(),
      },
    );
    await expect(reading).rejects.toThrow(/abort/i);
  });
});

describe('a search in a file', () => {
  const search = (content: Uint8Array, text: string) =>
    searchLines(sourceOfBytes('in', content, 7), 'in', text, options());

  it('gives the lines with a text in whatever case', async () => {
    expect(await search(bytes(log), 'readyz')).toEqual({ ok: true, value: { numbers: [2, 5], count: 2 } });
    expect(await search(bytes(log), '.*')).toEqual({ ok: true, value: { numbers: [], count: 0 } });
  });

  it('counts all and keeps ten thousand', async () => {
    const result = await search(bytes('x\n'.repeat(12_000)), 'x');
    expect(result.ok && [result.value.numbers.length, result.value.count]).toEqual([10_000, 12_000]);
  });
});
