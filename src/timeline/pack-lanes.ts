import type { Row } from '../model/interval-table.ts';
import { cleanNodeName, shortNodeName } from '../model/node-name.ts';
import type { Assignment, Base } from './assign.ts';
import type { CounterLane } from './counters.ts';
import { compareGroups, groupLabel, REQUESTS_GROUP, usualState } from './groups.ts';
import { laneOfItem, type Item, type Lane, type LaneGroup, type Lanes, type Reach } from './lanes.ts';
import { Packer } from './pack.ts';
import { PAINT } from './paint.ts';
import { createFocusTest, hiddenPaints, hiddenTraits, NO_FILTER, type RowFilter } from './row-filter.ts';
import { SLICE_MASK, type Slices } from './slices.ts';

/**
 * The lanes of what a filter leaves: items that overlap are put below each other anew, so that a narrow filter gives few
 * lanes. O(entries + lanes); reads no text.
 */
export function* packLanes(assignment: Assignment, filter: Partial<RowFilter>): Slices<Lanes> {
  const room = yield* makeRoom(assignment);
  const packing = new Packing(assignment, { ...NO_FILTER, ...filter }, room);
  let done = 0;
  for (let base = 0; base < assignment.bases.length; base++) {
    const entries = assignment.first[base + 1] - assignment.first[base];
    done += entries + 8; // an empty base costs something too
    if (entries > SLICE_MASK) yield* packing.addBase(base);
    else finishBase(packing.addBase(base));
    if (done > SLICE_MASK) {
      done = 0;
      yield;
    }
  }
  return packing.finish();
}

function finishBase(work: Slices<void>): void {
  while (work.next().done !== true);
}

/** What is written while packing: as large as it can become. */
interface Room {
  readonly sub: Int32Array; // by entry of the base at hand: its sub-lane; -1: filtered away
  readonly start: Float64Array; // by item, as all that follow
  readonly end: Float64Array;
  readonly paint: Uint8Array;
  readonly isDim: Uint8Array;
  readonly row: Int32Array;
  readonly itemOfRow: Int32Array; // by row; -1: none
}

/** New memory has to be cleared, and the collector looks for old: of a large table, each piece is worth a slice. */
function* makeRoom({ table, first }: Assignment): Slices<Room> {
  const count = first[first.length - 1];
  const sub = new Int32Array(longest(first));
  yield;
  const start = new Float64Array(count);
  yield;
  const end = new Float64Array(count);
  yield;
  const [paint, isDim] = [new Uint8Array(count), new Uint8Array(count)];
  yield;
  const row = new Int32Array(count);
  yield;
  const itemOfRow = new Int32Array(table.length);
  for (let at = 0; at < itemOfRow.length; at += FILL_ROWS) {
    yield;
    itemOfRow.fill(-1, at, at + FILL_ROWS);
  }
  return { sub, start, end, paint, isDim, row, itemOfRow };
}

/** Rows that are filled in one go, which takes a millisecond at most. */
const FILL_ROWS = 0x40000;

interface OpenGroup {
  readonly id: string;
  readonly firstLane: Lane;
  endLane: Lane;
  isHealthy: boolean; // all of its items are
}

class Packing {
  readonly #assignment: Assignment;
  readonly #filter: RowFilter;
  readonly #isTraitHidden: Uint8Array;
  readonly #isPaintHidden: Uint8Array;
  readonly #focus: ReturnType<typeof createFocusTest> | null;
  readonly #room: Room;
  readonly #counters: readonly CounterLane[];
  /** Ids of groups that have counters and nothing else, in the order of groups; they are taken from here. */
  readonly #alone: string[];

  #items = 0;
  #groups: OpenGroup[] = [];
  #keys: string[] = [];
  #labels: string[] = [];
  #titles: string[] = [];
  #isSubLane: number[] = [];
  #group: number[] = [];
  #busy: number[] = [];
  #first: number[] = [0];
  #laneCounters = new Map<Lane, CounterLane>();

