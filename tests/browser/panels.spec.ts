import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { makeSample } from '../support/generate/samples.ts';
import { dropFiles, expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const MISSING = 'Missing signal';
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const findings = (page: Page) => page.getByRole('region', { name: 'Findings' });
const panel = (page: Page) => page.getByRole('tabpanel');
const chart = (page: Page) => page.getByTestId('chart');
const outage = (page: Page) => findings(page).getByRole('button', { name: /^Gone in silence 10:57:26/ });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-panels-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));
test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

async function openMissing(page: Page): Promise<string[]> {
  const errors = await openPage(page);
  await openSample(page, MISSING);
  return errors;
}

/** Drops a file of the sample's text under a name of its own. */
async function dropText(page: Page, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  await openPage(page);
  await dropFiles(page, [path]);
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
  return path;
}

async function dragOver(page: Page, from: number, to: number): Promise<void> {
  const box = (await chart(page).boundingBox())!;
  await page.mouse.move(box.x + box.width * from, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 62, { steps: 4 });
  await page.mouse.up();
}

test('findings stand in sections, and keys step in their order', async ({ page }) => {
  await openMissing(page);
  await expect(findings(page).getByRole('heading').first()).toHaveText('An apiserver went away in silence 4');
  await expect(findings(page).getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('[');
  await expect(findings(page).locator('[aria-current=true]')).toContainText('Warning');
  await page.keyboard.press(']');
  await expect(findings(page).locator('[aria-current=true]')).toContainText('Signal missing');
});

test('the list of findings is as high as it is dragged, within bounds, and stays so', async ({ page }) => {
  await openMissing(page);
  const divider = page.getByRole('separator', { name: 'Height of the findings' });
  await expect(divider).toHaveAttribute('aria-orientation', 'horizontal');
  const height = async () => (await findings(page).boundingBox())!.height;
  const usual = await height();
  const { x, y } = (await divider.boundingBox())!;
  await page.mouse.move(x + 300, y + 4);
  await page.mouse.down();
  await page.mouse.move(x + 300, y - 26, { steps: 3 });
  await page.mouse.up();
  expect(await height()).toBeCloseTo(usual - 30, 0);
  await divider.press('ArrowDown');
  await expect.poll(height).toBeCloseTo(usual - 14, 0);
  await expect(divider).toHaveAttribute('aria-valuenow', String(Math.round(usual - 16)));
  // One finding stays in sight.
  for (let press = 0; press < 12; press++) await divider.press('ArrowUp');
  const [list, first] = [
    (await findings(page).boundingBox())!,
    (await findings(page).getByRole('listitem').first().boundingBox())!,
  ];
  expect(first.y + first.height).toBeLessThanOrEqual(list.y + list.height);
  const least = await height();
  await page.reload();
  await expect(verdict(page)).toBeVisible();
  await whenIdle(page);
  expect(await height()).toBe(least);
  await page.setViewportSize({ width: 1280, height: 360 });
  for (let press = 0; press < 20; press++) await divider.press('ArrowDown');
  expect(await height()).toBeLessThanOrEqual(182);
  await expect(divider).toHaveAttribute('aria-valuemax', '180');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(divider).toBeHidden();
});

test('a finding explains itself, and its rows are links', async ({ page }) => {
  const errors = await openMissing(page);
  await page.keyboard.press(']');
  await page.keyboard.press('e');
  const told = panel(page).locator('#explanation');
  await expect(told).toContainText('says ShutdownInitiated first');
  await expect(told).toContainText('Events are kept, of all nodes');
  await expect(told).toContainText('termination.log');
  await told
    .getByRole('button', { name: /NodeState .* of ip-10-0-232-149/ })
    .first()
    .click();
  await expect(panel(page).getByRole('article')).toContainText('control plane, 10.0.232.149');
  await page.keyboard.press('e');
  await expect(told).toBeHidden();
  expect(errors).toEqual([]);
});

test('a finding is set aside and brought back, and the link keeps it', async ({ page, context }) => {
  await openMissing(page);
  await page.keyboard.press(']');
  await page.keyboard.press('x');
  await expect(verdict(page)).toContainText('1 finding set aside.');
  await expect(findings(page).getByRole('list', { name: 'Set aside 1' })).toContainText(
    'Reboot of ip-10-0-232-149',
  );
  const other = await context.newPage();
  await openPage(other, new URL(page.url()).hash);
  if (!(await verdict(other).isVisible())) await openSample(other, MISSING);
  await expect(verdict(other)).toContainText('1 finding set aside.');
  await page.keyboard.press('x');
  await expect(verdict(page)).not.toContainText('set aside');
});

test('the blast radius tells hit, healthy and not measured apart, and its cells select', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  const matrix = panel(page).getByRole('region', { name: 'Blast radius' });
  const row = matrix.getByRole('row', { name: /^oauth-api \d/ });
  await expect(row.getByRole('cell').first()).toHaveText(/\d s, unsignalled/);
  await expect(row.getByText('not measured').first()).toBeAttached();
  await findings(page)
    .getByRole('button', { name: /^Signalled/ })
    .click();
  await expect(matrix.getByText('measured, no outage').first()).toBeAttached();
  await matrix.getByRole('button').first().click();
  await expect(panel(page).getByRole('article')).toContainText('Signalled');
});

