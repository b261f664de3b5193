/** What the logs beside the intervals tell: who saw a step, and the lines around a moment. */
import { expect, test } from '@playwright/test';
import { expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const MISSING = 'Missing signal';

test('the missing signal, the reboot and the log that proves it stand beside each other', async ({
  page,
}) => {
  const errors = await openPage(page);
  await openSample(page, MISSING);
  const panel = page.getByRole('tabpanel');
  await page.getByRole('button', { name: /^Signal missing 10:57:25/ }).click();
  await whenIdle(page);
  const logs = panel.getByRole('group', { name: 'Log lines' }).first();
  await expect(logs).toContainText('Logs of ip-10-0-232-149 at 10:57:25');
  await logs.getByRole('button', { name: 'termination log' }).click();
  const lines = panel.getByRole('region', { name: 'Lines' });
  // The life that was killed left nothing; the next one says so.
  await expect(lines.locator('[aria-current]')).toContainText(/10:58:56|10:02:10|10:03:05/);
  await expect(lines).toContainText('did not terminate gracefully');

  await page
    .getByRole('combobox', { name: 'File' })
    .selectOption({ label: 'journal: ip-10-0-232-149.us-west-1.compute.internal/journal.gz' });
  await expect(lines.locator('[aria-current]')).toContainText('initiating reboot');
  await expect(panel).toContainText('the nearest to 2023-03-13 10:57:25 UTC');
  await expect(lines).toContainText('System is rebooting.');

  await page.getByRole('searchbox', { name: 'Search in this file' }).fill('STARTED CONTAINER');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('2 of 2 lines');
  await expect(lines.locator('[aria-current] mark')).toHaveText('Started container');
  await page.keyboard.press('Shift+Enter');
  await expect(panel).toContainText('1 of 2 lines');
  await page.getByRole('searchbox', { name: 'Search in this file' }).fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('No line has it');
  const few = await lines.locator('p').count();
  await panel.getByRole('button', { name: 'More lines' }).click();
  await expect.poll(() => lines.locator('p').count()).toBeGreaterThan(few);
  await expectAccessible(page, '[role=tabpanel]');
  expect(errors).toEqual([]);
});

test('a step says who saw it and how exactly, and leads to the line', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  const panel = page.getByRole('tabpanel');
  await page.getByRole('button', { name: /Signalled .*Outage of kube-api/ }).click();
  await page.keyboard.press('e');
  await panel
    .getByRole('button', { name: /Shutdown of kube-apiserver on ip-10-0-141-88/ })
    .first()
    .click();
  await whenIdle(page);
  const seen = panel.getByRole('region', { name: 'Seen by' });
  await expect(seen).toContainText('to the second, event');
  await expect(seen).toContainText('to the microsecond, termination log');
  await expectAccessible(page, '[role=tabpanel]');
  await seen
    .getByRole('button', { name: /termination log/ })
    .first()
    .press('Enter');
  await expect(panel.locator('[aria-current]')).toContainText('Received signal terminated');
});

test('a log fits a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 840 });
  await openPage(page);
  await openSample(page, MISSING);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('combobox', { name: 'File' }).selectOption({ index: 1 });
  await expect(page.getByRole('region', { name: 'Lines' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('a clock is put right and taken back, and the link keeps it', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  const files = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: /^Files/ }).click();
  await page
    .getByRole('searchbox', { name: 'Search files' })
    .fill('141-88.us-west-1.compute.internal-termination');
  await files
    .getByRole('button', { name: /termination\.log/ })
    .last()
    .click();
  const field = files.getByRole('textbox', { name: 'Shift its clock by' });
  await expect(field).toBeVisible();
  await field.fill('soon');
  await expect(files.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expect(files.getByRole('status').filter({ hasText: 'Write a time such as' })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('soon');
  await field.fill('+2.5s');
  await field.press('Enter');
  await whenIdle(page);
  await expect(files).toContainText('shifted by +2.5 s');
  await expectAccessible(page, '[role=tabpanel]');
  expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('shift')).toContain('2.5~');
  await page.reload();
  await whenIdle(page);
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(files).toContainText('shifted by +2.5 s');
  await page
    .getByRole('searchbox', { name: 'Search files' })
    .fill('141-88.us-west-1.compute.internal-termination');
  await files
    .getByRole('button', { name: /termination\.log/ })
    .last()
    .click();
  await files.getByRole('button', { name: 'Take back' }).click();
  await whenIdle(page);
  await expect(files).not.toContainText('shifted by');
});

test('files without a year are read as of a time that is given', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.getByRole('tab', { name: /^Files/ }).click();
  const field = page.getByRole('textbox', { name: /without a year/ });
  await field.fill('in March');
  await expect(
    page.getByRole('status').filter({ hasText: 'Write a date, or a date and a time' }),
  ).toBeVisible();
  await field.fill('2023-03-13');
  await field.press('Enter');
  await whenIdle(page);
  await expect(page.getByRole('textbox', { name: /are read as of/ })).toHaveValue('2023-03-13 12:00:00Z');
  expect(page.url()).toContain('asof=2023-03-13T12:00:00Z');
});
