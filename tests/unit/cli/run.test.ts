import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printable } from '../../../src/base/text.ts';
import { run } from '../../../src/cli/run.ts';
import type { Report } from '../../../src/model/report.ts';
import { tar } from '../../support/archives.ts';
import { concat } from '../../support/bytes.ts';
import { disruption, fileOf, otherEvent, reboot } from '../../support/items.ts';
import { bytesOf, gzip } from '../../support/read.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-'));
  mkdirSync(join(folder, 'junit'));
  const items = [
    otherEvent('09:15:00'),
    reboot('10:00:00', '10:04:00', 'demo-master-1'),
    disruption('10:00:01', '10:00:20', 'kube-api-new-connections'),
    otherEvent('10:04:00'),
  ];
  writeFileSync(join(folder, 'junit', 'e2e-events.json'), fileOf(items));
  writeFileSync(join(folder, 'notes.txt'), 'nothing of use');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function lapse(...words: string[]) {
  const printed = { out: '', err: '' };
  const status = await run(words, '1.2.3', {
    out: (text) => void (printed.out += text),
    err: (text) => (printed.err += text),
  });
  return { status, ...printed };
}

describe('lapse analyze', () => {
  test('puts a clock right, of a file or of all in a folder', async () => {
    const times = async (...words: string[]) => {
      const { out } = await lapse('analyze', '--json', ...words, folder);
      const { episodes, range, settings } = JSON.parse(out) as Report;
      return [episodes[0].from, range?.from, settings.shifts];
    };
    const file = join(folder, 'junit', 'e2e-events.json');
    const [episode, begin] = (await times()) as string[];
    const later = (text: string, ms: number) => new Date(Date.parse(text) + ms).toISOString();
    expect(await times('--shift', `${file}=+2.5s`)).toEqual([
      later(episode, 2500),
      later(begin, 2500),
      [{ path: file, seconds: 2.5 }],
    ]);
    expect((await times('--shift', `${folder}=-1m`)).slice(0, 2)).toEqual([
      later(episode, -60_000),
      later(begin, -60_000),
    ]);
    expect((await times('--shift', `${folder}=-1m`, '--shift', `${file}=1`)).slice(0, 1)).toEqual([
      later(episode, 1000),
    ]);
  });

  test('says which clocks were put right, and refuses a shift that is for no input', async () => {
    const shift = `${folder}/junit=+2.5s`;
    expect((await lapse('analyze', '--shift', shift, folder)).out).toContain(
      `Clocks put right: ${folder}/junit by +2.5 s\n`,
    );
    expect((await lapse('analyze', '--markdown', '--shift', shift, folder)).out).toContain(
      '- Clocks put right: ',
    );
    expect(await lapse('analyze', '--shift', 'nosuch=+2s', folder)).toEqual({
      status: 2,
      out: '',
      err: 'lapse: --shift nosuch matches no input\n',
    });
  });

  test('walks folders, and prints a summary', async () => {
    const { status, out, err } = await lapse('analyze', folder);
    expect(status).toBe(0);
    expect(out).toMatch(/^1 control-plane reboot: 1 without ShutdownInitiated \(demo-master-1, 10:00:00\)\./);
    expect(out).toContain('✗ 2025-05-06 10:00:00  Reboot of demo-master-1 without ShutdownInitiated');
    expect(out).toContain('notes.txt: ignored: not a format that Lapse reads; it looks like plain text\n');
    expect(out).toContain('Read 1 of 1 input, 1 ignored, 4 intervals:');
    expect(err).toBe('');
  });

  test('what an archive holds besides the run is told quietly; what somebody may miss is not', async () => {
    const archive = join(folder, 'junk.tar');
    const beside = concat([Uint8Array.of(0, 5, 0x16, 7), bytesOf('Mac OS X')]);
    const files = {
      '._m0-audit.log': beside,
      'lock.log': '',
      '.terminating': '',
      'm1.log.bz2': 'BZh91AY&SY',
    };
    writeFileSync(archive, tar({ ...files, 'e2e-events.json': fileOf([otherEvent('09:00:00')]) }));
    const { out, err } = await lapse('analyze', archive);
    expect(out).toContain('Read 1 of 2 inputs, 3 ignored, 1 interval:');
    expect(out).toContain(
      '._m0-audit.log: ignored: an AppleDouble file, which macOS puts beside each other file\n',
    );
    expect(out).toContain('lock.log: ignored: the file is empty\n');
    expect(err).toMatch(/^lapse: .*m1\.log\.bz2: not read — .*\n$/);
    rmSync(archive);
  });

  test('a file that the user named should be of use; where none is, all are told', async () => {
    const notes = join(folder, 'notes.txt');
    expect((await lapse('analyze', notes, join(folder, 'junit'))).err).toContain('notes.txt: not read');
    const empty = mkdtempSync(join(folder, 'none-'));
    writeFileSync(join(empty, 'a.txt'), 'nothing of use');
    const { status, err } = await lapse('analyze', '--json', empty);
    expect([status, err]).toEqual([1, expect.stringContaining('a.txt: ignored: ')]);
    rmSync(empty, { recursive: true });
  });

  test('--json prints the report, and nothing else, to standard output', async () => {
    const { out } = await lapse('analyze', '--json', folder);
    const report = JSON.parse(out) as Report;
    expect(out).toBe(`${JSON.stringify(report, null, 2)}\n`);
    expect(report).toMatchObject({ report: 1, version: '1.2.3', complete: true, intervals: 4 });
    expect(report.inputs.map((one) => one.path)).toEqual([
      `${folder}/junit/e2e-events.json`,
      `${folder}/notes.txt`,
    ]);
  });

  test('--markdown is in the form of a bug', async () => {
    const { out } = await lapse('analyze', '--markdown', folder);
    expect(out).toMatch(/^\*\*1 control-plane reboot/);
    expect(out).toContain('| reboot | demo-master-1 | 2025-05-06 10:00:00 | 2025-05-06 10:04:00 | missing |');
    expect(out).toContain(
      '| 1 | 2025-05-06 10:00:01 | 19 s | unsignalled: an apiserver went away in silence | unsignalled-reboot | kube-api new external http1 | connection-refused |',
    );
  });

  test('settings are taken into the report', async () => {
    const { out } = await lapse(
      'analyze',
      '--json',
      '--platform',
      'AWS',
      '--topology=single',
      '--as-of',
      '2025-05-06T00:00:00Z',
      folder,
    );
    expect((JSON.parse(out) as Report).settings).toEqual({
      platform: 'aws',
      topology: 'single',
      asOf: '2025-05-06T00:00:00Z',
      shifts: [],
    });
  });

  test('limits of archives can be raised and lowered', async () => {
    const archive = join(folder, 'archive.tar.gz');
    writeFileSync(archive, gzip(gzip(tar({ a: fileOf([otherEvent('09:00:00')]), b: '' }))));
    const codesWith = async (...options: string[]) => {
      const { out } = await lapse('analyze', '--json', ...options, archive);
      return (JSON.parse(out) as Report).inputs.map((one) => one.failure?.code ?? null);
    };
    expect(await codesWith()).toEqual([null, 'empty']);
    expect(await codesWith('--max-depth', '2')).toEqual(['too-large']);
    expect(await codesWith('--max-members=1')).toEqual(['too-large', null]);
    expect(await codesWith('--max-unpacked', '1k')).toEqual(['too-large']);
    expect(await codesWith('--max-unpacked=1GiB', '--max-ratio', '1')).toEqual([null, 'empty']);
    rmSync(archive);
  });

  test('exit status 1, and the report all the same, when nothing is usable', async () => {
    const { status, out } = await lapse('analyze', '--json', join(folder, 'notes.txt'), join(folder, 'gone'));
    expect(status).toBe(1);
    expect((JSON.parse(out) as Report).inputs.map((one) => one.failure!.code)).toEqual([
      'unreadable',
      'unknown-format',
    ]);
  });

  test.each([
    [[]],
    [['analyse', 'x']],
    [['analyze']],
    [['analyze', '--jsn', 'x']],
    [['analyze', '--json', '--markdown', 'x']],
    [['analyze', '--topology', 'round', 'x']],
    [['analyze', '--as-of', 'yesterday', 'x']],
    [['analyze', '--shift', 'm0.log', 'x']],
    [['analyze', '--shift', 'm0.log=soon', 'x']],
    [['analyze', '--shift', 'm0.log=+2d', 'x']],
    [['analyze', '--max-unpacked', 'much', 'x']],
    [['analyze', '--max-depth=0', 'x']],
  ])('exit status 2 for %j', async (words) => {
    const { status, out, err } = await lapse(...words);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('usage: lapse analyze');
  });

  test('--help and --version', async () => {
    expect(await lapse('--help')).toMatchObject({ status: 0, err: '' });
    expect((await lapse('--version')).out).toBe('lapse 1.2.3\n');
  });
});

test('what files say cannot steer a terminal', () => {
  expect(printable('a\u001b[31mb\rc\u202ed')).toBe('a\ufffd[31mb\ufffdc\ufffdd');
});
