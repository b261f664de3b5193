import { expect, test } from 'vitest';
import { formatTime } from '../../../src/base/time.ts';
import { addYears, nearestYear, yearsToward } from '../../../src/base/year.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const near = (month: number, day: number, reference: string, latest?: string) => {
  const found = nearestYear(
    { month, day, ofDay: 0 },
    at(reference),
    latest === undefined ? undefined : at(latest),
  );
  return found === null ? null : formatTime(found).slice(0, 10);
};

test('the nearest year wins, over New Year too', () => {
  expect(near(11, 5, '2021-11-20')).toBe('2021-11-05');
  expect(near(12, 31, '2022-01-02')).toBe('2021-12-31');
  expect(near(1, 1, '2021-12-30')).toBe('2022-01-01');
});

test('but none after the latest', () => {
  expect(near(1, 30, '2026-12-01', '2026-12-02')).toBe('2026-01-30');
});

test('29 February needs a leap year', () => {
  expect(near(2, 29, '2023-06-01')).toBe('2024-02-29');
  expect(near(2, 29, '2021-06-01')).toBe('2020-02-29');
  expect(near(2, 30, '2020-02-01')).toBeNull();
});

test('years are added by the calendar', () => {
  expect(formatTime(addYears(at('2026-03-13') + 0.5, -3))).toBe('2023-03-13T00:00:00.000Z');
  expect(yearsToward(at('2026-12-31'), at('2023-01-02'))).toBe(-4);
});
