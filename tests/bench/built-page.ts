import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { CHROMIUM_FLAGS, provideChromium } from '../support/chromium.ts';
import { assemblyPlugin } from '../support/assembly-plugin.ts';
import { CACHE } from './inputs.ts';
import { peakMemory } from './peak-memory.ts';

const MIME_TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

export interface BuiltPage {
  readonly page: Page;
  /** The most memory that the page's process ever had, in MB. Linux only. */
  readonly peak: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const builds = new Map<string, Promise<unknown>>();

/** A new browser with the page of a folder beside this file, which is built once. */
export async function openBuiltPage(folder: string): Promise<BuiltPage> {
  const out = join(CACHE, folder);
  const built = builds.get(folder) ?? buildPage(folder, out);
  builds.set(folder, built);
  await built;
  const server = createServer(({ url = '/' }, response) => {
    const file = join(out, url === '/' ? 'index.html' : new URL(url, 'http://bench').pathname);
    response.setHeader('content-type', MIME_TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
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

function buildPage(folder: string, outDir: string): Promise<unknown> {
  return build({
    configFile: false,
    root: join(import.meta.dirname, folder),
    base: './',
    logLevel: 'warn',
    plugins: [assemblyPlugin()],
    worker: { format: 'es', plugins: () => [assemblyPlugin()] },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
}
