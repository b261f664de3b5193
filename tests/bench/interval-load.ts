import { mediansOf, type Bench, type Comparison } from './bench.ts';
import { openBenchPage, peakOfRenderer } from './bench-page.ts';
import { intervalFile } from './inputs.ts';
import { buildChild, runChild } from './node-child.ts';

const SPEED = { unit: 'ms', ratio: 'speed', floor: 0.6, aim: 1 } as const;
const MEMORY = { unit: 'MB', ratio: 'share', floor: 0.6, aim: 0.4 } as const;

/** A file of 100,000 intervals, from bytes to report, against `JSON.parse` of the same text. */
export const intervalLoad: Bench = {
  name: 'interval-load',
  async run() {
    const path = await intervalFile(100_000);
    return [...(await inNode(path)), ...(await inChromium(path))];
  },
};

/** Each run in a process of its own, from the file on disk. */
async function inNode(path: string): Promise<Comparison[]> {
  const child = await buildChild();
  const idle = await mediansOf({ peak: async () => (await runChild(child, 'idle', path)).peak });
  const peaks = { load: 0, parse: 0 };
  const run = (task: 'load' | 'parse') => async () => {
    const { ms, peak } = await runChild(child, task, path);
    peaks[task] = Math.max(peaks[task], peak - idle.peak);
    return ms;
  };
  const { load, parse } = await mediansOf({ load: run('load'), parse: run('parse') });
  return [
    {
      what: 'Node, time',
      readme: 'reading a 90 MB interval file with the command',
      ours: load,
      peer: parse,
      peerName: 'JSON.parse',
      ...SPEED,
    },
    {
      what: 'Node, peak',
      readme: 'its memory with the command',
      ours: peaks.load,
      peer: peaks.parse,
      peerName: 'JSON.parse',
      ...MEMORY,
    },
  ];
}

/** Time: in one worker, from bytes that it has. Peak: of a renderer of its own, from a file on disk as users open it. */
async function inChromium(path: string): Promise<Comparison[]> {
  const page = await openBenchPage(path);
  await page.ask('keep');
  const times = await mediansOf({ load: () => page.ask('load'), parse: () => page.ask('parse') });
  await page.close();
  const idle = await peakOfRenderer(path, 'idle');
  const load = (await peakOfRenderer(path, 'load-file')) - idle;
  const parse = (await peakOfRenderer(path, 'parse-file')) - idle;
  return [
    {
      what: 'Chromium, time',
      readme: 'reading a 90 MB interval file in a worker',
      ours: times.load,
      peer: times.parse,
      peerName: 'JSON.parse',
      ...SPEED,
    },
    {
      what: 'Chromium, peak',
      readme: 'its memory in a worker',
      ours: load,
      peer: parse,
      peerName: 'JSON.parse',
      ...MEMORY,
    },
  ];
}
