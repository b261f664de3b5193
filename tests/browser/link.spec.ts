import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { makeSample } from '../support/generate/samples.ts';
import { dropFiles, expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const MISSING = 'Missing signal';
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const details = (page: Page) => page.getByRole('tabpanel');
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter intervals' });
const hash = (page: Page) => new URL(page.url()).hash;
const link = (page: Page) => new URLSearchParams(hash(page).slice(1));

let folder = '';
let run = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-link-'));
  run = join(folder, 'run');
  mkdirSync(run);
  writeFileSync(join(run, 'e2e-events_20230313.json'), makeSample('missing-signal'));
  writeFileSync(join(run, 'e2e-events_20230310.json'), makeSample('signalled-reboot'));
  writeFileSync(join(run, '.hidden'), 'what a desktop leaves in folders');
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Another person's browser: nothing kept, nothing shared. */
async function otherProfile(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: [] });
  return context.newPage();
}

/** Opens a whole address as it came from the clipboard. */
async function openAddress(page: Page, address: string): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  await whenIdle(page);
  return errors;
}

/** Makes a view with something in every field that has a button or a key. */
async function makeView(page: Page): Promise<void> {
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press('x');
  await page.keyboard.press('m');
  await page.keyboard.type('look, here!');
  await page.keyboard.press('Enter');
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Highlight' }).click();
  await filter(page).fill('is:disruption');
  await filter(page).press('Enter');
  await page.getByText(/^Groups/).click();
  await page.getByRole('checkbox', { name: /Control-plane nodes/ }).click();
  await page.keyboard.press('Escape');
  await filter(page).press('Escape');
  await filter(page).fill('is:disruption');
  await page.getByRole('tab', { name: 'Details' }).click();
}

async function copyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/Link copied/)).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The view as it stands in the address once gliding has settled. */
async function settledHash(page: Page): Promise<string> {
  await page.waitForTimeout(600);
  return hash(page);
}

test('a link to a sample restores everything in another profile, and so does a reload', async ({
  page,
  browser,
}) => {
  await openPage(page);
  await openSample(page, MISSING);
  await makeView(page);
  const address = await copyLink(page);
  const there = await settledHash(page);
  expect(new URL(address).hash).toBe(there);
  const params = link(page);
  for (const name of ['sample', 'from', 'to', 'at', 'finding', 'q', 'mode', 'tz', 'groups', 'aside', 'notes'])
    expect(params.get(name), name).not.toBeNull();

  const other = await otherProfile(browser);
  const errors = await openAddress(other, address);
  await expect(verdict(other)).toBeVisible({ timeout: 30_000 });
  await expect(filter(other)).toHaveValue('is:disruption');
  await expect(other.getByRole('button', { name: 'Highlight' })).toHaveAttribute('aria-pressed', 'true');
  await expect(other.getByRole('button', { name: 'Local time' })).toHaveAttribute('aria-pressed', 'true');
  // The panel comes a little after the chart.
  await expect
    .poll(() => details(other).innerText(), { timeout: 30_000 })
    .toBe(await details(page).innerText());
  await other.getByRole('tab', { name: /Marks/ }).click();
  await expect(details(other).getByRole('textbox')).toHaveValue('look, here!');
  expect(await settledHash(other)).toBe(there);
  await other.reload();
  await expect(verdict(other)).toBeVisible({ timeout: 30_000 });
  expect(await settledHash(other)).toBe(there);
  expect(errors).toEqual([]);
  await other.context().close();
});

test('a link to local files asks for them, tells the right ones, and shows the view then', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000); // two pages, and files read three times
  await openPage(page);
  await dropFiles(page, [run]);
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => link(page).get('data')).not.toBeNull();
  await makeView(page);
  const address = await copyLink(page);
  const there = await settledHash(page);

  const other = await otherProfile(browser);
  const errors = await openAddress(other, address);
  await expect(other.getByRole('heading', { name: 'This link needs 2 files' })).toBeVisible();
  await expect(other.getByText('e2e-events_20230313.json')).toBeVisible();
  await expectAccessible(other);

  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, makeSample('rollout-stall'));
  await dropFiles(other, [wrong]);
  await expect(other.getByRole('alert')).toContainText('These are not the files that the link was made from');
  await expect(other.getByRole('alert')).toContainText('here is 1');
  await expectAccessible(other);
  expect(hash(other)).toBe(there);

  await dropFiles(other, [run]);
  await expect(verdict(other)).toBeVisible({ timeout: 30_000 });
  await expect(filter(other)).toHaveValue('is:disruption');
  // The panel comes a little after the chart.
  await expect
    .poll(() => details(other).innerText(), { timeout: 30_000 })
    .toBe(await details(page).innerText());
  expect(await settledHash(other)).toBe(there);

  await other.reload();
  await expect(other.getByRole('heading', { name: 'This link needs 2 files' })).toBeVisible();
  expect(errors).toEqual([]);
  await other.context().close();
});

