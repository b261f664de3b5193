import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitTest } from '../../../src/timeline/hit-test.ts';
import { findItem, keyOfItem } from '../../../src/timeline/item-key.ts';
import { laneOfItem } from '../../../src/timeline/lanes.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { FIRST_FINDING, PAINT } from '../../../src/timeline/paint.ts';
import { buildPyramid } from '../../../src/timeline/pyramid.ts';
import { HEADER_HEIGHT } from '../../../src/timeline/measure.ts';
import { SHAPE } from '../../../src/timeline/cells.ts';
import { NO_ITEM } from '../../../src/timeline/layout-rows.ts';
import { continuedSlot, layoutScene, type Scene } from '../../../src/timeline/scene.ts';
import { layoutStack, maxScroll, scrollToSlot } from '../../../src/timeline/stack.ts';
import { disruptionOf, episodeOf, reportOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

const SIZE = { width: 400, height: 300 };
const clockOf = (second: number) => new Date(second * 1000).toISOString().slice(11, 19);

/** Random intervals and instants of a few lanes, within one hour, and a window on them. */
const world = fc.record({
  rows: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 3500 }),
      length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3000 })),
      level: fc.constantFrom('Info', 'Warning', 'Error'),
      pod: fc.constantFrom('a', 'b', 'c'),
    }),
    { minLength: 1, maxLength: 200 },
  ),
  window: fc.tuple(fc.integer({ min: 0, max: 3600_000 }), fc.integer({ min: 1, max: 3600_000 })),
  scroll: fc.integer({ min: 0, max: 200 }),
  pixel: fc.constantFrom(1, 0.5, 1 / 3),
});

function sceneOf({ rows, window, scroll, pixel }: typeof world extends fc.Arbitrary<infer T> ? T : never) {
  const table = tableFrom(
    rows
      .map(({ from, length, level, pod }) => {
        return `${clockOf(from)} ${clockOf(from + length)} ${level} Zebra Something pod=${pod}`;
      })
      .join('\n'),
  );
  const lanes = layoutLanes(table, reportOf(), { mask: null });
  const pyramid = buildPyramid(lanes);
  const stack = layoutStack(lanes, { Zebra: 'open' }, 0);
  const from = at('00:00:00') + window[0];
  const input = { pyramid, stack, window: { from, to: from + window[1] }, size: SIZE, scroll, pixel };
  return { ...input, lanes, scene: layoutScene(input) };
}

