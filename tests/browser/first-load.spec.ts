import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { firstLoadBytes } from '../support/first-load.ts';
import { expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const DIST = process.env['LAPSE_DIST'] ?? join(import.meta.dirname, '../../dist');

/** Of gzipped bytes; timelines-chart alone is 54,000. */
const MOST_BYTES = 50_000;

test('little is fetched before the page can be used', async ({ page }) => {
  await openPage(page); // the page is built by now
  expect(firstLoadBytes(DIST)).toBeLessThan(MOST_BYTES);
});

test('a part that does not come is told, and the page can be loaded again', async ({ page }) => {
  await page.route(/HelpDialog-.*\.js/, (route) => route.abort());
  await page.goto('./');
  await whenIdle(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('alert')).toContainText('did not load');
  await expectAccessible(page);
  await page.unroute(/HelpDialog-.*\.js/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await whenIdle(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('nothing that is there moves while the rest of a run appears', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: number[] = [];
    (globalThis as typeof globalThis & { moved: number[] }).moved = moved;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openPage(page);
  await openSample(page, 'Missing signal');
  const moved = await page.evaluate(() => (globalThis as typeof globalThis & { moved: number[] }).moved);
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});
