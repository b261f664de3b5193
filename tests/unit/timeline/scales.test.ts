import { expect, it } from 'vitest';
import { layoutAxis } from '../../../src/timeline/scales.ts';
import { at } from '../../support/table-from.ts';

const texts = (from: number, to: number, width = 600) => {
  const { heads, ticks } = layoutAxis({ from, to }, width, 'utc');
  return { heads: heads.map(({ text }) => text), ticks: ticks.slice(0, 3).map(({ text }) => text) };
};

it.each([
  ['hours', '09:31:00', 10_800_000, 'Mon 13 Mar 2023', ['10:00', '10:30', '11:00']],
  ['seconds', '10:57:20', 30_000, 'Mon 13 Mar 2023', ['10:57:20', '10:57:25', '10:57:30']],
  ['milliseconds', '10:57:25', 400, '13 Mar 2023, 10:57:25', ['.000', '.050', '.100']],
  ['one millisecond', '10:57:25', 1, '13 Mar 2023, 10:57:25', ['.000', '']],
])('%s: ticks, and above them what they share', (_, start, span, head, ticks) => {
  expect(texts(at(start), at(start) + span)).toEqual({ heads: [head], ticks });
});

it('names the next unit where it begins', () => {
  const { heads } = layoutAxis({ from: at('23:00:00'), to: at('23:00:00') + 7_200_000 }, 900, 'utc');
  expect(heads.map(({ text }) => text)).toEqual(['Mon 13 Mar 2023', 'Tue 14 Mar 2023']);
  expect(heads[1].x).toBe(450);
});

it.each([
  ['weeks', '2023-03-13', 60, ['Mar 2023', 'Apr 2023', 'May 2023'], ['19', '26', '2']],
  ['months', '2022-11-20', 300, ['2022', '2023'], ['Dec', 'Jan', 'Feb']],
  ['years', '2019-06-01', 2200, [], ['2020', '2021', '2022']],
])('runs of %s say which', (_, day, days, heads, ticks) => {
  const from = Date.parse(`${day}T00:00:00Z`);
  expect(texts(from, from + days * 86_400_000)).toEqual({ heads, ticks });
});

it('cuts no text at the right edge, and keeps its line', () => {
  const from = at('09:31:00');
  for (let width = 200; width < 1600; width += 7) {
    const { ticks, heads } = layoutAxis({ from, to: from + 10_800_000 }, width, 'utc');
    for (const { x, text } of [...ticks, ...heads.slice(1)])
      expect(x + 6 * text.length).toBeLessThanOrEqual(width);
    expect(ticks.length).toBeGreaterThan(1);
  }
});

it('never lets names of one level run into each other, at any zoom', () => {
  for (let span = 1; span < 400_000_000_000; span *= 1.7) {
    const { ticks, heads } = layoutAxis({ from: at('10:57:25'), to: at('10:57:25') + span }, 900, 'utc');
    for (const level of [ticks.filter(({ text }) => text !== ''), heads]) {
      for (let next = 1; next < level.length; next++)
        expect(level[next].x - level[next - 1].x).toBeGreaterThan(6 * level[next - 1].text.length);
    }
    expect(heads.length + ticks.filter(({ text }) => /^\d{4}$/.test(text)).length).toBeGreaterThan(0);
  }
});

it('the name at the edge gives way to a day that begins beside it', () => {
  const { heads } = layoutAxis({ from: at('23:30:00'), to: at('23:30:00') + 36_000_000 }, 900, 'utc');
  expect(heads).toEqual([{ x: 45, text: 'Tue 14 Mar 2023' }]);
});

it('has nothing to say without room', () => {
  expect(layoutAxis({ from: 0, to: 1000 }, 0, 'utc')).toEqual({ heads: [], ticks: [] });
});
