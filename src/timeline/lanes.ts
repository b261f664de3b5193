import type { EpochMs } from '../base/time.ts';
import { rangeOf, type IntervalTable, type Row } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import type { RowMask } from '../view/match-text.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { GroupState } from '../view/view-state.ts';
import { createLaneChooser, NO_LANE, type LaneChooser } from './choose-lane.ts';
import { matchDisruptions } from './disruption-rows.ts';
import { disruptionOrder } from './lane-label.ts';
import { compareGroups, groupLabel, isSortedByLabel, LIFECYCLE_GROUP, usualState } from './groups.ts';
import { layoutLifecycle, type Extra } from './lifecycle.ts';
import { Packer } from './pack.ts';
import { PAINT, type Paint } from './paint.ts';

/** Index into the items of Lanes. */
export type Item = number;
/** Index of a lane, from the top. */
export type Lane = number;

export interface LaneGroup {
  readonly id: string;
  readonly label: string;
  readonly usual: GroupState;
  readonly firstLane: Lane;
  readonly endLane: Lane;
}

/** From a mark that stands for a missing signal down to the last lane with an outage that it explains. */
export interface Reach {
  readonly item: Item;
  readonly lane: Lane;
}

/**
 * Which lanes there are, in which order, and what lies in each. Items of one lane ascend and never overlap; the items of
 * lane `i` are `first[i]` to `first[i + 1]`. Nothing here depends on the window in sight.
 */
export interface Lanes {
  readonly range: TimeWindow;
  readonly groups: readonly LaneGroup[];
  readonly labels: readonly string[]; // by lane
  readonly titles: readonly string[]; // by lane: the whole name
  readonly isSubLane: Uint8Array; // by lane: continues the one above
  readonly group: Uint16Array; // by lane
  readonly busy: Float64Array; // by lane: milliseconds covered, those of its sub-lanes in the first; healthy ones left out
  readonly first: Uint32Array; // by lane, one more than lanes
  readonly start: Float64Array; // by item, EpochMs
  readonly end: Float64Array; // by item, EpochMs
  readonly paint: Uint8Array; // by item, Paint
  readonly row: Int32Array; // by item; below 0: extras[-1 - row]
  readonly itemOfRow: Int32Array; // by row; -1: not drawn
  readonly extras: readonly Extra[];
  readonly reaches: readonly Reach[];
  readonly disruptionOfRow: ReadonlyMap<Row, number>;
}

export interface LaneOptions {
  /** Rows to leave out are 0; null: none. Marks read from the report stay. */
  readonly mask: RowMask;
}

/** O(rows + lanes × log lanes). */
export function layoutLanes(table: IntervalTable, report: Report, { mask }: LaneOptions): Lanes {
  const range = dataRange(table, report);
  const disruptionOfRow = matchDisruptions(table, report);
  const chooser = createLaneChooser(table, report, disruptionOfRow);
  const draft = new LaneDraft(table.length);
  const extras: Extra[] = [];
  for (const lifecycle of layoutLifecycle(report, range)) {
    const base = draft.base(LIFECYCLE_GROUP, lifecycle.label, lifecycle.title);
    for (const extra of lifecycle.extras) {
      extras.push(extra);
      draft.addExtra(base, extra.from, extra.to);
    }
    if (lifecycle.extras.length === 0) draft.keep(base);
  }
  addRows(draft, chooser, table, mask);
  return draft.finish(table, extras, chooser, range, disruptionOfRow, report);
}

function addRows(draft: LaneDraft, chooser: LaneChooser, table: IntervalTable, mask: RowMask): void {
  for (let row = 0; row < table.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const key = chooser.keyOf(row);
    if (key === NO_LANE) continue;
    draft.addRow(row, key, chooser, table.start[row], table.end[row]);
  }
}

