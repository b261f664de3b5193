import { expect, test } from 'vitest';
import { formatDuration, parseGoDuration } from '../../../src/base/duration.ts';

test.each([
  ['1m10s', 70_000],
  ['2m9s', 129_000],
  ['0s', 0],
  ['0', 0],
  ['1h2m3.5s', 3_723_500],
  ['14.5ms', 14.5],
  ['3µs', 0.003],
  ['-1s', -1000],
])('parseGoDuration(%s)', (text, ms) => expect(parseGoDuration(text)).toBe(ms));

test.each(['', '10', '1d', 's', '1m 10s', '1'.repeat(100)])('parseGoDuration has none for %j', (text) =>
  expect(parseGoDuration(text)).toBeNull(),
);

test.each([
  [7000, '7 s'],
  [70_000, '1 m 10 s'],
  [250, '0.25 s'],
  [12, '12 ms'],
  [0, '0 s'],
  [1500, '1.5 s'],
  [59_900, '59.9 s'],
  [7_500_000, '2 h 05 m'],
  [47 * 3_600_000, '47 h 00 m'],
  [76 * 3_600_000, '3 d 04 h'],
  [3 * 365 * 86_400_000, '1,095 d 00 h'],
  [-75_000, '−1 m 15 s'],
])('formatDuration(%d)', (ms, text) => expect(formatDuration(ms)).toBe(text));
