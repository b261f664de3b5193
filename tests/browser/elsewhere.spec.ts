/** From a finding to the tests that failed, and to other tools that show the run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { disruption, fileOf, otherEvent, reboot } from '../support/items.ts';
import { dropFiles, expectAccessible, openPage, whenIdle } from '../support/page.ts';

const PROW_JOB = join(import.meta.dirname, '../fixtures/prow-job/prowjob.json');

let folder = '';
const path = (name: string) => join(folder, name);

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-elsewhere-'));
  const items = [
    otherEvent('07:00:00'),
    otherEvent('07:07:00'),
    reboot('07:06:00', '07:08:00', 'demo-master-1'),
    disruption('07:06:01', '07:06:20', 'kube-api-new-connections'),
    otherEvent('07:30:00'),
  ];
  writeFileSync(path('e2e-events.json'), fileOf(items));
  writeFileSync(
    path('junit_e2e.xml'),
    '<testsuite name="demo"><testcase name="[sig-api] stays up" start-time="2025-05-06T07:05:00Z" end-time="2025-05-06T07:08:40Z" time="220"><failure>no</failure></testcase></testsuite>',
  );
  writeFileSync(path('prowjob.json'), readFileSync(PROW_JOB));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('a finding names the tests that failed then, and other tools open with the run and its time', async ({
  page,
}) => {
  await openPage(page);
  await dropFiles(page, [path('e2e-events.json'), path('junit_e2e.xml'), path('prowjob.json')]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('without ShutdownInitiated');
  await whenIdle(page);
  await page.getByRole('button', { name: /^Signal missing/ }).click();
  await whenIdle(page);
  const panel = page.getByRole('tabpanel');
  const elsewhere = panel.getByRole('group', { name: 'Elsewhere' });
  await expect(elsewhere.getByRole('link')).toHaveText(['Prow', 'Sippy', 'Loki', 'search.ci']);
  for (const link of await elsewhere.getByRole('link').all()) {
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('href', /^https:\/\/[a-z-]+(\.[a-z-]+)*\.openshift\.org\//);
  }
  await expect(elsewhere.getByRole('link', { name: 'Loki' })).toHaveAttribute(
    'title',
    'Log of kube-apiserver-demo-master-1 at this time',
  );
  await expectAccessible(page, '[role=tabpanel]');
  const tests = panel.getByRole('group', { name: 'Failed tests' });
  await tests.getByRole('button', { name: /stays up/ }).press('Enter');
  await expect(panel.getByRole('article', { name: 'Selected interval' })).toContainText('E2ETest');
});
