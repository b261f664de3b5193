import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { BARE, type Item, type Level } from '../items/item.ts';
import type { Random } from '../random.ts';

type Status = 'Passed' | 'Failed' | 'Flaked' | 'Skipped';
const LEVELS: Readonly<Record<Status, Level>> = {
  Passed: 'Info',
  Skipped: 'Info',
  Flaked: 'Warning',
  Failed: 'Error',
};

/** One run of a test: the instants of its start and end, and the interval between them. */
export function testRun(random: Random, name: string, at: EpochMs, isTroubled: boolean): Item[] {
  const status = random.weighted<Status>([
    [isTroubled ? 0.09 : 0.008, 'Failed'],
    [0.012, 'Flaked'],
    [0.17, 'Skipped'],
    [0.81, 'Passed'],
  ]);
  const seconds =
    status === 'Skipped' ? random.unit() : 1 + random.exponential(random.chance(0.15) ? 110 : 24);
  return testItems(name, at, at + Math.round(seconds * SECOND), status);
}

/** The three items of one test. */
export function testItems(name: string, from: EpochMs, to: EpochMs, status: Status): Item[] {
  const common = { ...BARE, source: 'E2ETest', type: 'E2ETest', keys: { 'e2e-test': name } };
  return [
    { ...common, reason: 'E2ETestStarted', text: 'started', from, to: from },
    {
      ...common,
      level: LEVELS[status],
      display: true,
      text: `e2e test finished As "${status}"`,
      annotations: { status },
      from,
      to,
    },
    { ...common, level: LEVELS[status], reason: 'E2ETestFinished', annotations: { status }, from: to, to },
  ];
}