describe('layoutScene', () => {
  it('draws nothing outside of its lane or the chart', () => {
    fc.assert(
      fc.property(world, (each) => {
        const { scene } = sceneOf(each);
        for (const slot of scene.slots) {
          for (let cell = slot.firstCell; cell < slot.endCell; cell++) {
            expect(scene.y[cell]).toBeGreaterThanOrEqual(slot.y);
            expect(scene.y[cell] + scene.height[cell]).toBeLessThanOrEqual(slot.y + slot.height);
            expect(scene.x[cell]).toBeGreaterThanOrEqual(0);
            expect(scene.x[cell] + scene.width[cell]).toBeLessThanOrEqual(SIZE.width + 1e-3);
            expect(scene.width[cell]).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  it('shows for every item in sight a cell at its place that is at least as severe', () => {
    fc.assert(
      fc.property(world, (each) => {
        const { scene, lanes, window } = sceneOf(each);
        const scale = SIZE.width / (window.to - window.from);
        for (const slot of scene.slots.filter(({ lane }) => lane >= 0)) {
          for (let item = lanes.first[slot.lane]; item < lanes.first[slot.lane + 1]; item++) {
            const left = (lanes.start[item] - window.from) * scale;
            const right = (lanes.end[item] - window.from) * scale;
            if (right < 0 || left >= SIZE.width) continue;
            const paint = lanes.paint[item];
            expect(hasCell(scene, slot, left, right, paint)).toBe(true);
          }
        }
      }),
    );
  });

  it('costs at most one cell for each pixel column and lane', () => {
    fc.assert(
      fc.property(world, (each) => {
        const { scene, pixel } = sceneOf(each);
        for (const slot of scene.slots) {
          expect(slot.endCell - slot.firstCell).toBeLessThanOrEqual(Math.ceil(SIZE.width / pixel) + 2);
        }
      }),
    );
  });

  it('what is seen is what is hit', () => {
    fc.assert(
      fc.property(world, (each) => {
        const { scene, lanes } = sceneOf(each);
        for (const slot of scene.slots.filter(({ lane }) => lane >= 0).slice(0, 4)) {
          for (let cell = slot.firstCell; cell < Math.min(slot.endCell, slot.firstCell + 30); cell++) {
            const y = slot.y + slot.height / 2;
            if (
              y >= SIZE.height ||
              scene.slots.some((other) => other !== slot && y >= other.y && y < other.y + other.height)
            )
              continue;
            const item = hitTest(scene, scene.x[cell] + scene.width[cell] / 2, y);
            expect(item).not.toBeNull();
            expect(laneOfItem(lanes, item!)).toBe(slot.lane);
          }
        }
      }),
    );
  });
});

function hasCell(
  scene: Scene,
  slot: { firstCell: number; endCell: number },
  left: number,
  right: number,
  paint: number,
): boolean {
  for (let cell = slot.firstCell; cell < slot.endCell; cell++) {
    const from = scene.x[cell];
    const to = from + scene.width[cell];
    // A gap of one pixel lies between neighbours.
    if (from <= right + 2 && to >= left - 2 && scene.paint[cell] >= paint) return true;
  }
  return false;
}

describe('findings', () => {
  const KEYS = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';
  const healthy = (from: string, to: string) => `${from} ${to} Info Disruption DisruptionEnded ${KEYS}`;
  const table = tableFrom(`
    ${healthy('09:00:00', '10:57:26')}
    10:57:26 10:57:27 Error Disruption DisruptionBegan ${KEYS}
    ${healthy('10:57:27', '23:00:00')}
    10:00:00 10:00:00 Info KubeEvent Pulled pod=x
  `);
  const report = reportOf({
    episodes: [episodeOf()],
    disruptions: [disruptionOf({ to: '2023-03-13T10:57:27.000Z', seconds: 1 })],
  });
  const lanes = layoutLanes(table, report, { mask: null });
  const pyramid = buildPyramid(lanes);
  const stack = layoutStack(lanes, { KubeEvent: 'open' }, 400);
  const scene = layoutScene({
    pyramid,
    stack,
    window: { from: at('00:00:00'), to: at('23:59:59') },
    size: { width: 360, height: 400 },
    scroll: 0,
    pixel: 1,
  });
  const cellOf = (paint: number) => scene.paint.subarray(0, scene.count).indexOf(paint);

  it('one second of fourteen hours is seen, and wide enough for its hatch', () => {
    const cell = cellOf(PAINT.unsignalled);
    expect(cell).toBeGreaterThanOrEqual(0);
    expect(scene.width[cell]).toBeGreaterThanOrEqual(6);
    expect(PAINT.unsignalled).toBeGreaterThanOrEqual(FIRST_FINDING);
  });

  it('the mark of a missing signal has a shape, and a line down to the outage', () => {
    const cell = cellOf(PAINT.missing);
    expect(scene.shape[cell]).toBe(SHAPE.mark);
    const link = scene.links[0];
    expect(link.x).toBeCloseTo(scene.x[cell] + scene.width[cell] / 2, -1);
    expect(link.bottom).toBeGreaterThan(scene.y[cellOf(PAINT.unsignalled)]);
  });

  it('an instant by itself is a pin', () => {
    expect(scene.shape[cellOf(PAINT.neutral)]).toBe(SHAPE.pin);
  });

  it('a closed group is summed up in its header', () => {
    const closed = layoutStack(lanes, { 'disruption-external': 'closed' }, 400);
    const input = {
      pyramid,
      stack: closed,
      window: { from: at('00:00:00'), to: at('23:59:59') },
      scroll: 0,
      pixel: 1,
    };
    const summed = layoutScene({ ...input, size: { width: 360, height: 400 } });
    const strips = [...summed.shape.subarray(0, summed.count)].flatMap((shape, cell) =>
      shape === SHAPE.strip ? [cell] : [],
    );
    expect(strips.some((cell) => summed.paint[cell] === PAINT.unsignalled)).toBe(true);
    expect(strips.every((cell) => summed.item[cell] === NO_ITEM)).toBe(true);
  });

  it('names a lane again where its name has been scrolled away', () => {
    const rows = tableFrom(`
      10:00:00 10:30:00 Info Zebra - pod=a
      10:01:00 10:30:00 Info Zebra - pod=a
      10:02:00 10:30:00 Info Zebra - pod=a
      10:02:00 10:30:00 Info Zebra - pod=b
      ${Array.from({ length: 30 }, (_, pod) => `10:03:00 10:04:00 Info Zebra - pod=c${pod}`).join('\n')}
    `);
    const all = layoutLanes(rows, reportOf(), { mask: null });
    const pyramidOfAll = buildPyramid(all);
    const stackOfAll = layoutStack(all, { Zebra: 'open' }, 0);
    const continued = (scroll: number) => {
      const input = {
        pyramid: pyramidOfAll,
        stack: stackOfAll,
        window: all.range,
        size: SIZE,
        scroll,
        pixel: 1,
      };
      return continuedSlot(layoutScene(input), all);
    };
    expect(continued(0)).toBe(-1);
    expect(continued(10)).toBe(2);
    expect(continued(60)).toBe(-1);
  });

  it('every item is found again by its key', () => {
    for (let item = 0; item < lanes.row.length; item++) {
      expect(findItem(lanes, table, keyOfItem(lanes, table, item))).toBe(item);
    }
    expect(findItem(lanes, table, 'mark-missing-0-e7')).toBeNull();
  });
});

describe('layoutStack', () => {
  const table = tableFrom(
    Array.from({ length: 100 }, (_, pod) => `10:00:00 10:00:01 Info Zebra Something pod=p${pod}`).join('\n'),
  );
  const lanes = layoutLanes(table, reportOf({ episodes: [episodeOf()] }), { mask: null });

  it('pins our own groups while there is room', () => {
    expect(layoutStack(lanes, {}, 100).pinnedHeight).toBe(44);
    expect(layoutStack(lanes, {}, 40).pinnedHeight).toBe(0);
    expect(layoutStack(lanes, { lifecycle: 'hidden' }, 100).pinnedHeight).toBe(0);
  });

  it('scrolls a lane into sight, below what covers it', () => {
    const stack = layoutStack(lanes, { Zebra: 'open' }, 100);
    for (const lane of [1, 40, 100]) {
      const slot = stack.slotOfLane[lane];
      for (const before of [0, 500, maxScroll(stack, 300)]) {
        const scroll = scrollToSlot(stack, slot, before, 300);
        const y = stack.top[slot] - scroll;
        expect(y).toBeGreaterThanOrEqual(stack.pinnedHeight);
        expect(y).toBeLessThanOrEqual(280);
      }
    }
  });

  it('leaves no lane half under the header of its group, whatever the height of the chart', () => {
    const stack = layoutStack(lanes, { Zebra: 'open' }, 100);
    const edge = stack.pinnedHeight + HEADER_HEIGHT;
    for (let height = 200; height < 240; height++) {
      for (const lane of [30, 70]) {
        const slot = stack.slotOfLane[lane];
        const scroll = scrollToSlot(stack, slot, 0, height);
        expect(stack.top[slot + 1] - scroll).toBeLessThanOrEqual(height);
        const cut = [...stack.lane.keys()].filter((each) => {
          const [top, bottom] = [stack.top[each] - scroll, stack.top[each + 1] - scroll];
          return each >= stack.pinnedSlots && top < edge && bottom > edge;
        });
        expect(cut).toEqual([]);
      }
    }
  });
});
