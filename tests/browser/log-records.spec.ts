/** Lines of logs that lie inside of documents: answers and exports of Loki. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { dropFiles, expectAccessible, openPage, whenIdle } from '../support/page.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');

test('an answer of Loki is read as lines by time, from the step that it tells, and searched', async ({
  page,
}) => {
  const errors = await openPage(page);
  const events = readdirSync(join(FIXTURES, 'kube-events')).find((name) => name.endsWith('.json'))!;
  await dropFiles(page, [join(FIXTURES, 'loki/api.json'), join(FIXTURES, 'kube-events', events)]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
  const panel = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(panel).toContainText('1 other file has no lines of a log');
  await page.getByRole('combobox', { name: 'File' }).selectOption({ index: 1 });
  const lines = panel.getByRole('region', { name: 'Lines' });
  await expect(panel).toContainText('Line 1 of its records by time');
  const clocks = (await lines.locator('p').allInnerTexts()).map(
    (text) => /T(\d\d:\d\d:\d\d\.\d+)Z/.exec(text)?.[1],
  );
  expect(clocks.length).toBeGreaterThan(1);
  expect(clocks).toEqual([...clocks].sort());
  await page.getByRole('searchbox', { name: 'Search in this file' }).fill('shutdownINITIATED');
  await page.keyboard.press('Enter');
  await expect(lines.locator('[aria-current] mark')).toHaveText('ShutdownInitiated');
  await expectAccessible(page, '[role=tabpanel]');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(errors).toEqual([]);
});
