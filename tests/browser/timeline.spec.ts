import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, openPage, openSample, whenIdle } from '../support/page.ts';

const MISSING = 'Missing signal';
const lanes = (page: Page) => page.getByRole('group', { name: 'Lanes' });
const chips = (page: Page) => page.getByRole('list', { name: 'What is left out' });
const link = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const chart = (page: Page) => page.getByTestId('chart');

async function openMissing(page: Page): Promise<string[]> {
  const errors = await openPage(page);
  await openSample(page, MISSING);
  return errors;
}

/** The first outage is selected: keys for its lane work. */
async function selectOutage(page: Page): Promise<void> {
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await whenIdle(page);
}

test('a lane is pinned, moved, shown alone and hidden from its menu, and the link keeps it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  const errors = await openMissing(page);
  const menuOf = (name: string) =>
    lanes(page)
      .getByRole('button', { name: `Lane ${name}`, exact: true })
      .first();
  await menuOf('kube-api http1 new').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(lanes(page).getByText('Pinned')).toBeVisible();
  await expect.poll(() => link(page).get('pin')).toBe('disruption-external/kube-api http1 new');
  await menuOf('kube-api http1 reused').click();
  await page.getByRole('menuitem', { name: 'Pin on top' }).click();
  await menuOf('kube-api http1 reused').click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(() => link(page).get('pin')).toMatch(/^disruption-external\/kube-api http1 reused/);
  await menuOf('kube-api http1 reused').click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect(chips(page)).toContainText('1 lane hidden');
  await page.reload(); // the link names the sample
  await expect(chips(page)).toContainText('1 lane hidden', { timeout: 15_000 });
  await chips(page).getByRole('button').click();
  await expect(chips(page)).toBeHidden();
  expect(errors).toEqual([]);
});

