import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, openPage, openSample } from '../support/page.ts';

const MISSING = 'Missing signal';
const field = (page: Page) => page.getByRole('combobox', { name: 'Filter intervals' });
const matches = (page: Page) => page.getByTestId('matches');
const options = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
const link = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const count = async (page: Page) => Number((await matches(page).innerText()).replace(/[^\d]/g, ''));

test.beforeEach(async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
});

test('a query filters, and completion writes it with the keyboard alone', async ({ page }) => {
  await page.keyboard.press('/');
  await page.keyboard.type('sour');
  await expect(options(page).first()).toContainText('source:');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('source:');
  await page.keyboard.type('Disr');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('source:Disruption ');
  await expect(matches(page)).toHaveText(/[\d,]+ match/);
  const all = await count(page);
  await page.keyboard.type('dur>5s');
  await expect.poll(() => count(page)).toBeLessThan(all);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
});

test('verdicts are asked for by the words of the report, in a worker too', async ({ page }) => {
  const count = async (query: string) => {
    await field(page).fill(query);
    await expect(matches(page)).toHaveText(/^[\d,]+ match$/);
    return Number((await matches(page).innerText()).replace(/\D/g, ''));
  };
  const unsignalled = await count('is:unsignalled');
  expect(unsignalled).toBeGreaterThan(50);
  // The marks of two reboots have no row.
  expect(await count('is:missing')).toBeLessThanOrEqual(unsignalled + 2);
  expect(await count('is:missing dur<1ms')).toBe(2);
  expect(await count('is:signalled')).toBeLessThan(10);
  expect(await count('is:unsignalled /kube-api/')).toBeLessThan(unsignalled);
});

test('Enter and Shift+Enter go from match to match', async ({ page }) => {
  await field(page).fill('is:disruption dur>3s');
  await expect(matches(page)).toHaveText(/[\d,]+ match/);
  const all = await count(page);
  await field(page).press('Enter');
  await expect(matches(page)).toHaveText(`1 of ${all}`);
  await expect.poll(() => link(page).get('at')).not.toBeNull();
  const first = link(page).get('at');
  await field(page).press('Enter');
  await expect(matches(page)).toHaveText(`2 of ${all}`);
  await field(page).press('Shift+Enter');
  await expect.poll(() => link(page).get('at')).toBe(first);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect(matches(page)).toHaveText(`${all} of ${all}`);
});

test('what is missing is among the matches, and steps lead to its marks', async ({ page }) => {
  const panel = page.getByRole('tabpanel');
  await field(page).fill('is:missing node:*-189-27*');
  await expect(matches(page)).toHaveText('1 match');
  await field(page).press('Enter');
  await expect(matches(page)).toHaveText('1 of 1');
  await expect(panel).toContainText('ShutdownInitiated is missing');
  await expect(panel).toContainText('11:15:02');
  await field(page).fill('is:missing');
  await expect(matches(page)).toHaveText(/^\d+ of \d+$/);
  const [number, all] = (await matches(page).innerText()).split(' of ').map(Number);
  await field(page).press('Enter');
  await expect(matches(page)).toHaveText(`${number + 1} of ${all}`);
  await expect(panel).not.toContainText('ShutdownInitiated is missing here');
  await field(page).press('Shift+Enter');
  await expect(matches(page)).toHaveText(`${number} of ${all}`);
  await expect(panel).toContainText('ShutdownInitiated is missing');
});

test('what cannot be read is told under the field, and the last good result stays', async ({ page }) => {
  await field(page).fill('is:disruption');
  await expect(matches(page)).toHaveText(/[\d,]+ match/);
  const good = (await matches(page).innerText()).replace(' match', '');
  await field(page).fill('is:disruption dur>soon');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#filter-fault')).toContainText('not a duration');
  await expect(page.locator('#filter-fault')).toContainText(`Still showing the ${good} of the last filter`);
  await expect(matches(page)).toHaveText(''); // or it would lie over what is typed
  await expectAccessible(page);
});

