import { afterEach, expect, test, vi } from 'vitest';
import { fixtureFormats, fixturesOf } from '../../support/fixtures.ts';

/** All fixtures, read as one run; in October and November, clocks of one of the zones are put back. */
const INPUTS: Readonly<Record<string, string | Uint8Array>> = Object.fromEntries<string | Uint8Array>([
  ...fixtureFormats().flatMap((format) =>
    fixturesOf(format).map(({ name, bytes }) => [`${format}/${name}`, bytes] as const),
  ),
  [
    'night',
    'Nov 01 05:30:00.000 I node/demo-master-0 condition Ready changed\nNov 01 06:30:00.000 I node/demo-master-0 condition Ready changed\n',
  ],
]);

/** The report of a program that was loaded in the zone that is set. */
async function freshReport(): Promise<string> {
  vi.resetModules();
  const { loadTexts } = await import('../../support/read.ts');
  return JSON.stringify((await loadTexts(INPUTS, { asOf: '2025-11-02T00:00:00Z' })).report);
}

const zone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = zone;
});

test.each([
  ['America/New_York', 300],
  ['Asia/Kolkata', -330],
])('the time zone of the machine does not matter: %s', { timeout: 30_000 }, async (name, offset) => {
  const wanted = await freshReport();
  process.env['TZ'] = name;
  expect(new Date(2025, 0).getTimezoneOffset()).toBe(offset);
  expect(await freshReport()).toBe(wanted);
});
