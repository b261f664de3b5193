import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  BRUSH_PARTS,
  brushStep,
  centreBrush,
  isWhole,
  moveBrush,
  spanBrush,
} from '../../../../src/ui/chart/brush.ts';

const FULL = { from: 0, to: 10_000 };

it('a brush that is moved keeps its width, an edge moves alone and never meets the other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...BRUSH_PARTS), fc.integer({ min: -20_000, max: 20_000 }), (part, by) => {
      const before = { from: 4000, to: 6000 };
      const after = moveBrush(before, part, by, FULL);
      expect(after.from).toBeLessThan(after.to);
      if (part === 'all') expect(after.to - after.from).toBe(2000);
      if (part === 'from') expect(after.to).toBe(6000);
      if (part === 'to') expect(after.from).toBe(4000);
    }),
  );
});

it('a click brings its moment into the middle, and keys move a part of the window', () => {
  expect(centreBrush({ from: 0, to: 100 }, 500)).toEqual({ from: 450, to: 550 });
  expect(brushStep('ArrowRight')).toBe(-brushStep('ArrowLeft'));
  expect(brushStep('a')).toBe(0);
  expect(brushStep('constructor')).toBe(0);
});

it('a new window goes from where a drag began to where it is, in either direction, and ends with the run', () => {
  expect(spanBrush(3000, 1000, FULL)).toEqual({ from: 1000, to: 3000 });
  expect(spanBrush(9000, 20_000, FULL)).toEqual({ from: 9000, to: 10_000 });
  const least = spanBrush(20_000, 20_000, FULL);
  expect(least.to).toBe(10_000);
  expect(least.from).toBeLessThan(10_000);
});

it('a window of all there is leaves nothing to be moved', () => {
  expect(isWhole({ from: 0, to: 9999.999 }, FULL)).toBe(true);
  expect(isWhole({ from: 100, to: 10_000 }, FULL)).toBe(false);
});
