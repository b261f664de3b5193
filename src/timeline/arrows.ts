import type { EpochMs } from '../base/time.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';
import { extraOfItem, laneOfItem, type Item, type Lanes } from './lanes.ts';
import type { Extra } from './lifecycle.ts';
import type { CssPx, Size } from './measure.ts';
import { xOfTime } from './scales.ts';
import { middleOfSlot, type Stack } from './stack.ts';

/** From a cause to what it led to: signal, window of the shutdown, disruption. */
export interface Arrow {
  readonly from: Item;
  readonly to: Item;
}

/** More arrows than this are a thicket. */
const MAX_ARROWS = 40;
const WINDOW_GROUPS: ReadonlySet<string> = new Set(['APIServerGracefulShutdown', 'APIServerShutdown']);
/** A window is written from the signal's event, whose time has seconds only. */
const SAME_TIME = 2000;

/** What is looked at: indices into the report. */
export interface Chosen {
  readonly disruptions: ReadonlySet<number>;
  readonly shutdowns: ReadonlySet<number>;
  readonly episodes: ReadonlySet<number>;
}

/** What an item is about; a finding counts where no item is selected, since it is about many. */
export function chooseRelated(
  lanes: Lanes,
  item: Item | null,
  finding: { readonly episode: number | null; readonly disruptions: readonly number[] } | null,
): Chosen {
  const set = (value: number | null | undefined) =>
    new Set(value === null || value === undefined ? [] : [value]);
  if (item === null) {
    return {
      disruptions: new Set(finding?.disruptions),
      shutdowns: set(null),
      episodes: set(finding?.episode),
    };
  }
  const extra = extraOfItem(lanes, item);
  const disruption = extra === null ? lanes.disruptionOfRow.get(lanes.row[item]) : null;
  return { disruptions: set(disruption), shutdowns: set(extra?.shutdown), episodes: set(extra?.episode) };
}

/** The arrows between all that is related to what is chosen. O(rows of disruption + lifecycle items). */
export function findArrows(lanes: Lanes, report: Report, chosen: Chosen): Arrow[] {
  const { disruptions, shutdowns, episodes } = chosen;
  if (disruptions.size + shutdowns.size + episodes.size === 0) return [];
  const arrows: Arrow[] = [];
  const windows = new Map<number, Item | null>(); // by shutdown
  const reached = new Set<number>(); // lanes: of one cause the first outage in each
  for (const [row, index] of lanes.disruptionOfRow) {
    const to = lanes.itemOfRow[row];
    const { shutdown, episodes: own } = report.disruptions[index];
    const isChosen =
      disruptions.has(index) ||
      (shutdown !== null && shutdowns.has(shutdown)) ||
      own.some((episode) => episodes.has(episode));
    if (!isChosen || to < 0) continue;
    const lane = laneOfItem(lanes, to);
    if (reached.has(lane)) continue;
    reached.add(lane);
    if (arrows.length >= MAX_ARROWS) break;
    if (shutdown !== null) {
      const from = windowOf(lanes, report, shutdown, windows, arrows);
      if (from !== null) arrows.push({ from, to });
      continue;
    }
    for (const episode of own) {
      const from = itemOfExtra(lanes, (extra) => extra.episode === episode);
      if (from !== null) arrows.push({ from, to });
    }
  }
  for (const shutdown of shutdowns) windowOf(lanes, report, shutdown, windows, arrows);
  return arrows;
}

/** The item that a shutdown's disruptions hang on; the arrow from the signal to it is added the first time. */
function windowOf(
  lanes: Lanes,
  report: Report,
  shutdown: number,
  known: Map<number, Item | null>,
  arrows: Arrow[],
): Item | null {
  const before = known.get(shutdown);
  if (before !== undefined) return before;
  const signal = itemOfExtra(
    lanes,
    (extra) =>
      extra.shutdown === shutdown && extra.kind === 'step' && extra.title.startsWith('ShutdownInitiated'),
  );
  const { initiated } = report.shutdowns[shutdown];
  const window = initiated === null ? null : windowItem(lanes, Date.parse(initiated));
  if (signal !== null && window !== null) arrows.push({ from: signal, to: window });
  const end = window ?? signal ?? itemOfExtra(lanes, (extra) => extra.shutdown === shutdown);
  known.set(shutdown, end);
  return end;
}

function windowItem(lanes: Lanes, at: EpochMs): Item | null {
  for (const group of lanes.groups) {
    if (!WINDOW_GROUPS.has(group.id)) continue;
    for (let item = lanes.first[group.firstLane]; item < lanes.first[group.endLane]; item++) {
      if (Math.abs(lanes.start[item] - at) <= SAME_TIME) return item;
    }
  }
  return null;
}

function itemOfExtra(lanes: Lanes, isWanted: (extra: Extra) => boolean): Item | null {
  for (let item = 0; item < lanes.row.length && lanes.row[item] < 0; item++) {
    if (isWanted(lanes.extras[-1 - lanes.row[item]])) return item;
  }
  return null;
}

/** An arrow on the chart, in CSS pixels. */
export interface DrawnArrow {
  readonly x1: CssPx;
  readonly y1: CssPx;
  readonly x2: CssPx;
  readonly y2: CssPx;
}

interface Placed {
  readonly lanes: Lanes;
  readonly stack: Stack;
  readonly window: TimeWindow;
  readonly size: Size;
  readonly scroll: CssPx;
}

/** Places arrows; those with an end out of sight to both sides, or covered, are left out. */
export function layoutArrows(placed: Placed, arrows: readonly Arrow[]): DrawnArrow[] {
  return arrows.flatMap(({ from, to }) => {
    const one = placeOf(placed, from);
    const other = placeOf(placed, to);
    return one === null || other === null ? [] : [{ x1: one.x, y1: one.y, x2: other.x, y2: other.y }];
  });
}

function placeOf({ lanes, stack, window, size, scroll }: Placed, item: Item): { x: CssPx; y: CssPx } | null {
  const slot = stack.slotOfLane[laneOfItem(lanes, item)];
  if (slot < 0) return null;
  const x = xOfTime(window, size.width, Math.max(lanes.start[item], Math.min(window.from, lanes.end[item])));
  const y = middleOfSlot(stack, slot, scroll);
  const isCovered = slot >= stack.pinnedSlots && y < stack.pinnedHeight;
  return x < -1 || x > size.width + 1 || isCovered ? null : { x, y };
}
