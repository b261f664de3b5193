import { expect, test, type Page } from '@playwright/test';
import { intervalFile } from '../bench/inputs.ts';
import { forget, longTasks, mostDrawn, rest, watchTasks } from '../support/long-tasks.ts';
import { dropFiles, openPage } from '../support/page.ts';

const COUNT = 1_000_000;
const MINUTES = 60_000;

// What traces record is work of the page's own thread.
test.use({ trace: 'off' });

test('a million intervals are read, filtered and moved through, and nothing keeps the page from answering', async ({
  page,
}) => {
  test.setTimeout(15 * MINUTES);
  const path = await intervalFile(COUNT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchTasks(page);
  const errors = await openPage(page);
  await page.waitForTimeout(1000); // parts that are fetched ahead
  await forget(page);
  await dropFiles(page, [path]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('reboot', {
    timeout: 5 * MINUTES,
  });
  await rest(page);
  expect.soft(await longTasks(page), 'while it is read').toEqual([]);

  const box = page.getByRole('application').or(page.locator('.box')).first();
  const area = (await box.boundingBox())!;
  const bound = Math.ceil(area.height / 20) * Math.ceil(area.width);
  await box.hover();
  const gestures: readonly (readonly [string, () => Promise<void>])[] = [
    ['scrolling', () => page.mouse.wheel(0, 400)],
    ['zooming', () => zoom(page, -300)],
    ['zooming out', () => zoom(page, 600)],
    ['panning', () => page.keyboard.press('d')],
    ['showing all', () => page.keyboard.press('0')],
  ];
  for (const [name, act] of gestures) {
    for (let times = 0; times < 5; times++) await act();
    await rest(page);
    const most = await mostDrawn(page);
    expect(most, name).toBeGreaterThan(0);
    expect(most, name).toBeLessThan(bound);
    await forget(page);
  }

  await page.keyboard.press('/');
  for (const letter of 'is:error') {
    await page.keyboard.press(letter);
    await page.waitForTimeout(100);
  }
  await rest(page);
  await expect(page.getByTestId('matches')).toHaveText(/[\d,]+ match/);
  expect.soft(await longTasks(page), 'while a filter is typed').toEqual([]);
  expect(errors).toEqual([]);
});

async function zoom(page: Page, by: number): Promise<void> {
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, by);
  await page.keyboard.up('Control');
}

test('a large file is read to its end each time, whatever the collector takes meanwhile', async ({
  page,
}) => {
  test.setTimeout(15 * MINUTES);
  const path = await intervalFile(COUNT);
  for (let turn = 0; turn < 4; turn++) {
    await openPage(page);
    await dropFiles(page, [path]);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('reboot', {
      timeout: 2 * MINUTES,
    });
    await page.goto('about:blank');
  }
});