/** First start and last end of rows, or what the report says. */
export function dataRange(table: IntervalTable, report: Report): TimeWindow {
  const range = rangeOf(table);
  const from = range?.from ?? Date.parse(report.range?.from ?? '1970-01-01T00:00:00Z');
  const to = range?.to ?? Date.parse(report.range?.to ?? '1970-01-01T00:01:00Z');
  return { from, to: Math.max(to, from + 1) };
}

/** One thing that has a label; it becomes one lane, or several where its items overlap. */
interface Base {
  readonly group: string;
  readonly label: string;
  readonly title: string;
  readonly packer: Packer;
  readonly lanes: number[]; // draft lane by sub-lane
}

/** Lanes while they are found: in order of first appearance. `finish` brings them into their order. */
class LaneDraft {
  #bases: Base[] = [];
  #baseByKey = new Map<number, Base>();
  #counts: number[] = []; // items by draft lane
  #laneOfRow: Int32Array;
  #laneOfExtra: number[] = [];

  constructor(rows: number) {
    this.#laneOfRow = new Int32Array(rows).fill(-1);
  }

  base(group: string, label: string, title: string): Base {
    const base = { group, label, title, packer: new Packer(), lanes: [] };
    this.#bases.push(base);
    return base;
  }

  /** A lane with nothing in it. */
  keep(base: Base): void {
    base.lanes.push(this.#counts.push(0) - 1);
  }

  addExtra(base: Base, from: EpochMs, to: EpochMs): void {
    this.#laneOfExtra.push(this.#place(base, from, to));
  }

  addRow(row: Row, key: number, chooser: LaneChooser, start: EpochMs, end: EpochMs): void {
    let base = this.#baseByKey.get(key);
    if (base === undefined) {
      const { group, label, title } = chooser.describe(row, key);
      base = this.base(group, label, title);
      this.#baseByKey.set(key, base);
    }
    this.#laneOfRow[row] = this.#place(base, start, end);
  }

  finish(
    table: IntervalTable,
    extras: readonly Extra[],
    chooser: LaneChooser,
    range: TimeWindow,
    disruptionOfRow: ReadonlyMap<Row, number>,
    report: Report,
  ): Lanes {
    const bases = this.#ordered();
    const laneCount = this.#counts.length;
    const finalLane = new Uint32Array(laneCount); // by draft lane
    const labels: string[] = [];
    const titles: string[] = [];
    const isSubLane = new Uint8Array(laneCount);
    const group = new Uint16Array(laneCount);
    const busy = new Float64Array(laneCount);
    const headLane = new Uint32Array(laneCount); // the first of its sub-lanes
    const first = new Uint32Array(laneCount + 1);
    const groups: { -readonly [Key in keyof LaneGroup]: LaneGroup[Key] }[] = [];
    for (const base of bases) {
      if (groups.at(-1)?.id !== base.group) {
        const at = { firstLane: labels.length, endLane: labels.length };
        groups.push({ id: base.group, label: groupLabel(base.group), usual: usualState(base.group), ...at });
      }
      base.lanes.forEach((draftLane, sub) => {
        const lane = labels.length;
        finalLane[draftLane] = lane;
        labels.push(base.label);
        titles.push(base.title);
        isSubLane[lane] = sub === 0 ? 0 : 1;
        group[lane] = groups.length - 1;
        headLane[lane] = lane - sub;
        first[lane + 1] = first[lane] + this.#counts[draftLane];
      });
      groups.at(-1)!.endLane = labels.length;
    }
    const items = first[laneCount];
    const lanes = {
      range,
      groups,
      labels,
      titles,
      isSubLane,
      group,
      busy,
      first,
      extras,
      disruptionOfRow,
      start: new Float64Array(items),
      end: new Float64Array(items),
      paint: new Uint8Array(items),
      row: new Int32Array(items),
      itemOfRow: new Int32Array(table.length).fill(-1),
    };
    const next = first.slice();
    extras.forEach((extra, index) => {
      const item = next[finalLane[this.#laneOfExtra[index]]]++;
      setItem(lanes, item, extra.from, extra.to, extra.paint, -1 - index);
    });
    for (let row = 0; row < table.length; row++) {
      const draftLane = this.#laneOfRow[row];
      if (draftLane < 0) continue;
      const item = next[finalLane[draftLane]]++;
      const paint = chooser.paintOf(row);
      setItem(lanes, item, table.start[row], table.end[row], paint, row);
      // What answered well is drawn, but it is not what a lane's total tells.
      if (paint !== PAINT.healthy) busy[headLane[finalLane[draftLane]]] += table.end[row] - table.start[row];
      lanes.itemOfRow[row] = item;
    }
    for (const group of groups) if (isAllHealthy(lanes, group)) group.usual = 'closed';
    return { ...lanes, reaches: findReaches(lanes, report) };
  }

  #place(base: Base, start: EpochMs, end: EpochMs): number {
    const sub = base.packer.place(start, end);
    if (sub === base.lanes.length) base.lanes.push(this.#counts.push(0) - 1);
    const lane = base.lanes[sub];
    this.#counts[lane]++;
    return lane;
  }

  /** By group; within one by label where that helps to find a lane, else as they appeared. */
  #ordered(): Base[] {
    const kept = this.#bases.filter((base) => base.lanes.length > 0);
    const index = new Map(kept.map((base, at) => [base, at]));
    return kept.sort((a, b) => {
      const byGroup = a.group === b.group ? 0 : compareGroups(a.group, b.group);
      if (byGroup !== 0) return byGroup;
      if (isSortedByLabel(a.group) && a.label !== b.label) {
        const isDisruption = a.group.startsWith('disruption-');
        const [one, other] = isDisruption
          ? [disruptionOrder(a.label), disruptionOrder(b.label)]
          : [a.label, b.label];
        if (one !== other) return one < other ? -1 : 1;
      }
      return index.get(a)! - index.get(b)!;
    });
  }
}

/** Backends that never failed are summed up in their group's header. */
function isAllHealthy({ first, paint }: Pick<Lanes, 'first' | 'paint'>, group: LaneGroup): boolean {
  const items = paint.subarray(first[group.firstLane], first[group.endLane]);
  return items.length > 0 && items.every((each) => each === PAINT.healthy);
}

type Items = Pick<Lanes, 'start' | 'end' | 'paint' | 'row'>;

function setItem(items: Items, item: Item, start: EpochMs, end: EpochMs, paint: Paint, row: number): void {
  items.start[item] = start;
  items.end[item] = end;
  items.paint[item] = paint;
  items.row[item] = row;
}

function findReaches(lanes: Omit<Lanes, 'reaches'>, report: Report): Reach[] {
  const lowest = new Map<number, Lane>(); // by episode
  for (const [row, index] of lanes.disruptionOfRow) {
    const item = lanes.itemOfRow[row];
    if (item < 0) continue;
    const lane = laneOfItem(lanes, item);
    for (const episode of report.disruptions[index].episodes) {
      lowest.set(episode, Math.max(lowest.get(episode) ?? 0, lane));
    }
  }
  const reaches: Reach[] = [];
  for (let item = 0; item < lanes.row.length && lanes.row[item] < 0; item++) {
    const extra = lanes.extras[-1 - lanes.row[item]];
    const lane = extra.kind === 'missing' && extra.episode !== null ? lowest.get(extra.episode) : undefined;
    if (lane !== undefined && lanes.paint[item] === PAINT.missing) reaches.push({ item, lane });
  }
  return reaches;
}

/** The lane of an item. O(log lanes). */
export function laneOfItem(lanes: Pick<Lanes, 'first'>, item: Item): Lane {
  let low = 0;
  let high = lanes.first.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lanes.first[middle + 1] <= item) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What an item is: a row of the table, or something read from the report. */
export function extraOfItem(lanes: Lanes, item: Item): Extra | null {
  const row = lanes.row[item];
  return row < 0 ? lanes.extras[-1 - row] : null;
}