test('details have the raw record, what is related, and neighbours', async ({ page }) => {
  const errors = await openMissing(page);
  await outage(page).click();
  const item = panel(page).getByRole('article');
  await item.getByRole('button', { name: 'Raw record' }).click();
  await expect(item).toContainText('"backend-disruption-name"');
  await item.getByRole('button', { name: 'Copy it' }).click();
  await expect
    .poll(async () => (JSON.parse(await clipboard(page)) as { source: string }).source)
    .toBe('Disruption');
  const near = item.getByRole('region', { name: 'Neighbours' });
  const sources = () => near.locator('summary').allInnerTexts();
  const wide = await sources();
  await near.getByRole('combobox').selectOption('±5 s');
  await expect.poll(async () => (await sources()).length).toBeLessThan(wide.length);
  await item.getByRole('button', { name: /Reboot of .* signal missing/ }).click();
  await expect(panel(page).getByRole('article')).toContainText('ShutdownInitiated is missing here');
  expect(errors).toEqual([]);
});

test('an interval is copied in five forms', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  const copied = async (form: string) => {
    await panel(page).getByRole('button', { name: form, exact: true }).click();
    await expect(panel(page).getByText(`Copied as ${form}`)).toBeVisible();
    return clipboard(page);
  };
  expect(await copied('text')).toContain('DisruptionBegan [Unsignalled]');
  expect(JSON.parse(await copied('JSON'))).toMatchObject({ source: 'Disruption', level: 'Error' });
  expect(await copied('Markdown')).toContain('| source | Disruption |');
  expect(await copied('klog time')).toMatch(/^0313 10:57:26\.000000\n0313 10:57:\d\d\.000000$/);
  expect(await copied('journal time')).toMatch(/^Mar 13 10:57:26\nMar 13 10:57:\d\d$/);
});

test('a file that was changed since is said so', async ({ page }) => {
  const path = await dropText(page, 'changing.json', makeSample('missing-signal'));
  await outage(page).click();
  writeFileSync(path, '{"items":[]}');
  await panel(page).getByRole('button', { name: 'Raw record' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('changed since it was opened');
});

test('a range is summed up in tables that sort and can be copied', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  await dragOver(page, 0.05, 0.95);
  const table = panel(page).getByRole('table', { name: 'Disruption by backend' });
  await expect(table.getByRole('row')).toHaveCount(37);
  const longest = table.getByRole('columnheader', { name: 'longest' });
  await longest.getByRole('button').click();
  await expect(longest).toHaveAttribute('aria-sort', 'descending');
  await longest.getByRole('button').click();
  await expect(longest).toHaveAttribute('aria-sort', 'ascending');
  await panel(page)
    .getByRole('button', { name: /^CSV ?: Disruption by backend/ })
    .click();
  await expect.poll(() => clipboard(page)).toContain('backend,conn.,LB,n,union,longest,share');
  for (const name of ['By connection', 'By load balancer', 'By source', 'Top errors'])
    await expect(panel(page).getByRole('table', { name })).toBeVisible();
});

test('a moment is marked with a note, which the link keeps', async ({ page, context }) => {
  await openMissing(page);
  await outage(page).click();
  await page.keyboard.press('m');
  await page.keyboard.type('it dies here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Marks (1)' })).toHaveAttribute('aria-selected', 'true');
  await page.waitForTimeout(600); // gliding changes reach the link a little later
  const other = await context.newPage();
  await openPage(other, new URL(page.url()).hash);
  if (!(await verdict(other).isVisible())) await openSample(other, MISSING);
  await other.getByRole('tab', { name: 'Marks (1)' }).click();
  await expect(other.getByRole('textbox', { name: /^Note at/ })).toHaveValue('it dies here');
  await panel(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('tab', { name: 'Marks', exact: true })).toBeVisible();
});

