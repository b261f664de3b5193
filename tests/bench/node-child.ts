import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { assemblyPlugin } from '../support/assembly-plugin.ts';
import { CACHE } from './inputs.ts';

export interface ChildFigures {
  readonly ms: number;
  /** The most memory that the process had, in MB. */
  readonly peak: number;
}

/** Builds what child processes run: plain Node, as users have it. Gives the path of the script. */
export async function buildChild(): Promise<string> {
  const outDir = join(CACHE, 'node');
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [assemblyPlugin()],
    build: {
      ssr: join(import.meta.dirname, 'node-tasks.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'tasks.mjs' } },
    },
    ssr: { noExternal: true },
  });
  return join(outDir, 'tasks.mjs');
}

/** Runs one task in a process of its own. */
export async function runChild(
  script: string,
  task: 'idle' | 'load' | 'parse',
  path: string,
): Promise<ChildFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, task, path]);
  return JSON.parse(stdout) as ChildFigures;
}
