import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync as gzip } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { tar } from '../support/archives.ts';
import { auditFile, auditPath, type AuditLine } from '../support/audit-lines.ts';
import { disruption, fileOf, otherEvent, signal } from '../support/items.ts';
import { dropFiles, expectAccessible, openPage, whenIdle } from '../support/page.ts';

/** What the disruptions of `items.ts` were answered with. */
const SAMPLED = '3f0e7c52-8a43-4c0e-9c3b-5b7a6e0d1a11';
const PATIENCE = { timeout: 60_000 };

const panel = (page: Page) => page.getByRole('tabpanel');
const requests = (page: Page) => panel(page).getByRole('region', { name: 'Requests', exact: true });
const list = (page: Page) => page.getByRole('list', { name: /^Single requests/ });
const groups = (page: Page) => page.getByRole('region', { name: /^Requests by/ });
const lanes = (page: Page) => page.getByRole('button', { name: /^Lane kube-apiserver · demo-master-\d$/ });

/** One request a second from 10:00 on. */
function lines(node: number): AuditLine[] {
  return Array.from({ length: 120 }, (_, i) => ({
    clock: `10:0${Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')}`,
    id: `00000000-0000-4000-8000-${String(node * 1000 + i).padStart(12, '0')}`,
    user: i % 3 === 0 ? 'system:serviceaccount:demo:"reader"' : 'system:admin',
  }));
}

let folder = '';
const path = (name: string) => join(folder, name);

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-requests-'));
  const items = [
    otherEvent('09:55:00'),
    signal('10:00:20', 'demo-master-0'),
    disruption('10:01:05', '10:01:09', 'kube-api-new-connections'),
    otherEvent('10:10:00'),
  ];
  writeFileSync(path('e2e-events.json'), fileOf(items));
  const failing: AuditLine[] = [
    {
      clock: '10:01:06',
      id: SAMPLED,
      code: 503,
      uri: '/api/v1/namespaces/default?sampled=1',
      user: 'sampler',
    },
    { clock: '10:01:07', code: 500, user: 'sampler' },
  ];
  const archive = tar({
    [`run/${auditPath('demo-master-0')}.gz`]: gzip(auditFile(lines(0))),
    [`run/${auditPath('demo-master-1')}.gz`]: gzip(auditFile([...lines(1), ...failing])),
    'run/audit_logs/kube-apiserver.audit_logs_listing': 'demo-master-0 audit.log\n',
    'run/audit_logs/kube-apiserver/.lock': '',
  });
  writeFileSync(path('audit-logs.tar.gz'), gzip(archive));
});
test.afterAll(() => rmSync(folder, { recursive: true }));
test.beforeEach(() => test.setTimeout(180_000));

