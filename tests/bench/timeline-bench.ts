import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { CHROMIUM_FLAGS, provideChromium } from '../support/chromium.ts';
import type { Bench, Comparison } from './bench.ts';
import { CACHE } from './inputs.ts';
import type { BenchWindow, Drawer } from './timeline-page/tasks.ts';

const OUT = join(CACHE, 'timeline');
const MIME_TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
/** Frames of each walk. */
const FRAMES = 300;
const SPEED = { unit: 'ms', ratio: 'speed' } as const;
const SHARE = { unit: 'ms', ratio: 'share' } as const;

/**
 * The timeline against the charts that people have today, and one frame against what it is made of; all in one run of
 * one browser. Peers take tens of seconds, so runs are few.
 */
export const timelineDraw: Bench = {
  name: 'timeline-draw',
  async run() {
    const { page, close } = await open();
    try {
      return [...(await againstPeers(page)), ...(await framesOf(page))];
    } finally {
      await close();
    }
  },
};

async function againstPeers(page: Page): Promise<Comparison[]> {
  const [chart, vis] = ['timelines-chart', 'vis-timeline'] as const;
  const first = async (who: Drawer, count: number, runs: number, warm: number) => {
    const times: number[] = [];
    for (let run = -warm; run < runs; run++) {
      const time = await page.evaluate(
        ([name, items]) =>
          (globalThis as typeof globalThis & BenchWindow).timelineBench.firstDraw(name, items),
        [who, count] as const,
      );
      if (run >= 0) times.push(time);
    }
    return median(times);
  };
  const zoom = async (who: Drawer, count: number) => {
    await first(who, count, 1, 0);
    const times = await page.evaluate(
      (name) => (globalThis as typeof globalThis & BenchWindow).timelineBench.zoomSteps(name, 9),
      who,
    );
    return median(times.slice(1)); // the first warms up
  };
  const what = (text: string) => `${text}, until presented`;
  return [
    {
      what: what('first draw, 50,000'),
      readme: 'first draw of 50,000 intervals into an empty chart',
      ours: await first('lapse', 50_000, 5, 2),
      peer: await first(chart, 50_000, 2, 1),
      peerName: chart,
      ...SPEED,
      floor: 30,
      aim: 100,
    },
    {
      what: what('zoom step, 100,000'),
      readme: 'a zoom step at 100,000 intervals',
      ours: await zoom('lapse', 100_000),
      peer: await zoom(chart, 100_000),
      peerName: chart,
      ...SPEED,
      floor: 30,
      aim: 100,
    },
    {
      what: what('first draw, 20,000'),
      readme: 'first draw of 20,000 intervals into an empty chart',
      ours: await first('lapse', 20_000, 5, 1),
      peer: await first(vis, 20_000, 1, 0),
      peerName: vis,
      ...SPEED,
      floor: 200,
      aim: 200,
    },
  ];
}

async function framesOf(page: Page): Promise<Comparison[]> {
  const frames = async (count: number) =>
    page.evaluate(
      ([items, wanted]) =>
        (globalThis as typeof globalThis & BenchWindow).timelineBench.frames(items, wanted),
      [count, FRAMES] as const,
    );
  const few = await frames(10_000);
  const many = await frames(1_000_000);
  const copies = await page.evaluate(() =>
    (globalThis as typeof globalThis & BenchWindow).timelineBench.pixelCopies(50),
  );
  const frame = median(many);
  return [
    {
      what: 'script of a frame, 1,000,000',
      readme: 'script of one frame at 1,000,000 intervals',
      ours: frame,
      peer: median(copies),
      peerName: 'copy of its pixels',
      ...SHARE,
      floor: 60,
      aim: 30,
    },
    {
      what: 'the same',
      ours: frame,
      peer: median(few),
      peerName: 'the same at 10,000',
      ...SHARE,
      floor: 4,
      aim: 2,
    },
    {
      what: 'the same, median',
      ours: frame,
      peer: 8,
      peerName: 'half a frame',
      ...SHARE,
      floor: 1,
      aim: 0.5,
    },
    {
      what: 'the same, 95th percentile',
      ours: quantile(many, 0.95),
      peer: 16,
      peerName: 'one frame',
      ...SHARE,
      floor: 1,
      aim: 0.5,
    },
  ];
}

async function open(): Promise<{ page: Page; close: () => Promise<void> }> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'timeline-page'),
    base: './',
    logLevel: 'error',
    build: { outDir: OUT, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
  const server = createServer(({ url = '/' }, response) => {
    const file = join(OUT, url === '/' ? 'index.html' : new URL(url, 'http://bench').pathname);
    response.setHeader('content-type', MIME_TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1640, height: 940 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
