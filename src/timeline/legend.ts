import { Cells, SHAPE, type CellInput } from './cells.ts';
import { NO_ITEM } from './layout-rows.ts';
import { BAR_HEIGHT, LANE_HEIGHT, type CssPx, type Size } from './measure.ts';
import { FIRST_MARK, PAINT, type Paint } from './paint.ts';
import type { Link, Scene } from './scene.ts';

/** A piece of chart that shows one shape; drawn as the chart is. */
export interface LegendEntry {
  readonly words: string;
  readonly scene: Scene;
}

export interface LegendPart {
  readonly title: string;
  readonly entries: readonly LegendEntry[];
}

export const SAMPLE: Size = { width: 40, height: LANE_HEIGHT };
const MIDDLE: CssPx = SAMPLE.width / 2;

/** How a class of bars or marks looks where it has room. */
export function sampleOf(paint: Paint): Scene {
  return sceneOf((cells) => {
    if (paint >= FIRST_MARK) addMark(cells, paint, MIDDLE);
    else addBar(cells, paint, 4, SAMPLE.width - 4);
  });
}

/** All shapes of the chart, with words. */
export function layoutLegend(): LegendPart[] {
  return [
    { title: 'The life of an apiserver', entries: lifecycleEntries() },
    { title: 'Disruption', entries: disruptionEntries() },
    { title: 'All lanes', entries: laneEntries() },
  ];
}

function lifecycleEntries(): LegendEntry[] {
  return [
    entryOf(PAINT.serving, 'Serving: no stop is recorded, and one would be'),
    entryOf(PAINT.step, 'ShutdownInitiated was seen'),
    entryOf(PAINT['step-inferred'], 'ShutdownInitiated, computed from a later step'),
    entryOf(PAINT.missing, 'ShutdownInitiated was due here and is missing'),
    { words: 'From there down to the outages that it explains', scene: connector() },
    entryOf(PAINT.shutdown, 'Shutting down: not ready but serving, then no longer accepting'),
    entryOf(PAINT['step-late'], 'A later step of the shutdown'),
    entryOf(PAINT['step-due'], 'A later step was due here and was not seen'),
    entryOf(PAINT.limit, '80 % of the shutdown delay: a new connection is late from here on'),
    entryOf(PAINT.gone, 'Gone: stopped, rebooting or replaced'),
    entryOf(PAINT.starting, 'Starting: about two minutes until it serves'),
    entryOf(PAINT.unknown, 'Not known: nothing that was read would show a stop'),
  ];
}

function disruptionEntries(): LegendEntry[] {
  return [
    { words: 'How many backends are down at once; the lane tells the most', scene: columns() },
    entryOf(PAINT.unsignalled, 'Disruption that no signal explains'),
    entryOf(PAINT.signalled, 'Disruption in a signalled shutdown'),
    entryOf(PAINT.undeterminable, 'Disruption that cannot be judged from these files'),
    entryOf(PAINT['client-network'], 'The network of the tests, not the cluster'),
    entryOf(PAINT.healthy, 'Sampled, and answered'),
  ];
}

function laneEntries(): LegendEntry[] {
  return [
    entryOf(PAINT.boot, 'A node boots, as its journal tells'),
    { words: 'Instants: alone, and close together', scene: sceneOf(addInstants) },
    {
      words: 'Rows folded into one: the worst, as high as the share that is covered',
      scene: sceneOf(addFold),
    },
    { words: 'A group that is shut: the worst in each stretch', scene: sceneOf(addStrip) },
  ];
}

function entryOf(paint: Paint, words: string): LegendEntry {
  return { words, scene: sampleOf(paint) };
}

function connector(): Scene {
  const draw = (cells: Cells) => addBar(cells, PAINT.unsignalled, 12, 36);
  return sceneOf(draw, [{ x: 12, top: 0, bottom: SAMPLE.height }]);
}

function columns(): Scene {
  return sceneOf((cells) => {
    [3, 9, 15, 12, 4].forEach((height, index) => {
      cells.push(8 + index * 5, 5, LANE_HEIGHT - 2 - height, height, PAINT.count, SHAPE.column, NO_ITEM);
    });
  });
}

function addInstants(cells: Cells): void {
  for (const x of [9, 24, 28, 32]) cells.addSmall(inputOf(PAINT.failed), x, true, false);
  cells.endLane();
}

function addFold(cells: Cells): void {
  const bottom = (LANE_HEIGHT + BAR_HEIGHT) / 2;
  const steps = [
    [4, 8, 4, PAINT.update],
    [12, 12, 8, PAINT.update],
    [24, 6, 12, PAINT['not-ready']],
    [30, 6, 4, PAINT.update],
  ] as const;
  for (const [x, width, height, paint] of steps)
    cells.push(x, width, bottom - height, height, paint, SHAPE.column, NO_ITEM);
}

function addStrip(cells: Cells): void {
  for (const [x, width, paint] of [
    [4, 20, PAINT.degraded],
    [24, 12, PAINT.failed],
  ] as const)
    cells.push(x, width, LANE_HEIGHT / 2 - 3, 6, paint, SHAPE.strip, NO_ITEM);
}

function addMark(cells: Cells, paint: Paint, x: CssPx): void {
  cells.addSmall(inputOf(paint), x, true, false);
}

function addBar(cells: Cells, paint: Paint, from: CssPx, to: CssPx): void {
  cells.addWide(inputOf(paint), from, to);
}

function inputOf(paint: Paint): CellInput {
  return { paint, item: NO_ITEM, isDim: 0, y: 0, room: SAMPLE.width, pixel: 1 };
}

function sceneOf(draw: (cells: Cells) => void, links: readonly Link[] = []): Scene {
  const cells = new Cells();
  draw(cells);
  return { size: SAMPLE, pinnedHeight: 0, slots: [], firstPinnedCell: cells.count, ...cells.finish(), links };
}
