import { lowerBound } from '../base/search.ts';
import type { EpochMs } from '../base/time.ts';
import { loadBalancerOf, parseBackendName, type BackendName } from '../model/backend-name.ts';
import { LEVELS, type IntervalTable, type Row } from '../model/interval-table.ts';
import type { Disruption, Report } from '../model/report.ts';
import { textReader } from '../model/text-pool.ts';
import { PAINT, type Paint } from './paint.ts';
import { SLICE_MASK, type Slices } from './slices.ts';

const CLIENT_SOURCE = 'APIUnreachableFromClient';

export function isDisruptionSource(source: string): boolean {
  return source.startsWith('Disruption');
}

/** What a row of a disruption source says. */
export type DisruptionKind = 'outage' | 'healthy' | 'sampler';

export function createDisruptionReader(table: IntervalTable): (row: Row) => DisruptionKind {
  const reason = textReader(table.texts, table.reason);
  return (row) => {
    const text = reason(row);
    if (text === 'DisruptionSamplerOutageBegan') return 'sampler';
    const level = LEVELS[table.level[row]];
    if (text === 'DisruptionEnded' || level === 'Info') return 'healthy';
    return text === 'DisruptionBegan' || level === 'Error' ? 'outage' : 'sampler';
  };
}

/**
 * Which disruption of the report each row belongs to: the same backend, connection, path and observer, and the row lies
 * within the disruption's time. Where a name was normalised in another way, backend and connection are enough.
 * O(disruption rows + disruptions × log).
 */
export function* matchDisruptions(table: IntervalTable, report: Report): Slices<Map<Row, number>> {
  const matched = new Map<Row, number>();
  const rowsByTarget = yield* outageRowsByTarget(table);
  report.disruptions.forEach((disruption, index) => {
    const exact = rowsByTarget.get(targetOfDisruption(disruption));
    if (exact !== undefined && claimRows(table, exact, disruption, index, matched)) return;
    const loose = rowsByTarget.get(looseTarget(disruption));
    if (loose !== undefined) claimRows(table, loose, disruption, index, matched);
  });
  return matched;
}

/** Rows of one target, ascending, and their starts. */
interface TargetRows {
  readonly rows: Row[];
  readonly starts: EpochMs[];
}

function claimRows(
  table: IntervalTable,
  { rows, starts }: TargetRows,
  disruption: Disruption,
  index: number,
  matched: Map<Row, number>,
): boolean {
  // The report's times are cut to whole milliseconds.
  const from = Date.parse(disruption.from) - 1;
  const to = disruption.to === null ? Infinity : Date.parse(disruption.to) + 1;
  let isFound = false;
  for (let at = lowerBound(starts, from); at < rows.length && starts[at] <= to; at++) {
    const row = rows[at];
    if (table.end[row] > to || matched.has(row)) continue;
    matched.set(row, index);
    isFound = true;
  }
  return isFound;
}

/** The class of an outage; `report` may still be incomplete, then no verdict is shown as one. */
export function paintOfDisruption(disruption: Disruption | undefined, isComplete: boolean): Paint {
  if (disruption === undefined) return PAINT.signalled;
  if (!isComplete && disruption.signal === 'unsignalled') return PAINT.undeterminable;
  switch (disruption.signal) {
    case 'unsignalled':
      return PAINT.unsignalled;
    case 'signalled':
      return PAINT.signalled;
    case 'undeterminable':
      return PAINT.undeterminable;
    case 'not-applicable':
      return PAINT['client-network'];
  }
}

function* outageRowsByTarget(table: IntervalTable): Slices<Map<string, TargetRows>> {
  const isClient = table.sources.map((source) => source === CLIENT_SOURCE);
  const isSource = table.sources.map((source, index) => isClient[index] || isDisruptionSource(source));
  const kindOf = createDisruptionReader(table);
  const targets = new Map<number, readonly string[]>(); // by locator
  const rowsByTarget = new Map<string, TargetRows>();
  for (let row = 0; row < table.length; row++) {
    if ((row & SLICE_MASK) === 0) yield;
    const source = table.source[row];
    if (!isSource[source] || (!isClient[source] && kindOf(row) !== 'outage')) continue;
    const locator = table.locator[row];
    let names = targets.get(locator);
    if (names === undefined) {
      names = isClient[source] ? [CLIENT_SOURCE] : targetsOfKeys(table.locators[locator].keys);
      targets.set(locator, names);
    }
    for (const name of names) {
      let known = rowsByTarget.get(name);
      if (known === undefined) rowsByTarget.set(name, (known = { rows: [], starts: [] }));
      known.rows.push(row);
      known.starts.push(table.start[row]);
    }
  }
  return rowsByTarget;
}

function targetOfDisruption(disruption: Disruption): string {
  if (disruption.observer === CLIENT_SOURCE) return CLIENT_SOURCE;
  return `${looseTarget(disruption)}|${disruption.loadBalancer ?? ''}|${disruption.protocol ?? ''}|${disruption.observer}`;
}

function looseTarget(name: Pick<BackendName, 'backend' | 'cache' | 'connection'>): string {
  return `${name.cache ? 'cache-' : ''}${name.backend}|${name.connection ?? ''}`;
}

function targetsOfKeys(keys: Readonly<Record<string, string>>): readonly string[] {
  const name = parseBackendName(keys);
  const loose = looseTarget(name);
  return [`${loose}|${loadBalancerOf(name.way) ?? ''}|${name.protocol ?? ''}|${name.observer}`, loose];
}
