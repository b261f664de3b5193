/** Which year the lines of a log are in that write none. */
import { describe, expect, test } from 'vitest';
import { sourceOfBlob, sourceOfBytes } from '../../../src/load/byte-source.ts';
import { load } from '../../../src/load/load.ts';
import { gzipSync } from 'fflate';
import { concat } from '../../support/bytes.ts';
import { tarEntry, TAR_END, zip } from '../../support/archives.ts';
import { bytesOf, NO_SETTINGS, NOW } from '../../support/read.ts';

const POD = '{Kind:"Pod", Namespace:"openshift-kube-apiserver", Name:"kube-apiserver-m0"}';
const LOG = `I0506 10:00:00.807438      15 genericapiserver.go:978] Event(v1.ObjectReference${POD}): type: 'Normal' reason: 'ShutdownInitiated' Received signal to terminate\n`;
const seconds = (time: string) => Date.parse(time) / 1000;
const inTar = (modified: number, content: string | Uint8Array = LOG) =>
  concat([tarEntry('current.log', content, { modified }), TAR_END]);
const gzipped = (mtime: number | string) => gzipSync(bytesOf(LOG), { mtime });
const inZip = (year: number) =>
  zip([{ name: 'current.log', content: LOG, modified: [((year - 1980) << 9) | (5 << 5) | 7, 12 << 11] }]);

/** The year of the log, and whether it was assumed. */
async function yearOf(log: Uint8Array | File, others: Readonly<Record<string, string>> = {}) {
  const source = log instanceof File ? sourceOfBlob('current.log', log) : sourceOfBytes('in', log);
  const sources = [
    source,
    ...Object.entries(others).map(([path, text]) => sourceOfBytes(path, bytesOf(text))),
  ];
  const run = await load(sources, {
    now: NOW,
    settings: NO_SETTINGS,
    signal: new AbortController().signal,
    version: 'test',
  });
  const [input] = run.report.inputs.filter(({ format }) => format === 'apiserver-log');
  return [input.from?.slice(0, 4), input.notices.some(({ code }) => code === 'year-assumed')];
}

describe('a log that writes no year was written before its file was', () => {
  test.each([
    ['a tar archive', inTar(seconds('2023-05-07T00:00:00Z'))],
    ['a gzip file', gzipped('2023-05-06T10:30:00Z')],
    ['a zip archive', inZip(2023)],
    [
      'a gzip file in a tar archive, whose own time says more',
      inTar(seconds('2025-06-01T00:00:00Z'), gzipped('2023-05-06T11:00:00Z')),
    ],
    ['a gzip file without a time in a tar archive', inTar(seconds('2023-06-01T00:00:00Z'), gzipped(0))],
    ['a dropped file', new File([LOG], 'current.log', { lastModified: Date.parse('2023-08-01T00:00:00Z') })],
  ])('%s', async (_, log) => {
    expect(await yearOf(log)).toEqual(['2023', true]);
  });

  test.each([
    ['no time', inTar(0)],
    ['a time that packers write for none', inZip(1980)],
    ['a time to come', inTar(seconds('2033-05-07T00:00:00Z'))],
  ])('but %s says nothing: the year is that of the reading', async (_, log) => {
    expect(await yearOf(log)).toEqual(['2025', true]); // the last such day before it
  });

  test('and what the run itself tells of its time stands above it', async () => {
    const started = JSON.stringify({ timestamp: seconds('2022-05-06T09:00:00Z') });
    expect(await yearOf(inTar(seconds('2023-05-07T00:00:00Z')), { 'started.json': started })).toEqual([
      '2022',
      true,
    ]);
  });
});
