import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { tar, zip } from '../support/archives.ts';
import { concat } from '../support/bytes.ts';
import { fileOf, otherEvent, signal } from '../support/items.ts';
import { makeSample } from '../support/generate/samples.ts';
import { packedText } from '../support/packed-texts.ts';
import { dropFiles, openPage, whenIdle } from '../support/page.ts';
import { gzip } from '../support/read.ts';

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapse-archives-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('an archive of every kind of file is read in one drop, whatever is wrong with some', async ({
  page,
}) => {
  test.slow();
  const sample = new TextEncoder().encode(makeSample('missing-signal'));
  const half = sample.length >> 1;
  const small = fileOf([signal('10:00:00', 'demo-master-0'), otherEvent('11:00:00')]);
  const wrong = gzip(small);
  wrong[wrong.length - 5] ^= 1;
  const archive = gzip(
    tar({
      'events.json.gz': concat([
        gzip(sample.subarray(0, half)),
        gzip(sample.subarray(half)),
        new Uint8Array(64),
      ]),
      'wrong.json.gz': wrong,
      'garbage.json.gz': concat([gzip(small), new TextEncoder().encode('something else')]),
      'inner.zip': zip([{ name: 'small.json', content: small }]),
      'text.xz': packedText('linesXz'),
      'text.zst': packedText('linesZst'),
    }),
  );
  writeFileSync(join(folder, 'all.tar.gz'), archive);
  const errors = await openPage(page);
  await dropFiles(page, [join(folder, 'all.tar.gz')]);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText('2 without ShutdownInitiated', { timeout: 60_000 });
  await whenIdle(page);
  await page.getByRole('tab', { name: /Files/ }).click();
  const files = page.getByRole('tabpanel');
  for (const name of ['events.json.gz', 'garbage.json.gz', 'inner.zip > small.json', 'text.xz', 'text.zst']) {
    await expect(files.getByRole('list', { name: 'all.tar.gz' })).toContainText(name);
  }
  await expect(files).toContainText('its checksum is wrong');
  await expect(files).toContainText('it looks like plain text');
  expect(errors).toEqual([]);
});
