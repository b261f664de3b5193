/** How long load balancers went on sending to a stopping apiserver: beside its shutdown, and beside its window. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { auditFile, auditPath, sampler } from '../support/audit-lines.ts';
import { at, event, fileOf, otherEvent, signal } from '../support/items.ts';
import { dropFiles, expectAccessible, openPage, whenIdle } from '../support/page.ts';

const NODE = 'm0.example.com';
const LATE = { 'openshift.io/during-graceful': 'loopback=false,,readyz=false' };
const table = (page: Page) => page.getByRole('region', { name: 'Load balancers after the signal' });

/** What samplers read in the headers of a stopping apiserver's answers. */
function headerWindow(loadBalancer: string, took: string) {
  const reason = 'GracefulShutdownInterval';
  const words = `load balancer took ${took} to switch to a new host: host=${NODE}`;
  return {
    level: 'Info',
    source: 'APIServerShutdown',
    display: true,
    locator: { type: 'APIServer', keys: { 'load-balancer': loadBalancer, server: 'kube-apiserver' } },
    message: {
      reason,
      cause: '',
      humanMessage: `${words} shutdown-delay-duration=1m10s failure=0`,
      annotations: { reason },
    },
    from: at('10:00:00'),
    to: at('10:01:25'),
  };
}

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-reactions-'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const items = [
    otherEvent('09:59:00'),
    signal('10:00:00', NODE),
    event('10:01:10', NODE, 'AfterShutdownDelayDuration', 'The minimal shutdown duration of 1m10s finished'),
    headerWindow('external-lb', 'new(12s) reused(1m10s)'),
    otherEvent('10:03:00'),
  ];
  write('run/e2e-events.json', fileOf(items));
  const of = (clocks: readonly string[], agent: string) => clocks.map((clock) => ({ clock, agent }));
  const lines = [
    ...of(['09:59:50', '10:00:05', '10:00:22.5'], sampler('internal-lb', 'new')),
    ...of(['09:59:50'], sampler('service-network', 'reused')),
    ...[...'0123'].map((digit) => ({
      clock: `10:01:0${digit}`,
      user: 'system:node:worker-a',
      annotations: LATE,
    })),
  ];
  write(`run/${auditPath(NODE)}`, auditFile(lines));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

async function drop(page: Page): Promise<string[]> {
  const errors = await openPage(page);
  await dropFiles(page, [join(folder, 'run')]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
  return errors;
}

/** The bar of the shutdown is in sight and wide enough to be hit. */
async function clickShutdown(page: Page): Promise<void> {
  const chart = (await page.getByTestId('chart').boundingBox())!;
  const lane = (await page.locator('p.lane').first().boundingBox())!;
  await page.mouse.click(chart.x + chart.width * 0.36, lane.y + lane.height / 2);
  await whenIdle(page);
}

/** The cells of each line of the table. */
async function cells(page: Page): Promise<string[][]> {
  const rows = await table(page).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

test('the bar of a shutdown leads to what each load balancer did', async ({ page }) => {
  const errors = await drop(page);
  await clickShutdown(page);
  await expect(table(page)).toBeVisible();
  expect(await cells(page)).toEqual([
    ['external load balancer'],
    ['new', '12 s', 'not counted', 'response headers'],
    ['reused', '≥ 1 m 10 s', 'not counted', 'response headers'],
    ['internal load balancer'],
    ['any', '1 m 03 s', '0', 'audit log'],
    ['new', '≥ 1 m 03 s', '4', 'late audit lines'],
    ['new, http2', '22.5 s', '0', 'audit log'],
    ['service network'],
    ['reused, http2', '0 s', '0', 'audit log'],
  ]);
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('≥ at least: what came later could not be seen.');
  await expect(panel).toContainText('0 s requests came until the signal, and none after it.');
  await expect(panel).toContainText('What is not listed was not measured.');
  await expectAccessible(page, '[role=tabpanel]');
  expect(errors).toEqual([]);
});

test('so do the window and the event that it was told by', async ({ page }) => {
  await drop(page);
  await clickShutdown(page);
  const seen = page.getByRole('region', { name: 'Seen by' });
  await seen.getByRole('button', { name: /response headers/ }).click();
  await whenIdle(page);
  const selected = page.getByRole('article', { name: 'Selected interval' });
  await expect(selected.getByRole('heading').first()).toHaveText('GracefulShutdownInterval');
  await expect(table(page)).toContainText('12 s');
  const related = selected.getByRole('region', { name: 'Related' });
  await related.getByRole('button', { name: /Shutdown of kube-apiserver on m0/ }).click();
  await whenIdle(page);
  await seen.getByRole('button', { name: /ShutdownInitiated.* event / }).click();
  await whenIdle(page);
  await expect(selected.getByRole('heading').first()).toHaveText('ShutdownInitiated');
  await expect(table(page)).toContainText('12 s');
});

test('the table fits a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await drop(page);
  await clickShutdown(page);
  await expect(table(page)).toBeVisible();
  const over = await table(page).evaluate((region) => region.scrollWidth - region.clientWidth);
  expect(over).toBe(0);
});
