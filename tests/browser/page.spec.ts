import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { makeSample } from '../support/generate/samples.ts';
import { dropFiles, expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const MISSING = 'Missing signal';
const SIGNALLED = 'Signalled reboot';
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const findings = (page: Page) => page.getByRole('region', { name: 'Findings' }).getByRole('listitem');
const details = (page: Page) => page.getByRole('tabpanel');
const chart = (page: Page) => page.getByTestId('chart');
const link = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** The window in sight, as the link has it once gliding has settled. */
async function shownWindow(page: Page): Promise<{ from: number; to: number }> {
  await expect.poll(() => link(page).get('from')).not.toBeNull();
  return { from: Date.parse(link(page).get('from')!), to: Date.parse(link(page).get('to')!) };
}

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-page-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('a sample opens and says what is missing', async ({ page }) => {
  const errors = await openPage(page);
  await openSample(page, MISSING);
  await expect(verdict(page)).toContainText(
    /3 control-plane reboots: 1 signalled, 2 without ShutdownInitiated/,
  );
  await expect(verdict(page)).toContainText('10:57:25');
  await expect(findings(page).first()).toContainText('Signal missing');
  await expect(page.getByText('kube-apiserver ip-10-0-232-149')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the other sample has nothing missing', async ({ page }) => {
  await openPage(page);
  await openSample(page, SIGNALLED);
  await expect(verdict(page)).toContainText(
    /3 control-plane reboots: 3 signalled|all 3 signalled|3 control-plane reboots, all signalled/,
  );
  await expect(verdict(page)).not.toContainText('without ShutdownInitiated');
});

test('dropped files and folders are read, and what cannot be read is listed', async ({ page }) => {
  const good = join(folder, 'whatever.txt');
  const bad = join(folder, 'page.html');
  writeFileSync(good, makeSample('missing-signal'));
  writeFileSync(bad, '<html><body>nothing here</body></html>');
  const errors = await openPage(page);
  await dropFiles(page, [folder]);
  await expect(verdict(page)).toContainText('2 without ShutdownInitiated', { timeout: 30_000 });
  await whenIdle(page);
  await page.getByRole('tab', { name: /Files/ }).click();
  await expect(details(page).getByText('2 files')).toBeVisible();
  await expect(details(page)).toContainText('not a format that Lapse reads');
  expect(errors).toEqual([]);
});

test('files of which none can be read give one message, and the way back', async ({ page }) => {
  const empty = join(folder, 'empty.json');
  writeFileSync(empty, '');
  await openPage(page);
  await dropFiles(page, [empty]);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('the file is empty')).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'again.json',
      mimeType: 'application/json',
      buffer: Buffer.from(makeSample('signalled-reboot')),
    });
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
});

test('what cannot be read takes no run away', async ({ page }) => {
  const [empty, text] = [join(folder, 'nothing.json'), join(folder, 'prose.txt')];
  writeFileSync(empty, '');
  writeFileSync(text, 'some words');
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press(']');
  await shownWindow(page);
  const before = await details(page).getByRole('article').innerText();
  await dropFiles(page, [empty, text]);
  const notice = page.getByRole('alert').filter({ hasText: 'The run stays as it was.' });
  await expect(notice).toContainText('nothing.json the file is empty', { timeout: 30_000 });
  await whenIdle(page);
  await expect(notice).toContainText('prose.txt');
  await expect(details(page).getByRole('article')).toHaveText(before, { useInnerText: true });
  await expect.poll(() => link(page).get('sample')).toBe('missing-signal');
  await notice.getByRole('button', { name: /^Close/ }).click();
  await expect(notice).toBeHidden();
});

test('reading can be cancelled, and the page reads again', async ({ page }) => {
  const item =
    '{"level":"Info","source":"X","locator":{"type":"Pod","keys":{"pod":"p"}},"message":{"reason":"R"},"from":"2025-01-01T00:00:00Z","to":"2025-01-01T00:00:00Z"}';
  const huge = join(folder, 'huge.json');
  writeFileSync(huge, `{"items":[${Array.from({ length: 300_000 }, () => item).join(',\n')}]}`);
  await openPage(page);
  await dropFiles(page, [huge]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: MISSING })).toBeVisible();
  await whenIdle(page);
  await openSample(page, MISSING);
  await expect(verdict(page)).toContainText('2 without ShutdownInitiated');
});