test('a fault and the completions are seen together', async ({ page }) => {
  await field(page).fill('dur>soon ');
  await field(page).press('End');
  await page.keyboard.type('lev');
  await expect(options(page).first()).toBeVisible();
  await expect(page.locator('#filter-fault')).toBeVisible();
  const [fault, option] = [
    await page.locator('#filter-fault').boundingBox(),
    await options(page).first().boundingBox(),
  ];
  expect(fault!.y + fault!.height).toBeLessThanOrEqual(option!.y);
});

test('keys and values that occur nowhere are told, with what was meant', async ({ page }) => {
  const hint = page.locator('#filter-hint');
  await field(page).fill('nodee:x');
  await expect(hint).toHaveText('No interval has the key “nodee”. Did you mean “node”?');
  await expect(hint).toBeVisible();
  await expectAccessible(page, '[role=toolbar]');
  await field(page).fill('level:Fatal');
  await expect(hint).toContainText('No interval has the level “Fatal”. There are ');
  await field(page).fill('level:Info');
  await expect(hint).toHaveText('');
});

test('groups tell what the filter finds, before levels are left out', async ({ page }) => {
  await page.getByText(/^Groups/).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^NodeState/ }) });
  await expect(row).toContainText(/NodeState\s*\d+/);
  await page.getByRole('checkbox', { name: 'Info', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /^\s*KubeletLog/ })).toContainText(/\d+ of \d+/);
});

test('regular expressions are worked out beside the page, and none can hang it', async ({ page }) => {
  await field(page).fill('/kube-api.*(new|reused)/');
  await expect(matches(page)).toHaveText(/[\d,]+ match/);
  await field(page).fill('/^(([a-z])+.)+[A-Z]([a-z])+$/i');
  // The page still answers at once while this is at work.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(matches(page)).toHaveText(/match/);
  await field(page).fill('/(?=x)/');
  await expect(page.locator('#filter-fault')).toContainText('Look-ahead');
});

test('highlighting hides nothing', async ({ page }) => {
  const lane = page.getByRole('button', { name: /Control-plane nodes/ });
  await field(page).fill('oauth-api');
  await expect(lane).toBeHidden();
  await page.getByRole('button', { name: 'Highlight' }).click();
  await expect(lane).toBeVisible();
  await expect.poll(() => link(page).get('mode')).toBe('highlight');
});

test('the language is explained in place, and its examples work', async ({ page }) => {
  await page.getByLabel('How to write a filter').click();
  await expect(page.getByRole('heading', { name: 'What can be written' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'is:error node:master-1' }).click();
  await expect(field(page)).toHaveValue('is:error node:master-1');
  await expect(page.getByRole('heading', { name: 'What can be written' })).toBeHidden();
});

test('exact times are read, told wrong where they are, and shown', async ({ page }) => {
  await page.getByLabel('Exact times').click();
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await from.fill('shutdown-10s');
  await to.fill('soon');
  await to.press('Enter');
  await expect(page.getByText(/“soon” is not a time/)).toBeVisible();
  await expectAccessible(page);
  await from.fill('10:57');
  await to.fill('10:58:30');
  await to.press('Enter');
  await expect.poll(() => link(page).get('from')).toBe('2023-03-13T10:57:00Z');
  expect(link(page).get('to')).toBe('2023-03-13T10:58:30Z');
  await expect(from).toBeHidden();
});

test('lane sets are kept by name, used, put in the link, and forgotten', async ({ page }) => {
  const groups = page.getByText(/^Groups/);
  await groups.click();
  await page.getByRole('checkbox', { name: /Control-plane nodes/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => link(page).get('groups')).toContain('control-plane-nodes');
  await page.getByLabel('Named lane sets').click();
  await page.getByLabel('Name of the set').fill('no nodes');
  await page.getByLabel('Name of the set').press('Enter');
  await expect(page.getByRole('button', { name: 'no nodes', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usual lanes' }).click();
  await expect.poll(() => link(page).get('groups')).toBeNull();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 });
  await page.getByLabel('Named lane sets').click();
  await page.getByRole('button', { name: 'no nodes', exact: true }).click();
  await expect.poll(() => link(page).get('groups')).toContain('control-plane-nodes');
  await page.getByRole('button', { name: 'Remove the set no nodes' }).click();
  await expect(page.getByRole('button', { name: 'no nodes', exact: true })).toHaveCount(0);
});
