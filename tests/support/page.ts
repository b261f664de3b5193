import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until no load is running and no frame is due. */
export async function whenIdle(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-idle', 'true', { timeout: 30_000 });
}

/** Opens the page and fails the test on any error that it reports, the policy's included. */
export async function openPage(page: Page, fragment = ''): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`./${fragment}`);
  await whenIdle(page);
  return errors;
}

export async function openSample(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
}

/** Drops real files and folders on the page, as the desktop does. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await client.detach();
}

/** Nothing that axe can find is wrong; `within`: a part of the page, which is much faster. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .join(' ')
          .slice(0, 300)}`,
    ),
  ).toEqual([]);
}
