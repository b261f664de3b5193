/**
 * Browser tests run on the built page, served under a sub-path, so that an absolute address anywhere in it fails.
 * `page` is part of `npm test`; `big` (tests/big) runs by itself.
 */
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, provideChromium } from './support/chromium.ts';

const BASE = '/some/prefix/';

// Playwright reads this file again in each worker; the environment hands on what the first reading found.
const executablePath = (process.env['LAPSE_CHROMIUM'] = provideChromium());
const port = (process.env['LAPSE_TEST_PORT'] ??= String(await findFreePort()));
const url = `http://127.0.0.1:${port}${BASE}`;

export default defineConfig({
  outputDir: '../.cache/playwright',
  workers: 1,
  expect: { timeout: 15_000 },
  timeout: 60_000, // both against hangs, not for speed: machines are shared
  forbidOnly: !!process.env['CI'],
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    baseURL: url,
    timezoneId: 'UTC',
    locale: 'en-GB',
    // A trace of each test takes a third of its time: `LAPSE_TRACE=1` keeps those of failing ones.
    trace: process.env['LAPSE_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'page', testDir: 'browser' },
    { name: 'big', testDir: 'big' },
  ],
  webServer: {
    command: `node tests/support/serve.mjs --port ${port} --base ${BASE}`,
    cwd: '..',
    url,
    timeout: 120_000, // it may have to build first
    stdout: 'ignore',
    stderr: 'pipe',
  },
});

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}
