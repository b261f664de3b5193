import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { drawnLoadBytes, firstLoadBytes } from '../support/first-load.ts';
import type { Bench } from './bench.ts';
import { CACHE } from './inputs.ts';

const ROOT = join(import.meta.dirname, '../..');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const OUT = join(CACHE, 'first-load');
const BYTES = { unit: 'kB', ratio: 'share', peerName: 'timelines-chart' } as const;

/** How many bytes come over the network, gzipped. They are counted, so a single run tells. */
export const firstLoad: Bench = {
  name: 'first-load',
  async run() {
    buildPage();
    const peer = (await peerBytes()) / 1000;
    return [
      {
        what: 'the page, opened',
        readme: 'first load of the page: document, styles and scripts, gzipped',
        ours: firstLoadBytes(OUT) / 1000,
        peer,
        ...BYTES,
        floor: 1,
        aim: 0.8,
      },
      {
        what: 'until a run is drawn, workers and all',
        readme: 'the same until a run is drawn, with both workers',
        ours: drawnLoadBytes(OUT) / 1000,
        peer,
        ...BYTES,
        floor: 4,
        aim: 3,
      },
    ];
  },
};

/** In a process of its own: this one serves modules in development's mode. */
function buildPage(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  const args = [VITE, 'build', '--outDir', OUT, '--logLevel', 'error'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
  if (status !== 0) throw new Error('the page could not be built');
}

/** The chart as a page would have it, with what it needs. */
async function peerBytes(): Promise<number> {
  const entry = join(CACHE, 'peer.js');
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(entry, "import Chart from 'timelines-chart';\nglobalThis.Chart = Chart;\n");
  const built = (await build({
    configFile: false,
    root: CACHE,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  })) as Rollup.RollupOutput;
  return built.output.reduce((sum, part) => {
    return sum + (part.type === 'chunk' ? gzipSync(part.code, { level: 9 }).length : 0);
  }, 0);
}
