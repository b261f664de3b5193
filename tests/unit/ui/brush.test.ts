import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BRUSH_PARTS, brushStep, centreBrush, moveBrush } from '../../../src/ui/brush.ts';

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
