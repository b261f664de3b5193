import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { CHROMIUM_FLAGS, provideChromium } from '../support/chromium.ts';
import { CACHE } from './inputs.ts';
import type { BenchWindow, Task } from './page/tasks.ts';
import { peakMemory } from './peak-memory.ts';

const OUT = join(CACHE, 'page');
const MIME_TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

export interface BenchPage {
  /** Has the page's worker do a task; milliseconds. */
  ask(task: Task): Promise<number>;
  /** The most memory that the page's process ever had, in MB. Linux only. */
  peak(): Promise<number>;
  close(): Promise<void>;
}

let built: Promise<unknown> | null = null;

/** A new browser with the bench page, and the file at `path` chosen in it. */
export async function openBenchPage(path: string | null): Promise<BenchPage> {
  built ??= build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: OUT, emptyOutDir: true, target: 'es2022' },
  });
  await built;
  const server = createServer(({ url = '/' }, response) => {
    const file = join(OUT, url === '/' ? 'index.html' : new URL(url, 'http://bench').pathname);
    response.setHeader('content-type', MIME_TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  if (path !== null) await page.setInputFiles('input', path);
  return {
    ask: (task) => page.evaluate((name) => (globalThis as typeof globalThis & BenchWindow).ask(name), task),
    async peak() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakMemory(id));
      return Math.max(...peaks);
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** The peak of a renderer that does this one task, in MB. */
export async function peakOfRenderer(path: string, task: Task): Promise<number> {
  const page = await openBenchPage(path);
  try {
    await page.ask(task);
    return await page.peak();
  } finally {
    await page.close();
  }
}
