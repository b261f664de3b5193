import { expect, it } from 'vitest';
import { makeBitset, setBit } from '../../../../src/base/bitset.ts';
import { numberOf, placesOfMarks, stepPlace } from '../../../../src/ui/filter/match-steps.ts';

const rows = makeBitset(100);
for (const row of [3, 31, 32, 70, 99]) setBit(rows, row);
const all = () => true;
const plain = { rows, marks: [] };
const marked = { rows, marks: [-0.5, 31.5, 99.5] };

it('a match knows its number among the matches', () => {
  expect([3, 31, 32, 70, 99].map((row) => numberOf(plain, row))).toEqual([1, 2, 3, 4, 5]);
  expect(numberOf(plain, 4)).toBeNull();
  const places = [-0.5, 3, 31, 31.5, 32, 70, 99, 99.5];
  expect(places.map((place) => numberOf(marked, place))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(numberOf(marked, 30.5)).toBeNull();
});

it('steps go to the next match that is drawn, and round at the ends', () => {
  expect(stepPlace(plain, 3, 1, all)).toBe(31);
  expect(stepPlace(plain, 30, 1, all)).toBe(31);
  expect(stepPlace(plain, 31, -1, all)).toBe(3);
  expect(stepPlace(plain, 99, 1, all)).toBe(3);
  expect(stepPlace(plain, 3, -1, all)).toBe(99);
  expect(stepPlace(plain, 31, 1, (row) => row > 90)).toBe(99);
  expect(stepPlace(plain, 4, 1, () => false)).toBeNull();
  expect(stepPlace({ rows: makeBitset(0), marks: [] }, -1, 1, all)).toBeNull();
});

it('marks are stepped to in their place between rows', () => {
  const walk = (from: number, by: 1 | -1) => {
    const seen: number[] = [];
    for (let place = from; seen.length < 8; seen.push(place)) place = stepPlace(marked, place, by, all)!;
    return seen;
  };
  const round = [-0.5, 3, 31, 31.5, 32, 70, 99, 99.5];
  expect(walk(99.5, 1)).toEqual(round);
  expect(walk(-0.5, -1)).toEqual([...round].reverse());
  expect(stepPlace(marked, 31, 1, (place) => place !== 31.5)).toBe(32);
  expect(stepPlace({ rows: makeBitset(100), marks: [4.5] }, 4.5, 1, all)).toBe(4.5);
});

it('a mark stands before the rows of its moment, and marks keep their order', () => {
  const start = Float64Array.from([10, 20, 20, 30]);
  const marks = [5, 20, 20, 40].map((at, episode) => ({ at, episode }));
  const places = placesOfMarks(marks, start);
  expect(places.map((place) => Math.floor(place))).toEqual([-1, 0, 0, 3]);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(new Set(places).size).toBe(4);
});
