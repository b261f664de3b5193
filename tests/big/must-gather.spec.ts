import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { mustGatherFile } from '../bench/inputs.ts';
import { peakMemory } from '../bench/peak-memory.ts';
import { forget, longTasks, rest, watchTasks } from '../support/long-tasks.ts';
import { dropFiles, openPage } from '../support/page.ts';

const MINUTES = 60_000;
const COMMAND = join(import.meta.dirname, '../../dist/cli/lapse.mjs');

// What traces record is work of the page's own thread.
test.use({ trace: 'off', viewport: { width: 1440, height: 900 } });

test('a must-gather of 2 GB: progress, cancel, no long task, and the verdict of the command', async ({
  page,
}) => {
  test.setTimeout(20 * MINUTES);
  const path = await mustGatherFile(2000);
  await watchTasks(page);
  const errors = await openPage(page);
  await page.waitForTimeout(1000); // parts that are fetched ahead
  await forget(page);

  await dropFiles(page, [path]);
  const progress = page.getByRole('progressbar');
  await expect.poll(() => shareOf(page), { timeout: MINUTES }).toBeGreaterThan(0.02);
  const early = await shareOf(page);
  await expect.poll(() => shareOf(page), { timeout: MINUTES }).toBeGreaterThan(early + 0.1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  await rest(page);
  expect.soft(await longTasks(page), 'until it is cancelled').toEqual([]);
  await forget(page);

  await dropFiles(page, [path]);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(progress).toBeVisible();
  await expect(progress).toBeHidden({ timeout: 5 * MINUTES });
  await rest(page);
  expect.soft(await longTasks(page), 'while it is read').toEqual([]);
  const told = execFileSync(process.execPath, [COMMAND, 'analyze', path], { encoding: 'utf8' });
  const sentence = await verdict.locator('p').first().innerText();
  expect(sentence).toMatch(/reboot|outage/);
  expect(told).toContain(sentence);
  expect(errors).toEqual([]);
});

test('audit logs of 6 GB take at most 1.5 GB more than the empty page, and can be filtered', async ({
  page,
}) => {
  test.setTimeout(40 * MINUTES);
  const path = await mustGatherFile(6000);
  await openPage(page);
  const empty = await rendererPeak(page);
  await dropFiles(page, [path]);
  const progress = page.getByRole('progressbar');
  await expect(progress).toBeVisible();
  await expect(progress).toBeHidden({ timeout: 15 * MINUTES });
  await rest(page);
  await page.getByRole('tab', { name: /^Requests/ }).click();
  const requests = page.getByRole('tabpanel').getByRole('region', { name: 'Requests', exact: true });
  await expect(requests).toContainText(/[34],\d{3},\d{3}/, { timeout: MINUTES });
  await page.keyboard.press('/');
  await page.keyboard.type('code>=500');
  await expect(requests).toContainText(/\d,\d{3} requests in sight, as filtered/, { timeout: MINUTES });
  await rest(page);
  const more = (await rendererPeak(page)) - empty;
  console.log(`${more.toFixed(0)} MB more than the empty page`);
  expect(more).toBeLessThan(1500);
});

/** How much is read, from 0 to 1. */
async function shareOf(page: Page): Promise<number> {
  const bar = page.getByRole('progressbar');
  return (await bar.isVisible()) ? Number(await bar.getAttribute('aria-valuenow')) / 100 : 0;
}

/** The most memory that any process with a page or a worker of one ever had, in MB. Linux only. */
async function rendererPeak(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakMemory(id));
  return Math.max(...peaks);
}