  constructor(assignment: Assignment, filter: RowFilter, room: Room) {
    const { table, report, disruptionOfRow } = assignment;
    this.#assignment = assignment;
    this.#room = room;
    this.#filter = filter;
    this.#isTraitHidden = hiddenTraits(filter);
    this.#isPaintHidden = hiddenPaints(filter);
    this.#focus =
      filter.focus === null ? null : createFocusTest(filter.focus, table, report, disruptionOfRow);
    const counted = filter.counted;
    const counters =
      counted === null
        ? assignment.counters
        : [...assignment.counters.filter(({ group }) => group !== REQUESTS_GROUP), ...counted];
    this.#counters = counters.filter((counter) => isOfFocus(counter, filter));
    const withLanes = new Set(assignment.bases.map(({ group }) => group));
    const ids = new Set(this.#counters.map(({ group }) => group));
    this.#alone = [...ids].filter((id) => !withLanes.has(id)).sort(compareGroups);
  }

  *addBase(index: number): Slices<void> {
    const base = this.#assignment.bases[index];
    if (base.server !== null) {
      if (this.#focus?.hasServer(base.server.name, base.server.place) === false) return;
    }
    const from = this.#assignment.first[index];
    const to = this.#assignment.first[index + 1];
    const counts = yield* this.#place(from, to);
    // An apiserver of which nothing is known has a lane all the same.
    if (counts.length === 0 && base.server !== null && from === to) counts.push(0);
    if (counts.length === 0) return;
    const group = this.#openGroup(base.group);
    const lane = this.#labels.length;
    const next = counts.map((count, sub) => {
      this.#pushLane(base, sub, this.#first[this.#labels.length] + count);
      return this.#first[this.#labels.length - 1];
    });
    this.#busy[lane] = yield* this.#scatter(from, to, next, group);
    group.endLane = this.#labels.length;
    this.#items = this.#first[this.#labels.length];
  }

  /** Finds the sub-lane of each entry that is kept. Gives how many each sub-lane has. */
  *#place(from: number, to: number): Slices<number[]> {
    const { start, end, paint, traits, row } = this.#assignment;
    const { mask, isHighlight } = this.#filter;
    const [sub, isTraitHidden, isPaintHidden, focus] = [
      this.#room.sub,
      this.#isTraitHidden,
      this.#isPaintHidden,
      this.#focus,
    ];
    const dropMask = isHighlight ? null : mask;
    const packer = new Packer();
    const counts: number[] = [];
    for (let entry = from; entry < to; entry++) {
      if (((entry - from) & SLICE_MASK) === SLICE_MASK) yield;
      const of = row[entry];
      const isDropped =
        of >= 0 &&
        (isTraitHidden[traits[entry]] === 1 ||
          isPaintHidden[paint[entry]] === 1 ||
          (dropMask !== null && dropMask[of] === 0) ||
          (focus !== null && !focus.hasRow(of)));
      if (isDropped) {
        sub[entry - from] = -1;
        continue;
      }
      const lane = packer.place(start[entry], end[entry]);
      sub[entry - from] = lane;
      if (lane === counts.length) counts.push(1);
      else counts[lane]++;
    }
    return counts;
  }

  /** Copies entries to their places; gives the time that they cover. `next`: the first item of each sub-lane. */
  *#scatter(from: number, to: number, next: number[], group: OpenGroup): Slices<number> {
    const { start, end, paint, row } = this.#assignment;
    const mask = this.#filter.isHighlight ? this.#filter.mask : null;
    const { sub, ...items } = this.#room;
    let busy = 0;
    for (let entry = from; entry < to; entry++) {
      if (((entry - from) & SLICE_MASK) === SLICE_MASK) yield;
      const lane = sub[entry - from];
      if (lane < 0) continue;
      const item = next[lane]++;
      const of = row[entry];
      items.start[item] = start[entry];
      items.end[item] = end[entry];
      items.paint[item] = paint[entry];
      items.row[item] = of;
      if (of < 0) continue;
      items.itemOfRow[of] = item;
      if (mask !== null && mask[of] === 0) items.isDim[item] = 1;
      // What answered well is drawn, but it is not what a lane's total tells.
      if (paint[entry] === PAINT.healthy) continue;
      busy += end[entry] - start[entry];
      group.isHealthy = false;
    }
    return busy;
  }

