import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestOf } from '../../../src/timeline/best-of.ts';
import { coveredUntil, foldLane } from '../../../src/timeline/fold.ts';
import { rowsOfLane } from '../../../src/timeline/lanes.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { PAINT, PAINTS } from '../../../src/timeline/paint.ts';
import { buildPyramid } from '../../../src/timeline/pyramid.ts';
import { layoutScene } from '../../../src/timeline/scene.ts';
import { layoutStack } from '../../../src/timeline/stack.ts';
import { INITIAL_VIEW } from '../../../src/view/view-state.ts';
import { reportOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

const KEY = 'Zebra/z';
const TABLE = tableFrom(`
  10:00:00 10:40:00 Info    Zebra Grazed pod=z
  10:10:00 10:20:00 Warning Zebra Ran    pod=z
  10:15:00 10:15:00 Error   Zebra Bitten pod=z
  10:50:00 10:51:00 Info    Zebra Grazed pod=z
`);
const LANES = layoutLanes(TABLE, reportOf());

function foldedScene(folded: readonly string[], lanes = LANES, width = 600) {
  const stack = layoutStack(lanes, { Zebra: 'open' }, 0, { ...INITIAL_VIEW.lanes, folded });
  const window = { from: at('10:00:00'), to: at('11:00:00') };
  const size = { width, height: 300 };
  return {
    stack,
    scene: layoutScene({ pyramid: buildPyramid(lanes), stack, window, size, scroll: 0, pixel: 1 }),
  };
}

describe('BestOf', () => {
  it('finds what a walk over the stretch finds', () => {
    const values = fc.array(fc.nat(9), { minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(values, fc.nat(70), fc.nat(70), (list, a, b) => {
        const [first, end] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)];
        const part = list.slice(first, end);
        const expected = part.length === 0 ? -1 : first + part.indexOf(Math.max(...part));
        expect(new BestOf(list).in(first, end)).toBe(expected);
      }),
    );
  });
});

describe('a folded lane', () => {
  it('knows at each moment the worst of its rows, and how many are covered', () => {
    const fold = foldLane(LANES, 0);
    expect(rowsOfLane(LANES, 0)).toBe(3);
    const minutes = (index: number) => (fold.start[index] - at('10:00:00')) / 60_000;
    expect([...fold.item].map((item, index) => [minutes(index), PAINTS[LANES.paint[item]]])).toEqual([
      [0, 'neutral'],
      [10, 'progressing'],
      [15, 'failed'],
      [15, 'progressing'],
      [20, 'neutral'],
      [50, 'neutral'],
    ]);
    expect([...fold.depth]).toEqual([1, 2, 0, 2, 1, 1]);
    expect(coveredUntil(fold, at('10:20:00'))).toBe(30 * 60_000);
    expect(coveredUntil(fold, at('09:00:00'))).toBe(0);
    expect(coveredUntil(fold, at('12:00:00'))).toBe(51 * 60_000);
  });

  it('covers as much as its items, whatever they are', () => {
    const row = fc.tuple(fc.nat(3000), fc.nat(500), fc.constantFrom('Info', 'Warning', 'Error'));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
        const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 19);
        const lines = rows.map(
          ([from, length, level]) => `${clock(from)} ${clock(from + length)} ${level} Zebra - pod=z`,
        );
        const lanes = layoutLanes(tableFrom(lines.join('\n')), reportOf());
        const fold = foldLane(lanes, 0);
        const expected = rows.reduce((sum, [, length]) => sum + length * 1000, 0);
        expect(coveredUntil(fold, Infinity)).toBe(expected);
        const worst = Math.max(...lanes.paint);
        expect(lanes.paint[fold.item[fold.worst.in(0, fold.item.length)]]).toBe(worst);
        for (let at = 1; at < fold.start.length; at++)
          expect(fold.start[at]).toBeGreaterThanOrEqual(fold.end[at - 1]);
      }),
    );
  });

  it('takes one row, in which bars are as high as the share of rows that is covered', () => {
    const { scene, stack } = foldedScene([KEY]);
    expect([...stack.isFolded]).toEqual([1, 0, 0]);
    expect([...stack.slotOfLane]).toEqual([1, 1, 1]);
    const slot = scene.slots.find(({ lane }) => lane === 0)!;
    const heightAt = (x: number) => {
      for (let cell = slot.firstCell; cell < slot.endCell; cell++)
        if (scene.x[cell] <= x && x < scene.x[cell] + scene.width[cell])
          return [PAINTS[scene.paint[cell]], scene.height[cell]];
      return null;
    };
    expect(heightAt(50)).toEqual(['neutral', 4]);
    expect(heightAt(120)).toEqual(['progressing', 8]);
    expect(heightAt(150)).toEqual(['failed', 12]);
    expect(heightAt(450)).toBeNull();
    expect(heightAt(505)).toEqual(['neutral', 4]);
  });

  it('loses nothing that was found, however far one zooms out', () => {
    const lanes = {
      ...LANES,
      paint: LANES.paint.map((paint) => (paint === PAINT.failed ? PAINT.unsignalled : paint)),
    };
    const { scene } = foldedScene([KEY], lanes, 12);
    const cell = [...scene.paint.subarray(0, scene.count)].indexOf(PAINT.unsignalled);
    expect(cell).toBeGreaterThanOrEqual(0);
    expect(scene.width[cell]).toBeGreaterThanOrEqual(6);
  });

  it('says nothing of a lane that has one row', () => {
    const lanes = layoutLanes(tableFrom('10:00:00 10:40:00 Info Zebra - pod=z'), reportOf());
    expect([...foldedScene([KEY], lanes).stack.isFolded]).toEqual([0]);
  });
});

it('no further row of a lane is empty, and each is lower than the first', () => {
  const { stack } = foldedScene([]);
  expect([...stack.top]).toEqual([0, 24, 44, 58, 72]);
  for (let lane = 0; lane < LANES.labels.length; lane++)
    expect(LANES.first[lane + 1]).toBeGreaterThan(LANES.first[lane]);
});
