import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { main as generate } from '../support/generate/cli.ts';

export const CACHE = join(import.meta.dirname, '../../.cache/bench');

/** The path of a pretty-printed file of `count` intervals, about 0.9 KB each; made once and kept. */
export async function intervalFile(count: number): Promise<string> {
  const path = join(CACHE, `intervals-${count}.json`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  await generate(['intervals', '--count', String(count), '--out', `${path}.part`]);
  renameSync(`${path}.part`, path); // a run that was interrupted leaves nothing that looks whole
  return path;
}
