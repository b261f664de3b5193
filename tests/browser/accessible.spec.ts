import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { dropFiles, expectAccessible, openPage, openSample } from '../support/page.ts';

const panel = (page: Page) => page.getByRole('tabpanel');

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-accessible-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

async function dragOver(page: Page): Promise<void> {
  const box = (await page.getByTestId('chart').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.1, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 62, { steps: 4 });
  await page.mouse.up();
}

/** Nothing that is asked of a worker arrives, so that the page goes on loading. */
async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Worker.prototype.postMessage = () => undefined;
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.beforeEach(async ({ page }) => {
      test.setTimeout(180_000); // axe looks at the whole page several times
      await page.emulateMedia({ colorScheme: scheme });
    });

    test('the start page, and what asks for the files of a link', async ({ page }) => {
      await openPage(page);
      await expectAccessible(page);
      await page.goto('./#v=1&data=2~10~~a.json~b.json&later=1');
      await page.reload();
      await expect(page.getByRole('list', { name: 'Files to drop' })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('later');
      await expectAccessible(page);
    });

    test('loading', async ({ page }) => {
      await holdWorkers(page);
      await page.goto('./');
      await page.getByRole('button', { name: 'Missing signal' }).click();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await expectAccessible(page);
    });

    test('nothing could be read, and nothing of what came second', async ({ page }) => {
      const empty = join(folder, 'empty.json');
      const text = join(folder, 'prose.txt');
      writeFileSync(empty, '');
      writeFileSync(text, 'some words');
      await openPage(page);
      await dropFiles(page, [empty, text]);
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
      await page.goto('./');
      await page.reload();
      await openSample(page, 'Rollout stall');
      await dropFiles(page, [empty]);
      await expect(page.getByText('The run stays as it was.').first()).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
    });

    test('each panel', async ({ page }) => {
      await openPage(page);
      await openSample(page, 'Missing signal');
      await page.keyboard.press(']');
      await page.keyboard.press(']');
      await page.keyboard.press('e');
      await panel(page).getByRole('button', { name: 'Raw record' }).click();
      await page.getByRole('button', { name: 'More about the run' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Less about the run' }).click();
      await page.keyboard.press('x');
      await page.keyboard.press('m');
      await page.keyboard.type('note');
      await expectAccessible(page, 'aside');
      await page.keyboard.press('Escape');
      await dragOver(page);
      await expect(panel(page).getByRole('region', { name: 'Range' })).toBeVisible();
      await expectAccessible(page, 'aside');
      await page.getByRole('tab', { name: /^Files/ }).click();
      await page.keyboard.press('t');
      await expect(page.getByRole('region', { name: 'Table of intervals' })).toBeVisible();
      await expectAccessible(page);
    });

    test('each menu and dialog', async ({ page }) => {
      await openPage(page);
      await openSample(page, 'Missing signal');
      for (const name of ['Groups', 'Named lane sets', 'Exact times', 'How to write a filter']) {
        const menu = page.locator(`summary[aria-label="${name}"]`);
        await menu.click();
        await expectAccessible(page, 'details[open]');
        await page.keyboard.press('Escape');
        await expect(menu).toBeFocused();
      }
      await page.locator('summary').filter({ hasText: 'Picture' }).click();
      await expectAccessible(page, 'details[open]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type('dur>soon le');
      await expectAccessible(page, '[role=toolbar]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      for (const key of ['>', '?']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, 'dialog[open]');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    });
  });
}
