import { expect, it } from 'vitest';
import { rangeOf } from '../../../../src/ui/details/read-range.ts';

const START = Date.UTC(2023, 2, 13, 9);
const ground = {
  run: { from: START, to: START + 3_600_000 },
  shutdown: START + 60_000,
  selection: null,
  zone: 'utc' as const,
};

it('two fields give a time', () => {
  expect(rangeOf('shutdown-10s', '09:30', ground)).toEqual({
    ok: true,
    value: { from: START + 50_000, to: START + 1_800_000 },
  });
});

it.each([
  [
    'soon',
    '',
    {
      from: expect.stringContaining('not a time') as string,
      to: expect.stringContaining('Write a time') as string,
    },
  ],
  ['09:30', '09:30', { from: '', to: 'This is not after the other.' }],
  ['08:00', '08:30', { from: '', to: 'This is before the run begins.' }],
  ['11:00', '12:00', { from: 'This is after the run ends.', to: '' }],
])('from “%s” to “%s” is told what is wrong', (from, to, failure) => {
  expect(rangeOf(from, to, ground)).toEqual({ ok: false, failure });
});
