/** What a child process of a bench does: one task on one file, then it tells of time and memory. See node-child.ts. */
import { readFileSync } from 'node:fs';
import { findSources } from '../../src/cli/files.ts';
import { load } from '../../src/load/load.ts';
import type { ChildFigures } from './node-child.ts';
import { peakMemory } from './peak-memory.ts';

const [task, path] = process.argv.slice(2);
const started = performance.now();
const result = await perform();
const figures: ChildFigures = {
  ms: performance.now() - started,
  peak: peakMemory('self'),
};
// The result is alive until here.
if (result === undefined) throw new Error(`no task ${task}`);
console.log(JSON.stringify(figures));

async function perform(): Promise<unknown> {
  if (task === 'idle') return null;
  if (task === 'parse') return JSON.parse(readFileSync(path, 'utf8'));
  if (task !== 'load') return undefined;
  return load(await findSources([path]), {
    version: 'bench',
    settings: { platform: null, topology: null, asOf: null, shifts: [] },
    signal: new AbortController().signal,
    now: Date.now(),
  });
}