test('keys do the same with the lane of the selected interval', async ({ page }) => {
  await openMissing(page);
  await selectOutage(page);
  await page.keyboard.press('p');
  await expect(lanes(page).getByText('Pinned')).toBeVisible();
  await page.keyboard.press('p');
  await expect(lanes(page).getByText('Pinned')).toBeHidden();
  await page.keyboard.press('o');
  await expect(chips(page)).toContainText('1 lane alone');
  await expect(lanes(page).getByText('Apiserver lifecycle')).toBeHidden();
  await page.keyboard.press('o');
  await expect(lanes(page).getByText('Apiserver lifecycle')).toBeVisible();
  await page.keyboard.press('n');
  await expect(chips(page)).toContainText('Only kube-api');
  await expect(lanes(page).getByText('oauth-api', { exact: false })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(chips(page)).toBeHidden();
  await page.keyboard.press('h');
  await expect(chips(page)).toContainText('1 lane hidden');
});

test('levels, the display flag and kinds of bars are chosen in one menu', async ({ page }) => {
  await openMissing(page);
  await page.locator('summary', { hasText: 'Groups' }).click();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Info', exact: true }).uncheck();
  await expect(chips(page)).toContainText('Without Info');
  await page.getByRole('checkbox', { name: 'Also what was not meant for charts' }).uncheck();
  await expect(chips(page)).toContainText('Only meant for charts');
  await page.getByRole('checkbox', { name: /Disruption, unsignalled/ }).uncheck();
  await expect(chips(page)).toContainText('1 kind hidden');
  await expect.poll(() => link(page).get('nolevel')).toBe('Info');
  await page.keyboard.press('Escape');
  for (const left of [2, 1, 0]) {
    await chips(page).getByRole('button').first().click();
    await expect(page.getByRole('list', { name: 'What is left out' }).getByRole('button')).toHaveCount(left);
  }
});

test('a ruler tells how long it is from here to there', async ({ page }) => {
  await openMissing(page);
  const box = (await chart(page).boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 40);
  await page.keyboard.press('r');
  await page.mouse.move(box.x + 400, box.y + 40);
  await page.keyboard.press('r');
  const ruler = page.locator('.ruler');
  await expect(ruler).toContainText(/\d/);
  const said = await ruler.innerText();
  await page.mouse.move(box.x + 500, box.y + 40);
  expect(await ruler.innerText()).toBe(said);
  await page.keyboard.press('Escape');
  await expect(ruler).toBeHidden();
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect(ruler).toBeVisible();
});

test('the brush of the whole run is moved and resized by keys and by the pointer', async ({ page }) => {
  await openMissing(page);
  const span = () => Date.parse(link(page).get('to') ?? '') - Date.parse(link(page).get('from') ?? '');
  await page.getByRole('slider', { name: 'Start of the window' }).focus();
  for (let time = 0; time < 3; time++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => link(page).get('from')).not.toBeNull();
  await expect.poll(span).toBeGreaterThan(0);
  const before = span();
  await page.getByRole('slider', { name: 'Window', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(span).toBeGreaterThan(before - 2000);
  const edge = (await page.getByRole('slider', { name: 'End of the window' }).boundingBox())!;
  await page.mouse.move(edge.x + 4, edge.y + 8);
  await page.mouse.down();
  await page.mouse.move(edge.x - 100, edge.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(span).toBeLessThan(before * 0.95);
});

test('a drag in the strip of the whole run takes another window, and a double click shows all', async ({
  page,
}) => {
  await openMissing(page);
  const box = (await page.getByRole('group', { name: /^Whole run/ }).boundingBox())!;
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 12, { steps: 5 });
    await page.mouse.up();
  };
  const time = (name: string) => Date.parse(link(page).get(name) ?? '');
  const window = () => [time('from'), time('to')];
  await drag(0.5, 0.6);
  await expect.poll(() => time('to')).toBeGreaterThan(0);
  const [first, firstEnd] = window();
  await drag(0.55, 0.65); // inside: it moves
  await expect.poll(() => time('from')).toBeGreaterThan(first + (firstEnd - first) / 4);
  await expect.poll(() => Math.abs(time('to') - time('from') - (firstEnd - first))).toBeLessThan(2000);
  await drag(0.3, 0.1); // outside: another, half as long again and wholly before
  await expect.poll(() => time('to')).toBeLessThan(first);
  await expect.poll(() => time('to') - time('from')).toBeGreaterThan((firstEnd - first) * 1.5);
  await page.mouse.dblclick(box.x + box.width * 0.8, box.y + 12);
  await expect.poll(() => link(page).get('from')).toBeNull();
});

test('keys alone enter the lanes and walk over them, and the focus goes as the eye does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await openMissing(page);
  await page.keyboard.press('p');
  await expect(page.getByTestId('said')).toContainText('“.” takes the first in sight');
  await page.keyboard.press('.');
  await expect.poll(() => link(page).get('at')).not.toBeNull();
  const selected = lanes(page).locator('.lane.selected');
  await expect(selected).toHaveText(/kube-apiserver ip-10-0-141-88/);
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveText(/kube-apiserver ip-10-0-189-27/);
  await page.keyboard.press('ArrowUp');
  await expect(selected).toHaveText(/kube-apiserver ip-10-0-141-88/);
  await page.keyboard.press('p');
  await expect(lanes(page).getByText('Pinned')).toBeVisible();
  const tops = await lanes(page)
    .getByRole('button', { name: /^(Lane|Apiserver|Control|Disruption)/ })
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(8);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

test('f zooms to the range that was dragged over', async ({ page }) => {
  await openMissing(page);
  const box = (await chart(page).boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => link(page).get('range')).not.toBeNull();
  await page.keyboard.press('f');
  await expect.poll(() => link(page).get('from')).not.toBeNull();
  const { width } = box;
  const shown = Date.parse(link(page).get('to')!) - Date.parse(link(page).get('from')!);
  const run = 2.5 * 3600_000; // the sample is about so long
  expect(shown).toBeGreaterThan(((run * 100) / width) * 0.8);
  expect(shown).toBeLessThan(((run * 100) / width) * 1.3);
});

test('menus stay in the window, and their ends can be reached', async ({ page }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1000, height: 560 },
  ]) {
    await page.setViewportSize(size);
    await openMissing(page);
    for (const name of ['Groups', 'How to write a filter', 'Exact times', 'Named lane sets']) {
      const button = page.locator(`summary[aria-label="${name}"]`);
      await button.click();
      const content = page.locator('details[open] > .content');
      const box = (await content.boundingBox())!;
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.height, name).toBeGreaterThan(100);
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, name).toBeLessThanOrEqual(size.height);
      expect(box.x + box.width, name).toBeLessThanOrEqual(size.width);
      await content.hover();
      await page.mouse.wheel(0, 5000);
      await expect
        .poll(() => content.evaluate((own) => own.scrollHeight - own.scrollTop - own.clientHeight))
        .toBeLessThan(2);
      await page.keyboard.press('Escape');
      await page.mouse.click(2, 2);
    }
  }
});

test('a mark has its flag on the axis', async ({ page }) => {
  await openMissing(page);
  await selectOutage(page);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: /^Mark at 10:57:26/ })).toBeVisible();
  await expectAccessible(page);
});

for (const kind of ['PNG', 'SVG'] as const) {
  test(`what is in sight is saved as ${kind}`, async ({ page }) => {
    const errors = await openMissing(page);
    await page.locator('summary', { hasText: 'Picture' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${kind}, Lanes in sight` }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^lapse-.*\\.${kind.toLowerCase()}$`));
    const bytes = readFileSync(await download.path());
    if (kind === 'PNG') expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    else expect(bytes.toString()).toContain('2 without ShutdownInitiated');
    expect(errors).toEqual([]);
  });
}

