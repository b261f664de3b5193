import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSources } from '../../../src/cli/files.ts';
import type { ByteSource } from '../../../src/load/byte-source.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text = path) => writeFileSync(join(folder, path), text);
const pathsOf = (sources: readonly ByteSource[]) => sources.map(({ path }) => path.slice(folder.length + 1));

async function textOf(source: ByteSource, from = 0): Promise<string> {
  let text = '';
  for await (const chunk of source.chunks(from)) text += new TextDecoder().decode(chunk);
  return text;
}

describe('the files below a folder', () => {
  test('come in the order of their names, and can be read from anywhere', async () => {
    mkdirSync(join(folder, 'b'));
    for (const path of ['c', 'a', 'b/2', 'b/10']) write(path);
    const sources = await findSources([`${folder}/`]);
    expect(pathsOf(sources)).toEqual(['a', 'b/10', 'b/2', 'c']);
    expect(sources.map(({ size }) => size)).toEqual([1, 4, 3, 1]);
    expect(await textOf(sources[1])).toBe('b/10');
    expect(await textOf(sources[1], 2)).toBe('10');
    expect(new TextDecoder().decode(await sources[1].slice(1, 99))).toBe('/10');
  });

  test('are found through links, each once, without end', async () => {
    mkdirSync(join(folder, 'in'));
    mkdirSync(join(folder, 'out'));
    for (const path of ['in/a', 'out/b']) write(path);
    symlinkSync(join(folder, 'in'), join(folder, 'in/again'));
    symlinkSync(join(folder, 'in/a'), join(folder, 'in/same'));
    symlinkSync(join(folder, 'out'), join(folder, 'in/way'));
    symlinkSync(join(folder, 'in'), join(folder, 'out/back'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'in/broken'));
    const sources = await findSources([join(folder, 'in')]);
    expect(pathsOf(sources)).toEqual(['in/a', 'in/broken', 'in/way/b']);
    await expect(textOf(sources[1])).rejects.toThrow('no such file');
  });

  test('that are none are listed, and never opened', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const sources = await findSources([folder, '/dev/zero']);
    for (const source of sources) await expect(textOf(source)).rejects.toThrow('pipe, socket or device');
    expect(sources).toHaveLength(2);
  });
});
