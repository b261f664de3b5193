/** Failed tests of which no file tells when they ran: people start from them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { disruption, everyHalfHour, fileOf, reboot } from '../support/items.ts';
import { dropFiles, expectAccessible, openPage, whenIdle } from '../support/page.ts';

test('are counted in the head of the run and named, there and in a finding; their names are text', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lapse-tests-'));
  const NODE = 'm0.example.com';
  const items = [
    ...everyHalfHour(9, 12),
    reboot('10:00:00', '10:02:00', NODE),
    disruption('10:00:01', '10:00:30', 'kube-api-new-connections'),
  ];
  const cases = ['&lt;img src=x onerror=alert(1)&gt;', '[sig-demo] another']
    .map((name) => `<testcase name="${name}" time="2"><failure message="">no</failure></testcase>`)
    .join('');
  writeFileSync(join(folder, 'e2e-events.json'), fileOf(items));
  writeFileSync(join(folder, 'junit.xml'), `<testsuite name="demo" tests="2">${cases}</testsuite>`);
  const errors = await openPage(page);
  await dropFiles(
    page,
    ['e2e-events.json', 'junit.xml'].map((name) => join(folder, name)),
  );
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toBeVisible({ timeout: 30_000 });
  await whenIdle(page);
  await verdict.getByText('2 failed tests without a time').click();
  await expect(
    verdict.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' }),
  ).toBeVisible();
  await expectAccessible(page, '[aria-label=Verdict]');
  await page.getByRole('region', { name: 'Findings' }).getByRole('button').first().click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('2 failed tests without a time').click();
  await expect(panel.getByText('[sig-demo] another')).toBeVisible();
  await expectAccessible(page, '[role=tabpanel]');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(errors).toEqual([]);
  rmSync(folder, { recursive: true });
});
