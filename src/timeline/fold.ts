import { lowerBound } from '../base/search.ts';
import type { EpochMs } from '../base/time.ts';
import { BestOf } from './best-of.ts';
import { rowsOfLane, type Item, type Lane, type Lanes } from './lanes.ts';
import { rankOf, THIN } from './paint.ts';

/**
 * All rows of a lane as one: stretches in which nothing changes, ascending and without overlap, and instants as stretches
 * without length.
 */
export interface Fold {
  readonly rows: number;
  readonly start: Float64Array; // EpochMs
  readonly end: Float64Array; // EpochMs
  /** The worst item of each stretch. */
  readonly item: Uint32Array;
  /** Rows that are covered; what is as it should be covers none. */
  readonly depth: Uint32Array;
  /** Milliseconds × rows covered before each stretch. */
  readonly before: Float64Array;
  readonly worst: BestOf;
}

const known = new WeakMap<Lanes, Map<Lane, Fold>>();

/** The fold of a lane and its sub-lanes; worked out once. O(items × log items). */
export function foldLane(lanes: Lanes, lane: Lane): Fold {
  let folds = known.get(lanes);
  if (folds === undefined) {
    folds = new Map();
    known.set(lanes, folds);
  }
  let fold = folds.get(lane);
  if (fold === undefined) {
    fold = sweep(lanes, lane);
    folds.set(lane, fold);
  }
  return fold;
}

/** Milliseconds × rows covered up to a time. O(log stretches). */
export function coveredUntil({ start, end, depth, before }: Fold, at: EpochMs): number {
  const last = lowerBound(start, at) - 1;
  return last < 0 ? 0 : before[last] + (Math.min(at, end[last]) - start[last]) * depth[last];
}

function sweep(lanes: Lanes, lane: Lane): Fold {
  const rows = rowsOfLane(lanes, lane);
  const { start, end } = lanes;
  const first = lanes.first[lane];
  const items = Uint32Array.from({ length: lanes.first[lane + rows] - first }, (_, index) => first + index);
  const byStart = items.slice().sort((a, b) => start[a] - start[b] || a - b);
  const byEnd = items.sort((a, b) => end[a] - end[b] || a - b);
  const active = new Active(lanes);
  const draft = new Draft();
  let closed = 0;
  let at = -Infinity;
  const close = (until: EpochMs) => {
    while (closed < byEnd.length && end[byEnd[closed]] <= until) {
      const item = byEnd[closed++];
      if (start[item] === end[item]) continue;
      draft.push(at, end[item], active);
      at = Math.max(at, end[item]);
      active.remove(item);
    }
  };
  for (const item of byStart) {
    close(start[item]);
    draft.push(at, start[item], active);
    at = Math.max(at, start[item]);
    if (start[item] === end[item]) draft.pushInstant(start[item], item);
    else active.add(item);
  }
  close(Infinity);
  return draft.finish(lanes, rows);
}

/** What lies at one moment, by rank. */
class Active {
  readonly #lanes: Lanes;
  readonly #byRank = new Map<number, Set<Item>>();
  depth = 0;

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  add(item: Item): void {
    const rank = rankOf(this.#lanes.paint[item], this.#lanes.isDim[item]);
    const same = this.#byRank.get(rank);
    if (same === undefined) this.#byRank.set(rank, new Set([item]));
    else same.add(item);
    if (!THIN.has(this.#lanes.paint[item])) this.depth++;
  }

  remove(item: Item): void {
    const rank = rankOf(this.#lanes.paint[item], this.#lanes.isDim[item]);
    const same = this.#byRank.get(rank);
    same?.delete(item);
    if (same?.size === 0) this.#byRank.delete(rank);
    if (!THIN.has(this.#lanes.paint[item])) this.depth--;
  }

  /** -1: nothing. There are as many ranks as there are classes, at most. */
  get worst(): Item {
    let greatest = -1;
    for (const rank of this.#byRank.keys()) greatest = Math.max(greatest, rank);
    for (const item of this.#byRank.get(greatest) ?? []) return item;
    return -1;
  }
}

class Draft {
  readonly #start: EpochMs[] = [];
  readonly #end: EpochMs[] = [];
  readonly #item: Item[] = [];
  readonly #depth: number[] = [];

  push(from: EpochMs, to: EpochMs, active: Active): void {
    const item = to > from ? active.worst : -1;
    if (item >= 0) this.#add(from, to, item, active.depth);
  }

  pushInstant(at: EpochMs, item: Item): void {
    this.#add(at, at, item, 0);
  }

  #add(from: EpochMs, to: EpochMs, item: Item, depth: number): void {
    this.#start.push(from);
    this.#end.push(to);
    this.#item.push(item);
    this.#depth.push(depth);
  }

  finish(lanes: Lanes, rows: number): Fold {
    const [start, end] = [Float64Array.from(this.#start), Float64Array.from(this.#end)];
    const depth = Uint32Array.from(this.#depth);
    const item = Uint32Array.from(this.#item);
    const before = new Float64Array(start.length);
    for (let at = 1; at < start.length; at++)
      before[at] = before[at - 1] + (end[at - 1] - start[at - 1]) * depth[at - 1];
    const ranks = Uint8Array.from(item, (each) => rankOf(lanes.paint[each], lanes.isDim[each]));
    return { rows, start, end, item, depth, before, worst: new BestOf(ranks) };
  }
}
