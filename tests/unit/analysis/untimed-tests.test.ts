import { expect, test } from 'vitest';
import { findUntimedTests } from '../../../src/analysis/untimed-tests.ts';
import { EMPTY_RUN } from '../../../src/ui/empty-run.ts';
import { printSummary } from '../../../src/cli/print.ts';
import { fixture } from '../../support/fixtures.ts';
import { fileOf, otherEvent } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NAME = '[sig-demo] a test with "quotes" & a/slash [Suite:openshift/conformance/parallel]';
const RESULTS = { 'junit.xml': fixture('junit', 'origin').bytes };

/** The row of a test, as interval files have it. */
function ran(status: string) {
  return {
    ...otherEvent('10:00:00'),
    source: 'E2ETest',
    locator: { type: 'E2ETest', keys: { 'e2e-test': NAME } },
    message: { reason: '', cause: '', humanMessage: 'test', annotations: { status } },
  };
}

test('a failed test is told by its name where no file has its time, one that passed at last is not', async () => {
  const { report } = await loadTexts(RESULTS);
  expect(report.run.untimedTests).toEqual({ count: 1, names: [NAME] });
  expect(printSummary(report)).toContain(`1 failed test without a time:\n    ${NAME}\n`);
});

test('one of which a row tells when it failed is left out', async () => {
  const both = (status: string) => loadTexts({ ...RESULTS, 'e2e-timelines.json': fileOf([ran(status)]) });
  expect((await both('Failed')).report.run.untimedTests).toBeNull();
  expect((await both('Passed')).report.run.untimedTests).toMatchObject({ count: 1 });
  expect((await loadTexts([fileOf([ran('Failed')])])).report.run.untimedTests).toBeNull();
});

test('of many all are counted, and the first are named, none of any length', () => {
  const facts = Array.from({ length: 300 }, (_, i) => ({
    kind: 'failed-test' as const,
    name: `${String(i).padStart(3, '0')}${'x'.repeat(9000)}`,
    alsoPassed: false,
  }));
  const found = findUntimedTests({ table: EMPTY_RUN.table, facts: facts.reverse() })!;
  expect([found.count, found.names.length, found.names[0].slice(0, 3)]).toEqual([300, 100, '000']);
  expect(Math.max(...found.names.map(({ length }) => length))).toBeLessThan(510);
});
