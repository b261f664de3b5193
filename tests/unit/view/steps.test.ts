import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fit,
  fullWindow,
  MIN_SPAN,
  pan,
  setGroup,
  showRange,
  windowOf,
  zoomAt,
} from '../../../src/view/steps.ts';
import { INITIAL_VIEW } from '../../../src/view/view-state.ts';

const START = Date.UTC(2023, 2, 13, 9);
const limits = { from: START, to: START + 3 * 3600_000 };
const middle = { ...INITIAL_VIEW, from: START + 3600_000, to: START + 2 * 3600_000 };

describe('zoomAt', () => {
  it('keeps the time under the pointer in its place', () => {
    const at = START + 4000_000;
    const { from, to } = windowOf(zoomAt(middle, at, 4, limits), limits);
    expect(to - from).toBeCloseTo(900_000, 3);
    expect((at - from) / (to - from)).toBeCloseTo((at - middle.from) / 3600_000, 9);
  });

  it('comes back where it was when zoomed in and out again', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 1e5, noNaN: true }),
        (share, factor) => {
          const at = middle.from + share * 3600_000;
          const { from, to } = windowOf(
            zoomAt(zoomAt(middle, at, factor, limits), at, 1 / factor, limits),
            limits,
          );
          expect(Math.abs(from - middle.from)).toBeLessThan(Math.max(1, factor * 1e-3));
          expect(Math.abs(to - middle.to)).toBeLessThan(Math.max(1, factor * 1e-3));
        },
      ),
    );
  });

  it('stops at one millisecond and at the whole run', () => {
    const close = windowOf(zoomAt(middle, middle.from, 1e12, limits), limits);
    expect(close.to - close.from).toBeCloseTo(MIN_SPAN, 3);
    expect(zoomAt(middle, middle.from, 1e-12, limits)).toMatchObject({ from: null, to: null });
  });
});

it('no step leaves the run', () => {
  const time = fc.double({ min: START - 1e9, max: START + 1e9, noNaN: true });
  fc.assert(
    fc.property(time, time, fc.double({ min: -1e9, max: 1e9, noNaN: true }), (a, b, by) => {
      const full = fullWindow(limits);
      const views = [
        showRange(INITIAL_VIEW, a, b, limits),
        pan(middle, by, limits),
        fit(middle, { from: a, to: b }, limits),
      ];
      for (const view of views) {
        const { from, to } = windowOf(view, limits);
        expect(from).toBeGreaterThanOrEqual(full.from - 1e-3);
        expect(to).toBeLessThanOrEqual(full.to + 1e-3);
        expect(to).toBeGreaterThan(from);
      }
    }),
  );
});

it('a view of another run falls back to what there is', () => {
  const { from, to } = windowOf({ ...INITIAL_VIEW, from: 0, to: 1000 }, limits);
  expect(from).toBe(fullWindow(limits).from);
  expect(to - from).toBe(1000);
});

it('a group in its usual state needs no entry', () => {
  const hidden = setGroup(INITIAL_VIEW, 'Alert', 'hidden', 'open');
  expect(hidden.groups).toEqual({ Alert: 'hidden' });
  expect(setGroup(hidden, 'Alert', 'open', 'open').groups).toEqual({});
});
