import type { EpochMs } from '../base/time.ts';
import type { IntervalTable, Row } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';
import { createLaneChooser, NO_LANE } from './choose-lane.ts';
import { backendsDown, type CounterLane } from './counters.ts';
import { matchDisruptions } from './disruption-rows.ts';
import { compareGroups, isSortedByLabel, LIFECYCLE_GROUP } from './groups.ts';
import { dataRange } from './data-range.ts';
import { disruptionOrder } from './lane-label.ts';
import { layoutLifecycle, type Extra } from './lifecycle.ts';
import { PAINTS } from './paint.ts';
import { createTraitReader } from './row-filter.ts';
import { SLICE_MASK, type Slices } from './slices.ts';

/** One thing that has a label; it becomes one lane, or several where its items overlap. */
export interface Base {
  /** The same after a reload, and for no other thing. */
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly title: string;
  /** The apiserver that it is the life of; null for all else. */
  readonly server: { readonly name: string; readonly place: string | null } | null;
}

/**
 * Which row belongs to which lane, whatever is filtered: made once a run, and kept. Entries are the rows that are drawn
 * and what is read from the report, those of one base together and ascending by start: packing walks them in order.
 */
export interface Assignment {
  readonly table: IntervalTable;
  readonly report: Report;
  readonly range: TimeWindow;
  readonly disruptionOfRow: ReadonlyMap<Row, number>;
  readonly extras: readonly Extra[];
  /** In the order of lanes. */
  readonly bases: readonly Base[];
  readonly first: Uint32Array; // by base, one more than bases
  readonly start: Float64Array; // by entry, EpochMs
  readonly end: Float64Array; // by entry, EpochMs
  readonly paint: Uint8Array; // by entry
  readonly traits: Uint8Array; // by entry; see row-filter.ts
  readonly row: Int32Array; // by entry; below 0: extras[-1 - row]
  readonly counters: readonly CounterLane[];
  /** How many rows each class has. */
  readonly paintCounts: Uint32Array;
}

/** Reading texts for the first time takes many times longer than counting. */
const TEXT_MASK = 0xff;

/**
 * O(rows + lanes × log lanes). The heavy part of a layout: text and annotations are read here and nowhere after.
 * `counted`: numbers over time that are no intervals.
 */
export function* assignRows(
  table: IntervalTable,
  report: Report,
  counted: readonly CounterLane[] = [],
): Slices<Assignment> {
  const range = dataRange(table, report);
  yield;
  const disruptionOfRow = yield* matchDisruptions(table, report);
  const { bases, extras, baseOfExtra } = basesOfReport(report, range);
  const chooser = createLaneChooser(table, report, disruptionOfRow);
  yield;
  const baseOfKey = new Map<number, number>();
  const baseOfRow = new Int32Array(table.length);
  const paintOfRow = new Uint8Array(table.length);
  for (let row = 0; row < table.length; row++) {
    if ((row & TEXT_MASK) === 0) yield;
    const key = chooser.keyOf(row);
    let base = key === NO_LANE ? -1 : baseOfKey.get(key);
    if (base === undefined) {
      const name = chooser.describe(row, key);
      base = bases.push({ key: `${name.group}/${name.label}`, ...name, server: null }) - 1;
      baseOfKey.set(key, base);
    }
    baseOfRow[row] = base;
    paintOfRow[row] = chooser.paintOf(row);
  }
  yield;
  return yield* sortEntries(
    {
      table,
      report,
      range,
      disruptionOfRow,
      extras,
      bases,
      counters: [...backendsDown(report, range), ...counted],
    },
    baseOfExtra,
    baseOfRow,
    paintOfRow,
  );
}

/** The lanes of the apiservers' lives, and what stands on them. */
function basesOfReport(
  report: Report,
  range: TimeWindow,
): { bases: Base[]; extras: Extra[]; baseOfExtra: number[] } {
  const bases: Base[] = [];
  const extras: Extra[] = [];
  const baseOfExtra: number[] = [];
  for (const { label, title, server, extras: own } of layoutLifecycle(report, range)) {
    const base =
      bases.push({ key: `${LIFECYCLE_GROUP}/${title}`, group: LIFECYCLE_GROUP, label, title, server }) - 1;
    for (const extra of own) {
      extras.push(extra);
      baseOfExtra.push(base);
    }
  }
  return { bases, extras, baseOfExtra };
}

type Draft = Omit<Assignment, 'first' | 'start' | 'end' | 'paint' | 'traits' | 'row' | 'paintCounts'>;

/** Rows that are put far apart into new memory cost many times what rows in order do. */
const PUT_MASK = 0x3ff;

/** Counting sort by base; rows ascend by start as they do in the table. */
function* sortEntries(
  draft: Draft,
  baseOfExtra: readonly number[],
  baseOfRow: Int32Array,
  paintOfRow: Uint8Array,
): Slices<Assignment> {
  const { table, extras } = draft;
  const { bases, rank } = orderBases(draft.bases);
  yield;
  const first = new Uint32Array(bases.length + 1);
  for (const base of baseOfExtra) first[rank[base] + 1]++;
  for (let row = 0; row < table.length; row++) {
    if ((row & (SLICE_MASK * 8 + 7)) === 0) yield;
    if (baseOfRow[row] >= 0) first[rank[baseOfRow[row]] + 1]++;
  }
  for (let base = 0; base < bases.length; base++) first[base + 1] += first[base];
  const count = first[bases.length];
  const next = first.slice();
  // New memory has to be cleared.
  const start = new Float64Array(count);
  yield;
  const end = new Float64Array(count);
  yield;
  const [paint, traits] = [new Uint8Array(count), new Uint8Array(count)];
  const rowOf = new Int32Array(count);
  yield;
  const put = (base: number, from: EpochMs, to: EpochMs, of: number, trait: number, row: number) => {
    const entry = next[rank[base]]++;
    start[entry] = from;
    end[entry] = to;
    paint[entry] = of;
    traits[entry] = trait;
    rowOf[entry] = row;
  };
  extras.forEach((extra, index) => put(baseOfExtra[index], extra.from, extra.to, extra.paint, 0, -1 - index));
  const traitsOf = createTraitReader(table);
  const paintCounts = new Uint32Array(PAINTS.length);
  for (let row = 0; row < table.length; row++) {
    if ((row & PUT_MASK) === 0) yield;
    if (baseOfRow[row] < 0) continue;
    const of = paintOfRow[row];
    paintCounts[of]++;
    put(baseOfRow[row], table.start[row], table.end[row], of, traitsOf(row, of), row);
  }
  return { ...draft, bases, first, start, end, paint, traits, row: rowOf, paintCounts };
}

/** By group; within one by label where that helps to find a lane, else as they appeared. */
function orderBases(found: readonly Base[]): { bases: Base[]; rank: Uint32Array } {
  const wordOf = found.map(({ group, label }) =>
    !isSortedByLabel(group) ? '' : group.startsWith('disruption-') ? disruptionOrder(label) : label,
  );
  const order = found.map((_, index) => index);
  order.sort((a, b) => {
    const byGroup = found[a].group === found[b].group ? 0 : compareGroups(found[a].group, found[b].group);
    if (byGroup !== 0) return byGroup;
    if (wordOf[a] !== wordOf[b]) return wordOf[a] < wordOf[b] ? -1 : 1;
    return a - b;
  });
  const rank = new Uint32Array(found.length);
  order.forEach((base, at) => {
    rank[base] = at;
  });
  return { bases: order.map((base) => found[base]), rank };
}