  #openGroup(id: string): OpenGroup {
    const last = this.#groups[this.#groups.length - 1];
    if (last?.id === id) return last;
    while (this.#alone.length > 0 && compareGroups(this.#alone[0], id) < 0)
      this.#addGroup(this.#alone.shift()!);
    return this.#addGroup(id);
  }

  /** A group begins with its counters. */
  #addGroup(id: string): OpenGroup {
    const group: OpenGroup = {
      id,
      firstLane: this.#labels.length,
      endLane: this.#labels.length,
      isHealthy: true,
    };
    this.#groups.push(group);
    for (const counter of this.#counters.filter((each) => each.group === id)) {
      const { key, label } = counter;
      this.#laneCounters.set(this.#labels.length, counter);
      this.#pushLane({ key, group: id, label, title: label, server: null }, 0, this.#items);
      group.endLane++;
    }
    return group;
  }

  #pushLane(base: Base, sub: number, endItem: Item): void {
    this.#keys.push(base.key);
    this.#labels.push(base.label);
    this.#titles.push(base.title);
    this.#isSubLane.push(sub === 0 ? 0 : 1);
    this.#group.push(this.#groups.length - 1);
    this.#busy.push(0);
    this.#first.push(endItem);
  }

  finish(): Lanes {
    const { range, extras, disruptionOfRow } = this.#assignment;
    for (const id of this.#alone) this.#addGroup(id);
    const [items, room] = [this.#items, this.#room];
    const groups = this.#groups.map(({ id, firstLane, endLane, isHealthy }): LaneGroup => {
      // Backends that never failed are summed up in their group's header.
      const isQuiet =
        isHealthy && this.#first[endLane] > this.#first[firstLane] && id.startsWith('disruption-');
      return {
        id,
        label: groupLabel(id),
        usual: isQuiet ? 'closed' : usualState(id, endLane - firstLane),
        firstLane,
        endLane,
      };
    });
    const lanes = {
      range,
      groups,
      keys: this.#keys,
      labels: this.#labels,
      titles: this.#titles,
      isSubLane: Uint8Array.from(this.#isSubLane),
      group: Uint16Array.from(this.#group),
      busy: Float64Array.from(this.#busy),
      first: Uint32Array.from(this.#first),
      start: room.start.subarray(0, items),
      end: room.end.subarray(0, items),
      paint: room.paint.subarray(0, items),
      isDim: room.isDim.subarray(0, items),
      row: room.row.subarray(0, items),
      itemOfRow: room.itemOfRow,
      extras,
      disruptionOfRow,
      counters: this.#laneCounters,
    };
    return { ...lanes, reaches: findReaches(lanes, this.#assignment) };
  }
}

function isOfFocus({ node }: CounterLane, { focus }: RowFilter): boolean {
  return focus?.kind !== 'node' || node === null || shortNodeName(cleanNodeName(node)) === focus.name;
}

function longest(first: Uint32Array): number {
  let most = 0;
  for (let base = 1; base < first.length; base++) most = Math.max(most, first[base] - first[base - 1]);
  return most;
}

function findReaches(lanes: Omit<Lanes, 'reaches'>, { report }: Assignment): Reach[] {
  const lowest = new Map<number, Lane>(); // by episode
  const visit = (row: Row, index: number) => {
    const item = lanes.itemOfRow[row];
    if (item < 0) return;
    const lane = laneOfItem(lanes, item);
    for (const episode of report.disruptions[index].episodes) {
      lowest.set(episode, Math.max(lowest.get(episode) ?? 0, lane));
    }
  };
  for (const [row, index] of lanes.disruptionOfRow) visit(row, index);
  const reaches: Reach[] = [];
  for (let item = 0; item < lanes.row.length && lanes.row[item] < 0; item++) {
    const extra = lanes.extras[-1 - lanes.row[item]];
    const lane = extra.kind === 'missing' && extra.episode !== null ? lowest.get(extra.episode) : undefined;
    if (lane !== undefined && lanes.paint[item] === PAINT.missing) reaches.push({ item, lane });
  }
  return reaches;
}
