import { expect, it } from 'vitest';
import { layoutAxis } from '../../../src/timeline/scales.ts';
import { at } from '../../support/table-from.ts';

const texts = (from: number, to: number, width = 600) => {
  const { heads, ticks } = layoutAxis({ from, to }, width, 'utc');
  return { heads: heads.map(({ text }) => text), ticks: ticks.slice(0, 3).map(({ text }) => text) };
};

it.each([
  ['hours', '09:31:00', 10_800_000, 'Mon 13 Mar 2023', ['10:00', '10:30', '11:00']],
  ['seconds', '10:57:20', 30_000, 'Mon 13 Mar 2023, 10:57', ['10:57:20', '10:57:25', '10:57:30']],
  ['milliseconds', '10:57:25', 400, '13 Mar 10:57:25', ['.000', '.050', '.100']],
  ['one millisecond', '10:57:25', 1, '13 Mar 10:57:25', ['.000', '.001']],
])('%s: ticks, and above them what they share', (_, start, span, head, ticks) => {
  expect(texts(at(start), at(start) + span)).toEqual({ heads: [head], ticks });
});

it('names the next unit where it begins', () => {
  const { heads } = layoutAxis({ from: at('23:00:00'), to: at('23:00:00') + 7_200_000 }, 900, 'utc');
  expect(heads.map(({ text }) => text)).toEqual(['Mon 13 Mar 2023', 'Tue 14 Mar 2023']);
  expect(heads[1].x).toBe(450);
});

it('has nothing to say without room', () => {
  expect(layoutAxis({ from: 0, to: 1000 }, 0, 'utc')).toEqual({ heads: [], ticks: [] });
});
