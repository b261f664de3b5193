import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClock, formatTime, parseTime, PRECISION } from '../../../src/base/time.ts';

describe('parseTime', () => {
  test.each([
    ['2023-03-10T18:03:45Z', '2023-03-10T18:03:45.000Z', PRECISION.second],
    ['2023-03-10T18:03:45.807Z', '2023-03-10T18:03:45.807Z', PRECISION.millisecond],
    ['2023-03-10T18:03:45.807438Z', '2023-03-10T18:03:45.807Z', PRECISION.microsecond],
    ['2023-03-10T19:03:45+01:00', '2023-03-10T18:03:45.000Z', PRECISION.second],
    ['2023-03-10 13:33:45-0430', '2023-03-10T18:03:45.000Z', PRECISION.second],
    ['2024-02-29t00:00:00z', '2024-02-29T00:00:00.000Z', PRECISION.second],
  ])('reads %s', (text, wanted, precision) => {
    const time = parseTime(text);
    expect(time && formatTime(time.at)).toBe(wanted);
    expect(time?.precision).toBe(precision);
  });

  test.each([
    '0001-01-01T00:00:00Z', // Go's zero time: not set
    '1969-12-31T23:59:59Z',
    '2100-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2023-03-10T18:03:45+99:99',
    '2023-03-10T18:03:45-15:00',
    '2023-02-30T00:00:00Z',
    '2023-03-10T25:00:00Z',
    '2023-03-10T10:60:00Z',
    '2023-03-10',
    '10:57:25',
    '',
    'x'.repeat(1000),
  ])('has no time for %j', (text) => expect(parseTime(text)).toBeNull());

  test('what is written is read again', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => parseTime(formatTime(at))?.at === at));
  });
});

test('formatClock leaves out milliseconds that are none', () => {
  expect(formatClock(Date.UTC(2023, 2, 13, 10, 57, 25))).toBe('10:57:25');
  expect(formatClock(Date.UTC(2023, 2, 10, 18, 3, 45, 807))).toBe('18:03:45.807');
});