async function openAll(page: Page): Promise<string[]> {
  const errors = await openPage(page);
  await dropFiles(page, [path('e2e-events.json'), path('audit-logs.tar.gz')]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible(PATIENCE);
  await whenIdle(page);
  await expect(lanes(page)).toHaveCount(2, PATIENCE);
  return errors;
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

test('requests have lanes and a tab, and a filter narrows both', async ({ page }) => {
  const errors = await openAll(page);
  await openTab(page, /Requests/);
  await expect(requests(page)).toContainText('242 requests in sight', PATIENCE);
  await expect(groups(page).getByRole('button', { name: 'system:admin' })).toBeVisible();
  await expectAccessible(page, 'aside');

  await page.keyboard.press('/');
  await page.keyboard.type('code>=500');
  await expect(requests(page)).toContainText('2 requests in sight, as filtered', PATIENCE);
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(lanes(page)).toHaveCount(1, PATIENCE);
  await expect(lanes(page)).toHaveAccessibleName('Lane kube-apiserver · demo-master-1');
  await expect(page.getByTestId('matches')).toHaveText('requests only');

  await page.keyboard.type(' user:nobody');
  await expect(requests(page)).toContainText('No request in sight, as filtered', PATIENCE);
  await expectAccessible(page, 'aside');
  await requests(page).getByRole('button', { name: 'Clear the filter' }).click();
  await expect(requests(page)).toContainText('242 requests in sight', PATIENCE);
  expect(errors).toEqual([]);
});

test('a value of a group is filtered by when it is clicked', async ({ page }) => {
  await openAll(page);
  await openTab(page, /Requests/);
  await groups(page)
    .getByRole('button', { name: /reader/ })
    .click(PATIENCE);
  await expect(page.getByRole('combobox', { name: /Filter/ })).toHaveValue(
    'user:"system:serviceaccount:demo:\\"reader\\""',
  );
  await expect(requests(page)).toContainText('80 requests in sight, as filtered', PATIENCE);
});

test('a request says all it knows, and its line in the archive', async ({ page }) => {
  await openAll(page);
  await openTab(page, /Requests/);
  await page.keyboard.press('/');
  await page.keyboard.type('code:500');
  await expect(list(page).getByRole('listitem')).toHaveCount(1, PATIENCE);
  // By keys: the line opens, its details close again.
  const line = list(page).getByRole('button').first();
  await line.focus();
  await page.keyboard.press('ArrowRight');
  const details = page.getByRole('article', { name: 'Request' });
  await expect(details).toContainText('demo-master-1-audit.log.gz');
  await details.getByRole('button', { name: 'Raw record' }).click();
  await expect(details).toContainText('"requestReceivedTimestamp":"2025-05-06T10:01:07Z"', PATIENCE);
  await expectAccessible(page, 'aside');
  await line.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(details).toBeHidden();
});

test('a failed sample leads to the request with its audit ID, and back', async ({ page }) => {
  await openAll(page);
  await page.keyboard.press(']');
  await panel(page).getByRole('cell', { name: /^4 s/ }).getByRole('button').click();
  const found = page.getByRole('region', { name: 'Requests with its audit ID' });
  await expect(found).toContainText(/10:01:06\s*503\s*kube-apiserver on demo-master-1/, PATIENCE);
  await found.getByRole('button', { name: 'Raw record' }).click();
  await expect(found).toContainText(SAMPLED, PATIENCE);
  await expectAccessible(page, 'aside');
  await found.getByRole('button', { name: 'Show' }).click();
  const details = page.getByRole('article', { name: 'Request' });
  await expect(details).toContainText('503');
  await details.getByRole('list', { name: 'Disruption with its audit ID' }).getByRole('button').click();
  await expect(found).toBeVisible();
});

test('without audit logs it is said which would have the request', async ({ page }) => {
  await openPage(page);
  await dropFiles(page, [path('e2e-events.json')]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible(PATIENCE);
  await whenIdle(page);
  await page.keyboard.press(']');
  await panel(page).getByRole('cell', { name: /^4 s/ }).getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Requests with its audit ID' })).toContainText(
    /None at hand\. It would be in the audit logs of kube-apiserver .* 10:01:05 – 10:01:09 UTC/,
  );
});

test('files stand as a tree that opens, closes and is searched by keys', async ({ page }) => {
  await openAll(page);
  await openTab(page, /^Files \(5\)$/);
  const files = panel(page).getByRole('list', { name: 'Files', exact: true });
  const archive = files.getByRole('listitem').filter({ hasText: 'audit-logs.tar.gz' }).first();
  await expect(archive).toContainText(/4 files · 242 records\s*· 2 not used/);
  const member = files.getByRole('button', { name: 'demo-master-1-audit.log.gz' });
  await expect(member).toBeVisible();
  await expect(archive).toContainText('audit-log · kube-apiserver on demo-master-1 · 122 records');
  await expectAccessible(page, 'aside');
  await files.getByRole('button', { name: 'audit-logs.tar.gz' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(member).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(member).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search files' }).fill('master-1');
  await expect(panel(page)).toContainText('1 file found');
  await expect(files.getByRole('button')).toHaveCount(2);
});

test('reading an archive can be cancelled', async ({ page }) => {
  const one = auditFile([{ clock: '10:00:00' }]);
  const big = Buffer.from(one.repeat(Math.ceil((120 << 20) / one.length)));
  writeFileSync(path('big.tar.gz'), gzip(tar({ 'a.log': big })));
  await openPage(page);
  await dropFiles(page, [path('big.tar.gz')]);
  await page.getByRole('button', { name: 'Cancel' }).click(PATIENCE);
  await expect(page.getByRole('button', { name: 'Missing signal' })).toBeVisible();
  await dropFiles(page, [path('audit-logs.tar.gz')]);
  await expect(page.getByRole('tab', { name: /Requests/ })).toBeVisible(PATIENCE);
});

test('an archive that passes a limit is read again with a higher one', async ({ page }) => {
  let packed = gzip(auditFile(lines(0)));
  for (let layer = 0; layer < 9; layer++) packed = gzip(packed);
  writeFileSync(path('deep.tar'), tar({ 'deep.gz': packed }));
  await openPage(page);
  await dropFiles(page, [path('deep.tar')]);
  const field = page.getByRole('spinbutton', { name: /Unpack/ });
  await expect(field).toHaveValue('16', PATIENCE);
  await expectAccessible(page, 'main');
  await field.fill('8');
  await expect(page.getByRole('button', { name: 'Read again' })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'It must be more' })).toBeVisible();
  await field.fill('12');
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('tab', { name: /Requests/ })).toBeVisible(PATIENCE);
});
