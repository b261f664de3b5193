import { expect, test } from 'vitest';
import { EventSpan } from '../../../src/formats/event-span.ts';

const MINUTE = 60_000;

function spanOf(minutes: readonly number[], perMinute = 3) {
  const span = new EventSpan();
  for (const minute of minutes) for (let i = 0; i < perMinute; i++) span.add(minute * MINUTE + i * 1000);
  return span;
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const whole = { from: 0, to: 120 * MINUTE };

test('a dense record covers the file', () => {
  expect(spanOf(range(0, 120)).within(whole)).toEqual([whole]);
});

test('a hole in a dense record is not covered', () => {
  expect(spanOf([...range(0, 50), ...range(80, 120)]).within(whole)).toEqual([
    { from: 0, to: 50 * MINUTE },
    { from: 80 * MINUTE, to: 120 * MINUTE },
  ]);
});

test('nor is a silence at the end', () => {
  expect(spanOf(range(0, 100)).within(whole)).toEqual([{ from: 0, to: 100 * MINUTE }]);
});

test('short lists are taken to cover their span', () => {
  expect(spanOf([0, 60, 119], 1).within(whole)).toEqual([whole]);
  expect(spanOf(range(0, 20), 1).within({ from: 0, to: 80 * MINUTE })).toEqual([
    { from: 0, to: 80 * MINUTE },
  ]);
});

test('but for more than an hour of silence', () => {
  expect(spanOf([0, 10, 119], 1).within(whole)).toEqual([
    { from: 0, to: 11 * MINUTE },
    { from: 119 * MINUTE, to: 120 * MINUTE },
  ]);
  expect(spanOf(range(0, 20), 1).within(whole)).toEqual([{ from: 0, to: 20 * MINUTE }]);
});
