import { describe, expect, test } from 'vitest';
import { formatTime } from '../../../../src/base/time.ts';
import { LogClock, type LineTime } from '../../../../src/formats/log/log-clock.ts';
import { timeOfBuild } from '../../../../src/formats/log/log-reader.ts';

const NOW = Date.UTC(2026, 0, 15);
const day = (month: number, date: number, hour = 0) => ({ month, day: date, ofDay: hour * 3_600_000 });
const prefix = (text: string, isZoneKnown = true) => ({
  at: Date.parse(text),
  precision: 3 as const,
  isZoneKnown,
});

function settled(clock: LogClock, times: readonly (LineTime | null)[]): (string | null)[] {
  return times.map((one) => (one === null ? null : formatTime(clock.settle(one)).slice(0, 13)));
}

describe('years', () => {
  test('the last that is not to come', () => {
    const clock = new LogClock(null, NOW);
    const times = [clock.ofLine(day(3, 10), null)];
    expect(settled(clock, times)).toEqual(['2025-03-10T00']);
    expect(clock.isYearAssumed).toBe(true);
  });

  test('the nearest to what the user gave', () => {
    const clock = new LogClock(Date.UTC(2023, 2, 11), NOW);
    expect(settled(clock, [clock.ofLine(day(3, 10), null)])).toEqual(['2023-03-10T00']);
    expect(clock.isYearAssumed).toBe(false);
  });

  test('go on over new year, and back', () => {
    const clock = new LogClock(null, NOW);
    const times = [day(12, 31), day(1, 1), day(12, 31)].map((one) => clock.ofLine(one, null));
    expect(settled(clock, times)).toEqual(['2025-12-31T00', '2026-01-01T00', '2025-12-31T00']);
  });

  test('one prefix anywhere tells those before and after, whatever the user gave', () => {
    const clock = new LogClock(Date.UTC(2021, 5, 1), NOW);
    const times = [
      clock.ofLine(day(12, 31), null),
      clock.ofLine(day(1, 1, 10), prefix('2023-01-01T10:00:00Z')),
      clock.ofLine(day(1, 2), null),
    ];
    expect(settled(clock, times)).toEqual(['2022-12-31T00', '2023-01-01T10', '2023-01-02T00']);
    expect(clock.isYearAssumed).toBe(false);
  });

  test('29 February pins a leap year', () => {
    const clock = new LogClock(null, NOW);
    const times = [day(2, 28), day(2, 29), day(3, 1)].map((one) => clock.ofLine(one, null));
    expect(settled(clock, times)).toEqual(['2024-02-28T00', '2024-02-29T00', '2024-03-01T00']);
  });

  test('days that there are not', () => {
    const clock = new LogClock(null, NOW);
    expect([day(0, 1), day(13, 1), day(2, 30), day(1, 32)].map((one) => clock.ofLine(one, null))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('the number of a build', () => {
    expect(formatTime(timeOfBuild('1634235926655799296')!)).toBe('2023-03-10T16:53:02.207Z');
    expect(timeOfBuild('4711')).toBeNull();
  });
});

describe('zones', () => {
  test('a prefix without one is told by the line behind it', () => {
    const clock = new LogClock(null, NOW);
    const times = [
      clock.ofLine(day(3, 10, 18), prefix('2023-03-10T20:00:01Z', false)),
      clock.ofPrefix(prefix('2023-03-10T21:00:00Z', false)),
    ];
    expect(settled(clock, times)).toEqual(['2023-03-10T18', '2023-03-10T19']);
    expect(clock.isZoneAssumed).toBe(false);
  });

  test('else it is taken for UTC, and said so', () => {
    const clock = new LogClock(null, NOW);
    expect(settled(clock, [clock.ofPrefix(prefix('2023-03-10T21:00:00Z', false))])).toEqual([
      '2023-03-10T21',
    ]);
    expect(clock.isZoneAssumed).toBe(true);
  });

  test('a line in local time behind a prefix that knows its zone', () => {
    const clock = new LogClock(null, NOW);
    expect(settled(clock, [clock.ofLine(day(3, 10, 20), prefix('2023-03-10T18:00:00.05Z'))])).toEqual([
      '2023-03-10T18',
    ]);
  });

  test('days apart is no zone: the line counts', () => {
    const clock = new LogClock(null, NOW);
    expect(settled(clock, [clock.ofLine(day(9, 29, 6), prefix('2021-06-01T06:00:00Z', false))])).toEqual([
      '2021-09-29T06',
    ]);
    expect(clock.isZoneAssumed).toBe(true);
  });
});
