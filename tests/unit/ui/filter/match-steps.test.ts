import { expect, it } from 'vitest';
import { makeBitset, setBit } from '../../../../src/base/bitset.ts';
import { placeOf, stepRow } from '../../../../src/ui/filter/match-steps.ts';

const rows = makeBitset(100);
for (const row of [3, 31, 32, 70, 99]) setBit(rows, row);
const all = () => true;

it('a match knows its place among the matches', () => {
  expect([3, 31, 32, 70, 99].map((row) => placeOf(rows, row))).toEqual([1, 2, 3, 4, 5]);
  expect(placeOf(rows, 4)).toBeNull();
});

it('steps go to the next match that is drawn, and round at the ends', () => {
  expect(stepRow(rows, 4, 1, all)).toBe(31);
  expect(stepRow(rows, 31, 1, all)).toBe(31);
  expect(stepRow(rows, 30, -1, all)).toBe(3);
  expect(stepRow(rows, 100, 1, all)).toBe(3);
  expect(stepRow(rows, -1, -1, all)).toBe(99);
  expect(stepRow(rows, 32, 1, (row) => row > 90)).toBe(99);
  expect(stepRow(rows, 5, 1, () => false)).toBeNull();
  expect(stepRow(makeBitset(0), 0, 1, all)).toBeNull();
});