test('the palette runs what is typed, and lists every key', async ({ page }) => {
  await openMissing(page);
  await page.keyboard.press('Control+Shift+P');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('theme dark');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(palette).toBeHidden();
  await page.keyboard.press('>');
  await page.keyboard.type('panel files');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /^Files/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('>');
  await page.keyboard.type('copy link');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('said')).toContainText(/^Link copied|did not allow to copy/);
  await page.keyboard.press('>');
  await page.keyboard.type('no such thing');
  await expect(palette.getByText('No command of that name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('files say what they hold, what is wrong, and what is missing', async ({ page }) => {
  const text = makeSample('missing-signal');
  const items = (JSON.parse(text) as { items: { source: string }[] }).items;
  // Without events and windows nothing shows whether a signal was given.
  const blind = items.filter(({ source }) => !/KubeEvent|APIServer/.test(source));
  writeFileSync(join(folder, 'empty.json'), '');
  const path = join(folder, 'blind.json');
  writeFileSync(path, JSON.stringify({ items: blind }));
  await openPage(page);
  await dropFiles(page, [path, join(folder, 'empty.json')]);
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
  await page.getByRole('tab', { name: 'Files (1 not read)' }).click();
  const cards = panel(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(cards.first()).toContainText('the file is empty.');
  await expect(cards.first()).toContainText('Fetch it again');
  await panel(page).getByRole('combobox').selectOption('records');
  await expect(cards.first()).toContainText(/blind\.json[\s\S]*records[\s\S]*09:31:\d\d – 12:00:\d\d UTC/);
  await expect(panel(page).getByRole('region', { name: 'What is missing' })).toContainText(
    /Add .*e2e-events/,
  );
});

test('the header tells the nodes with roles and addresses', async ({ page }) => {
  await openMissing(page);
  await verdict(page).getByRole('button', { name: 'More about the run' }).click();
  const row = verdict(page).getByRole('row', { name: /^ip-10-0-232-149/ });
  await expect(row).toContainText('control plane');
  await expect(row).toContainText('10.0.232.149');
});

test('what is selected is read aloud', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  const said = page.locator('aside [aria-live=polite]').first();
  await expect(said).toHaveText(/^Selected: DisruptionBegan, Unsignalled, .*10:57:26 UTC, \d+ s\.$/);
  await dragOver(page, 0.2, 0.4);
  await expect(said).toHaveText(/^Range of /);
});

test('Escape in the note of a new mark keeps what was written, and takes an empty mark back', async ({
  page,
}) => {
  await openMissing(page);
  await outage(page).click();
  await page.keyboard.press('m');
  await page.keyboard.type('it dies here');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: /^Note at/ })).toHaveValue('it dies here');
  await chart(page).hover({ position: { x: 40, y: 60 } });
  await page.keyboard.press('m');
  await expect(page.getByRole('tab', { name: 'Marks (2)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Marks (1)' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Note at/ })).toHaveValue('it dies here');
});

