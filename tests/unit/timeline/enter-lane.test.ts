import { expect, it } from 'vitest';
import { itemInNextLane, itemInSight } from '../../../src/timeline/enter-lane.ts';
import type { SceneSlot } from '../../../src/timeline/scene.ts';

// Lane 0 has items 0 and 1, lane 1 none, lane 2 items 2, 3 and 4.
const LANES = {
  first: Uint32Array.of(0, 2, 2, 5),
  start: Float64Array.of(0, 100, 10, 60, 200),
  end: Float64Array.of(5, 110, 20, 90, 210),
};
const slot = (at: number, lane: number): SceneSlot => ({
  slot: at,
  group: 0,
  lane,
  y: 20 * at,
  height: 20,
  isPinned: false,
  firstCell: 0,
  endCell: 0,
});
// A sticky header comes last, as scenes have it.
const SCENE = { slots: [slot(3, 2), slot(2, 1), slot(1, 0), slot(0, -1)] };
const STACK = { lane: Int32Array.of(-1, 0, 1, -2, 2) };

it('keys enter at the first item of the uppermost lane in sight, or at the last of the lowest', () => {
  expect(itemInSight(SCENE, LANES, { from: 0, to: 300 }, 'first')).toBe(0);
  expect(itemInSight(SCENE, LANES, { from: 0, to: 300 }, 'last')).toBe(4);
  expect(itemInSight(SCENE, LANES, { from: 50, to: 95 }, 'first')).toBe(3);
  expect(itemInSight(SCENE, LANES, { from: 50, to: 150 }, 'last')).toBe(3);
  expect(itemInSight(SCENE, LANES, { from: 300, to: 400 }, 'first')).toBeNull();
});

it('from lane to lane the nearest item in time is next; headers and empty lanes are passed over', () => {
  expect(itemInNextLane(STACK, LANES, 1, 1, 0)).toBe(2);
  expect(itemInNextLane(STACK, LANES, 1, 1, 100)).toBe(3);
  expect(itemInNextLane(STACK, LANES, 4, -1, 205)).toBe(1);
  expect(itemInNextLane(STACK, LANES, 4, -1, 12)).toBe(0);
  expect(itemInNextLane(STACK, LANES, 4, 1, 0)).toBeNull();
});
