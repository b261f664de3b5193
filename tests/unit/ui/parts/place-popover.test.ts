import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placePopover } from '../../../../src/ui/parts/place-popover.ts';

it('a popover stays between its button and the edges of the window', () => {
  const size = fc.integer({ min: 320, max: 2000 });
  fc.assert(
    fc.property(
      size,
      size,
      fc.double({ min: 0, max: 1, noNaN: true }),
      size,
      (width, height, share, wide) => {
        const top = Math.round(share * (height - 28));
        const button = { left: Math.round(share * (width - 60)), top, bottom: top + 28 };
        const { left, isAbove, maxHeight } = placePopover(button, { width, height }, wide);
        expect(left).toBeLessThanOrEqual(0);
        expect(button.left + left + Math.min(wide, width - 16)).toBeLessThanOrEqual(
          Math.max(width - 8, button.left),
        );
        expect(maxHeight).toBeLessThanOrEqual(Math.max(isAbove ? button.top : height - button.bottom, 0));
      },
    ),
  );
});

it('a popover opens below where that is room enough, else on the side with more of it', () => {
  const window = { width: 1440, height: 900 };
  expect(placePopover({ left: 480, top: 368, bottom: 396 }, window, 680)).toEqual({
    left: 0,
    isAbove: false,
    maxHeight: 492,
  });
  expect(placePopover({ left: 1200, top: 700, bottom: 728 }, window, 300)).toEqual({
    left: -68,
    isAbove: true,
    maxHeight: 688,
  });
});