test('the keyboard alone leads from finding to finding and to their intervals', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press(']');
  await expect(page.locator('[aria-current=true]')).toContainText('Signal missing');
  await expect(details(page)).toContainText('ShutdownInitiated is missing here');
  const near = await shownWindow(page);
  expect(near.to - near.from).toBeLessThan(10 * 60_000);
  expect(near.from).toBeLessThan(Date.parse('2023-03-13T10:57:25Z'));
  await page.keyboard.press(']');
  await expect(details(page)).toContainText('Unsignalled');
  const first = link(page).get('at');
  await page.keyboard.press('.');
  await expect.poll(() => link(page).get('at')).not.toBe(first);
  await page.keyboard.press(',');
  await expect.poll(() => link(page).get('at')).toBe(first);
  await page.keyboard.press('f');
  const fitted = await shownWindow(page);
  expect(fitted.to - fitted.from).toBeLessThan(near.to - near.from);
  await page.keyboard.press('s');
  await expect.poll(async () => (await shownWindow(page)).from).toBeLessThan(fitted.from);
  await page.keyboard.press('0');
  await expect.poll(() => link(page).get('from')).toBeNull();
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-current=true]')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Next finding');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('typing filters, and letters in the field move nothing', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press('/');
  await page.keyboard.type('oauth-api');
  await expect(page.getByText(/[\d,]+ match/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Control-plane nodes/ })).toBeHidden();
  await expect(page.getByText('oauth-api new').first()).toBeVisible();
  await expect.poll(() => link(page).get('q')).toBe('oauth-api');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Control-plane nodes/ })).toBeVisible();
});

test('wheel, drag and double click do what the help says', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  const box = (await chart(page).boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Shift');
  const zoomed = await shownWindow(page);
  const last = page.getByRole('button', { name: 'OperatorAvailable' });
  await expect(last).toBeHidden();
  await page.mouse.wheel(0, 100_000);
  await expect(page.getByRole('button', { name: /^VersionState/ })).toBeVisible(); // the last group
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(middle.x - 100, middle.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await shownWindow(page)).from).toBeGreaterThan(zoomed.from);
  await page.mouse.down();
  await page.mouse.move(middle.x + 60, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Zoom', exact: true })).toBeVisible();
  await expect(details(page).getByRole('heading')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom', exact: true }).click();
  await expect.poll(async () => (await shownWindow(page)).to).toBeLessThan(zoomed.to);
});

test('a link brings the same view back, and the browser steps through it', async ({ page, context }) => {
  await openPage(page);
  await openSample(page, MISSING);
  // The first two are of one reboot, and of one window.
  for (let step = 0; step < 3; step++) await page.keyboard.press(']');
  const there = await shownWindow(page);
  const other = await context.newPage();
  await openPage(other, new URL(page.url()).hash);
  await expect(details(other)).toContainText('Missing signal');
  expect(await shownWindow(other)).toEqual(there);
  await page.goBack();
  await expect.poll(async () => (await shownWindow(page)).from).not.toBe(there.from);
});

test('the visible range is a real table too', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press(']');
  await page.keyboard.press('t');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'ShutdownInitiated is missing here' })).toHaveCount(1);
  await rows.filter({ hasText: 'DisruptionBegan' }).first().getByRole('button').click();
  await expect(details(page)).toContainText('Unsignalled');
  await page.keyboard.press('t');
  await expect(chart(page)).toBeVisible();
});

test('keys lead into the table and into the panel of details', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press('t');
  await expect(page.getByRole('region', { name: 'Table of intervals' })).toBeFocused();
  await page.keyboard.press('t');
  await page.keyboard.press(']');
  await page.keyboard.press('i');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('>');
  await page.keyboard.type('panel files');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /^Files/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toBeFocused();
});

test('a mark is of what was selected last, wherever the pointer was left', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  const box = (await chart(page).boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.keyboard.press(']');
  await page.keyboard.press('m');
  await expect(page.getByRole('tabpanel')).toContainText('10:57:25');
});

test('before the lanes are there, the axis shows the run', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    const seen = ((globalThis as { seen?: string[] }).seen = [] as string[]);
    const look = () => {
      const axis = document.querySelector('.timeline .corner')?.textContent ?? '';
      if (axis !== '' && seen.at(-1) !== axis) seen.push(axis);
      requestAnimationFrame(look);
    };
    look();
  });
  await openSample(page, MISSING);
  const seen = await page.evaluate(() => (globalThis as { seen?: string[] }).seen);
  expect(seen!.length).toBeGreaterThan(0);
  expect(seen!.filter((text) => text.includes('1970'))).toEqual([]);
});

test('the table has pages', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  await page.keyboard.press('t');
  const said = page.getByText(/^rows [\d,]+–[\d,]+ of [\d,]+$/);
  await expect(said).toHaveText(/^rows 1–200 of /);
  const [back, on] = [/^Previous rows/, /^Next rows/].map((name) => page.getByRole('button', { name }));
  await expect(back).toBeDisabled();
  await on.click();
  await expect(said).toHaveText(/^rows 201–400 of /);
  await page.getByRole('region', { name: 'Table of intervals' }).press('Alt+PageDown');
  await expect(said).toHaveText(/^rows 401–600 of /);
  await page.getByRole('region', { name: 'Table of intervals' }).press('Alt+PageUp');
  await back.click();
  await expect(said).toHaveText(/^rows 1–200 of /);
});

test('360 px are enough', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page);
  await openSample(page, MISSING);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(verdict(page)).toBeVisible();
  await expectAccessible(page);
});