test('a picture can have all lanes, and findings leave the chart its half', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMissing(page);
  const save = async (extent: string) => {
    await page.locator('summary', { hasText: 'Picture' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `SVG, ${extent}` }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const heightOf = (svg: string) => Number(/height="([\d.]+)"/.exec(svg)?.[1]);
  const [some, all] = [await save('Lanes in sight'), await save('All lanes of open groups')];
  expect(heightOf(all)).toBeGreaterThan(heightOf(some) + 300);
  expect(some).not.toContain('Disruption · service network');
  expect(all).toContain('Disruption · service network');
  const timeline = (await page.getByRole('region', { name: 'Timeline' }).boundingBox())!;
  expect(timeline.height).toBeGreaterThan(450);
});

test('a lane of several rows is folded into one with button, menu and key, and the link keeps it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await openMissing(page);
  const rows = lanes(page).getByRole('button', { name: /^\d rows of ip-10-0-141-88$/ });
  const next = lanes(page).getByRole('button', { name: 'Lane ip-10-0-189-27' });
  const top = async () => (await next.boundingBox())!.y;
  const before = await top();
  await rows.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveAttribute('aria-expanded', 'false');
  expect(await top()).toBeLessThan(before - 20);
  await expect.poll(() => link(page).get('fold')).toBe('control-plane-nodes/ip-10-0-141-88');
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveAttribute('aria-expanded', 'false', { timeout: 30_000 });
  await lanes(page).getByRole('button', { name: 'Lane ip-10-0-141-88' }).click();
  await page.getByRole('menuitem', { name: /^Show its \d rows/ }).click();
  await expect.poll(() => link(page).get('fold')).toBeNull();
  // The key is for the lane of what is selected.
  const area = (await chart(page).boundingBox())!;
  const row = (await rows.boundingBox())!;
  for (let x = area.x + 450; x < area.x + 700 && (await page.getByRole('tooltip').count()) === 0; x += 10)
    await page.mouse.move(x, row.y + 8);
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.press('c');
  await expect(rows).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('c');
  await expect(rows).toHaveAttribute('aria-expanded', 'true');
});

test('a number over time is told at the pointer, beside the lane and by a key', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await openMissing(page);
  await selectOutage(page);
  const label = lanes(page).locator('.lane', { hasText: 'backends down' }).first();
  await expect(label).toContainText(/^\s*backends down\s*\d+ here, most 20/);
  await page.keyboard.press('v');
  await expect(page.getByRole('status').last()).toContainText(
    /At 10:57:26 UTC: .*backends down: \d+ of at most 20/,
  );
  const [area, row] = [(await chart(page).boundingBox())!, (await label.boundingBox())!];
  await page.mouse.move(area.x + area.width / 2, row.y + 10);
  await expect(page.getByRole('tooltip')).toContainText(/\d+ backends/);
  await expect(page.getByRole('tooltip')).toContainText('At most 20 in the whole run');
});

test('what stands beside the pointer goes with its lane', async ({ page }) => {
  await openMissing(page);
  await selectOutage(page);
  const box = page.locator('.marker');
  const at = (await box.boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('source:Alert');
  await whenIdle(page);
  await expect(lanes(page).getByText('kube-api http1 new')).toHaveCount(0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });
  test('times beside the pointer are told in both', async ({ page }) => {
    await openMissing(page);
    await selectOutage(page);
    const at = (await page.locator('.marker').boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await expect(page.getByRole('tooltip')).toContainText(/2023-03-13 10:57:26 – 10:5\d:\d\d UTC ·/);
    await expect(page.getByRole('tooltip')).toContainText(/11:57:26 – 11:5\d:\d\d UTC\+01:00/);
  });
});

test('the help fits a narrow page and shows the shapes as the chart draws them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openMissing(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys and gestures' });
  await expect(help.getByText('80 % of the shutdown delay')).toHaveCount(1);
  await expect(help.locator('canvas')).toHaveCount(22);
  expect(await help.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await expectAccessible(page);
});

test('a finding leaves what its node did whole, below the header of its group', async ({ page }) => {
  await openMissing(page);
  const header = lanes(page).getByRole('button', { name: /^Control-plane nodes/ });
  const node = lanes(page).getByRole('button', { name: 'Lane ip-10-0-232-149', exact: true }).locator('..');
  const edges = async () => {
    const [above, lane] = [(await header.boundingBox())!, (await node.boundingBox())!];
    return { header: above.y + above.height, lane: lane.y };
  };
  const before = await edges();
  await header.hover();
  // Scrolled by hand, it stands half under the header.
  await page.mouse.wheel(0, before.lane - before.header + 10);
  await expect.poll(async () => (await edges()).lane).toBe(before.header - 10);
  await selectOutage(page);
  const after = await edges();
  expect(after.header).toBe(before.header);
  expect(after.lane).toBeGreaterThanOrEqual(after.header);
});
