import { upperBound } from '../base/search.ts';
import type { DurationMs, EpochMs } from '../base/time.ts';
import { loadBalancerOf, parseBackendName } from '../model/backend-name.ts';
import { LEVELS, type IntervalTable, type Row } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import { textOf } from '../model/text-pool.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { Lanes } from './lanes.ts';
import { PAINT } from './paint.ts';

/** What happened to one thing within a range. */
export interface RangeSum {
  readonly name: string;
  readonly count: number;
  /** Time that at least one of them covers within the range. */
  readonly union: DurationMs;
  /** The longest within the range. */
  readonly longest: DurationMs;
}

export interface BackendSum extends RangeSum {
  readonly connection: string;
  readonly loadBalancer: string;
}

export interface RangeSums {
  readonly backends: readonly BackendSum[];
  readonly connections: readonly RangeSum[];
  readonly loadBalancers: readonly RangeSum[];
  readonly sources: readonly RangeSum[];
  /** Of disruption by class of error, of all else by reason; only rows of level Error. */
  readonly errors: readonly RangeSum[];
}

/** More kinds of error than this serve nobody. */
const MAX_ERRORS = 20;
const ERROR = LEVELS.indexOf('Error');

/** Rows come by their start, so that a union needs no sorting. */
class Summing {
  count = 0;
  union: DurationMs = 0;
  longest: DurationMs = 0;
  #reach: EpochMs = -Infinity;

  add(from: EpochMs, to: EpochMs): void {
    this.count++;
    this.union += Math.max(0, to - Math.max(from, this.#reach));
    this.longest = Math.max(this.longest, to - from);
    this.#reach = Math.max(this.#reach, to);
  }
}

/** Sums by name. */
class Sums {
  readonly #sums = new Map<string, Summing>();

  add(name: string, from: EpochMs, to: EpochMs): void {
    let sum = this.#sums.get(name);
    if (sum === undefined) this.#sums.set(name, (sum = new Summing()));
    sum.add(from, to);
  }

  list(): RangeSum[] {
    return [...this.#sums]
      .map(([name, { count, union, longest }]) => ({ name, count, union, longest }))
      .sort((a, b) => b.union - a.union || b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

/** What the chart shows within a stretch of time. O(rows that begin before its end). */
export function measureRange(
  table: IntervalTable,
  lanes: Lanes,
  report: Report,
  range: TimeWindow,
): RangeSums {
  const backends = new Sums();
  const connections = new Sums();
  const loadBalancers = new Sums();
  const sources = new Sums();
  const errors = new Sums();
  const targets = new Map<number, readonly [backend: string, connection: string, loadBalancer: string]>();
  const last = upperBound(table.start, range.to);
  for (let row = 0; row < last; row++) {
    if (table.end[row] < range.from) continue;
    const item = lanes.itemOfRow[row];
    if (item < 0 || lanes.paint[item] === PAINT.healthy) continue;
    const from = Math.max(table.start[row], range.from);
    const to = Math.min(table.end[row], range.to);
    sources.add(table.sources[table.source[row]], from, to);
    const index = lanes.disruptionOfRow.get(row);
    if (index !== undefined) {
      const locator = table.locator[row];
      let target = targets.get(locator);
      if (target === undefined) targets.set(locator, (target = targetOf(table.locators[locator].keys)));
      backends.add(target.join('\n'), from, to);
      connections.add(target[1], from, to);
      loadBalancers.add(target[2], from, to);
    }
    if (table.level[row] === ERROR) {
      for (const name of errorsOf(table, report, row, index)) errors.add(name, from, to);
    }
  }
  return {
    backends: backends.list().map(({ name, ...sum }) => {
      const [backend, connection, loadBalancer] = name.split('\n');
      return { name: backend, connection, loadBalancer, ...sum };
    }),
    connections: connections.list(),
    loadBalancers: loadBalancers.list(),
    sources: sources.list(),
    errors: errors
      .list()
      .sort((a, b) => b.count - a.count || b.union - a.union)
      .slice(0, MAX_ERRORS),
  };
}

function targetOf(keys: Readonly<Record<string, string>>): [string, string, string] {
  const { backend, cache, protocol, isProtocolAssumed, connection, way } = parseBackendName(keys);
  const shown = protocol === null || isProtocolAssumed ? '' : ` ${protocol}`;
  return [
    `${cache ? 'cache-' : ''}${backend || 'unnamed'}${shown}`,
    connection ?? 'not told',
    loadBalancerOf(way) ?? way ?? 'none',
  ];
}

function errorsOf(
  table: IntervalTable,
  report: Report,
  row: Row,
  disruption: number | undefined,
): readonly string[] {
  const known = disruption === undefined ? [] : report.disruptions[disruption].errors;
  if (known.length > 0) return known;
  const source = table.sources[table.source[row]];
  const reason = textOf(table.texts, table.reason[row]);
  return [reason === '' || reason === source ? source : `${source}: ${reason}`];
}