test('files of the same length and other content are told apart, and can be looked at all the same', async ({
  page,
}) => {
  const text = makeSample('missing-signal');
  const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
  writeFileSync(one, text);
  writeFileSync(two, text.replace('kube-api', 'kube-apj'));
  await openPage(page);
  await dropFiles(page, [one]);
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => link(page).get('data')).not.toBeNull();
  await page.keyboard.press(']');
  const there = await settledHash(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link needs a file' })).toBeVisible();
  await dropFiles(page, [two]);
  await expect(page.getByRole('alert')).toContainText('content differs');
  await page.getByRole('button', { name: 'Look at them all the same' }).click();
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => link(page).get('data')).not.toBe(new URLSearchParams(there.slice(1)).get('data'));
  expect(link(page).get('from')).toBe(new URLSearchParams(there.slice(1)).get('from'));
});

test('the link can be let go of', async ({ page }) => {
  const digest = 'ab'.repeat(32);
  await openPage(page, `#v=1&data=1~20~${digest}~gone.json&q=etcd`);
  await expect(page.getByText('gone.json')).toBeVisible();
  await page.getByRole('button', { name: 'Start without the link' }).click();
  await expect(page.getByRole('button', { name: MISSING })).toBeVisible();
  expect(hash(page)).toBe('');
  await page.goBack();
  await expect(page.getByText('gone.json')).toBeVisible();
});

test('back and forward walk through steps; typing and gliding replace', async ({ page }) => {
  await openPage(page);
  await openSample(page, MISSING);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await filter(page).pressSequentially('etcd', { delay: 20 });
  await filter(page).fill('');
  await filter(page).blur();
  await page.keyboard.press('w');
  await page.keyboard.press('d');
  const glided = await settledHash(page);
  expect(glided).toContain('from=');
  expect(await entries()).toBe(before);
  await page.keyboard.press('0');
  await expect.poll(() => link(page).get('from')).toBeNull();
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect.poll(() => hash(page)).toBe(glided);
  await page.goForward();
  await expect.poll(() => link(page).get('from')).toBeNull();
  await page.goBack();
  await page.goBack(); // to before the sample was opened
  await expect(page.getByRole('button', { name: MISSING })).toBeVisible();
  await page.goForward();
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
});

test('an address of Sippy opens its view, and asks for its file by name', async ({ page }) => {
  const file = 'e2e-events_20230313.json';
  await openPage(
    page,
    `?filterText=master&intervalFile=${file}&selectedSources=Disruption&start=2023-03-13T10:50:00Z&end=2023-03-13T11:05:00Z`,
  );
  await expect(page.getByText(file)).toBeVisible();
  await dropFiles(page, [join(run, file)]);
  await expect(verdict(page)).toBeVisible({ timeout: 30_000 });
  await expect(filter(page)).toHaveValue('master');
  await expect.poll(() => link(page).get('from')).toBe('2023-03-13T10:50:00Z');
  expect(new URL(page.url()).search).toBe('');
});

test('broken links open the page all the same', async ({ page }) => {
  for (const fragment of [
    '#v=1&z=%%%',
    '#v=1&z=AAAA',
    '#v=9&q=x',
    '#%',
    `#v=1&sample=none&q=${'x'.repeat(7000)}`,
  ]) {
    const errors = await openPage(page, fragment);
    await expect(page.getByRole('button', { name: MISSING })).toBeVisible();
    expect(errors).toEqual([]);
    await page.goto('about:blank');
  }
});

test('parts of a link that cannot be read are named, and the rest is shown', async ({ page }) => {
  await openPage(page, '#v=1&sample=missing-signal&q=etcd&tz=mars&later=1&from=yesterday');
  const notice = page.getByRole('alert').filter({ hasText: 'The link says more than could be read' });
  await expect(notice).toContainText('the window, the time zone and “later”', { timeout: 30_000 });
  await expect(filter(page)).toHaveValue('etcd');
  await notice.getByRole('button', { name: /^Close/ }).click();
  await expect(notice).toBeHidden();
});

test('a link without readable data says so, and keeps its view for the files that are opened', async ({
  page,
}) => {
  const notice = page.getByRole('alert').filter({ hasText: 'The link says more than could be read' });
  await openPage(page, '#v=1&sample=nosuch&q=etcd');
  await expect(notice).toContainText('the sample “nosuch”, which is not here');
  await expect(notice).toContainText('Open the files that it was made from');
  await page.goto('about:blank');
  await openPage(page, '#v=1&data=2~broken&q=etcd');
  await expect(notice).toContainText('the names of the files. Open the files');
  await openSample(page, MISSING);
  await expect(filter(page)).toHaveValue('etcd');
});

test('a link that cannot be read at all says so', async ({ page }) => {
  await openPage(page, '#v=9&q=etcd');
  await expect(page.getByRole('alert')).toContainText('The link could not be read');
});