test('a range is in the link, and its table fits its panel', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMissing(page);
  await outage(page).click();
  await dragOver(page, 0.1, 0.6);
  const range = panel(page).getByRole('region', { name: 'Range' });
  const said = await range.getByRole('heading').innerText();
  const box = range.getByRole('region', { name: 'Disruption by backend' });
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.waitForTimeout(600); // gliding changes reach the link a little later
  await page.reload();
  await expect(range.getByRole('heading')).toHaveText(said, { timeout: 30_000 });
  await range.getByRole('button', { name: 'Clear' }).click();
  await expect(range).toBeHidden();
});

test('what neighbours say of their distance is true', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  const near = panel(page).getByRole('region', { name: 'Neighbours' });
  for (const label of await near.locator('li .label').allTextContents())
    expect(label).toMatch(/^(\+|since −|−[\d. msh]+ to −|−[1-5]?[\d.]+ (ms|s) )/);
});

test('every time follows the choice of local time', async ({ browser }) => {
  const page = await browser.newPage({ timezoneId: 'Asia/Kolkata' });
  await openMissing(page);
  await page.keyboard.press(']');
  await page.keyboard.press('e');
  await expect(verdict(page)).toContainText('10:57:25');
  await page.keyboard.press('z');
  await expect(verdict(page)).toContainText('16:27:25 UTC+05:30');
  await expect(verdict(page)).toContainText('15:01:04 – 17:30:31 UTC+05:30');
  await expect(panel(page)).toContainText('between 16:27:25 and 16:28:39');
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(panel(page)).toContainText('15:01:04 – 17:30:31 UTC+05:30');
  await page.getByRole('combobox', { name: 'Filter intervals' }).fill('from>10:57:20');
  await expect(page.locator('#filter-hint')).toHaveText('Times in a filter are UTC.');
  await expect(page.locator('main')).not.toContainText('10:57:25');
  await page.close();
});

test('every panel fits into 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openMissing(page);
  await outage(page).click();
  await page.keyboard.press('e');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(360);
  await page.keyboard.press('m');
  expect(await width()).toBe(360);
  await page.keyboard.press('Escape');
  await page.keyboard.press('>');
  expect(await width()).toBe(360);
  await expectAccessible(page, 'dialog[open]');
});

test('tabs that do not fit scroll in their own strip, and the page never sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMissing(page);
  const divider = page.getByRole('separator', { name: 'Width of the details' });
  await divider.focus();
  for (let press = 0; press < 20; press++) await divider.press('ArrowRight');
  const tabs = page.getByRole('tablist');
  const overflow = () => tabs.evaluate((strip) => strip.scrollWidth - strip.clientWidth);
  expect(await overflow()).toBeGreaterThan(0);
  const files = page.getByRole('tab', { name: /^Files/ });
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(files).toBeFocused();
  await expect(files).toBeInViewport({ ratio: 1 });
  // Not even by who scrolls on purpose.
  const sideways = () =>
    page.evaluate(() => {
      const app = document.querySelector('.app')!;
      app.scrollLeft = 50;
      window.scrollTo(50, 0);
      return app.scrollLeft + window.scrollX;
    });
  expect(await sideways()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways()).toBe(0);
});

test('a list of findings that goes on shows it, until its end is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMissing(page);
  const cut = page.getByTestId('more-findings');
  await expect(cut).toBeVisible();
  await findings(page).getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(cut).toBeHidden();
});

test('on paper stand all findings and the facts of the run, and nothing to be pressed', async ({ page }) => {
  await openMissing(page);
  await outage(page).click();
  await expect(panel(page).getByRole('button', { name: 'Explain' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 }); // A4 at 96 dots per inch
  await expect(verdict(page).getByText('control plane')).toBeVisible();
  const [list, rows] = [findings(page), findings(page).getByRole('listitem')];
  const { y, height } = (await list.boundingBox())!;
  const last = (await rows.last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(y + height + 1);
  for (const name of [/^Set aside/, /^More/, 'Explain', /log$/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(panel(page).getByText('Logs of')).toBeHidden();
  await expect(page.getByTestId('more-findings')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
});

test('the palette says nothing once it is closed', async ({ page }) => {
  await openMissing(page);
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('zzzz');
  const said = page.getByText('No command of that name.');
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said).toHaveCount(0);
});
