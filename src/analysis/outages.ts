/** What samplers saw: rows of disruption, adjacent ones of one backend and observer merged. */
import type { EpochMs } from '../base/time.ts';
import { annotationsOf, FLAG, LEVELS, type IntervalTable, type Row } from '../model/interval-table.ts';
import { ERROR_CLASSES, type ErrorClass } from '../model/report.ts';
import { textOf } from '../model/text-pool.ts';
import { readBackend, type Backend } from './backends.ts';
import { classifyError } from './error-class.ts';

/** One outage of one backend as one observer saw it. */
export interface Outage {
  readonly backend: Backend;
  readonly observer: string;
  readonly node: string | null; // of the sampler, where its locator tells
  readonly from: EpochMs;
  readonly to: EpochMs | null; // null: its end was never seen
  readonly rows: readonly Row[];
  readonly errors: readonly ErrorClass[];
  readonly auditIds: readonly string[];
  /** A client's metrics, not a sampler: good to half a minute. */
  readonly isFromMetrics: boolean;
}

export const METRICS_OBSERVER = 'APIUnreachableFromClient';

/** Hosts of client metrics by their load balancer. Source: openshift/origin: pkg/monitortests/kubeapiserver/apiunreachablefromclientmetrics. */
function readMetricsBackend(host: string | undefined): Backend {
  const ways = {
    'external-lb': 'external',
    'internal-lb': 'internal',
    'service-network': 'service-network',
    localhost: 'localhost',
  } as const;
  const loadBalancer =
    host !== undefined && Object.hasOwn(ways, host) ? ways[host as keyof typeof ways] : null;
  return {
    target: 'kube-api',
    cache: false,
    connection: null,
    loadBalancer,
    protocol: null,
    servers: ['kube-apiserver'],
    isControl: false,
    isInCluster: true,
  };
}

/** All outages, by start, then name. Healthy periods and outages of the sampler itself are none. */
export function findOutages(table: IntervalTable): Outage[] {
  const runs = new Map<number, Row[]>(); // by locator
  const isSampled = table.sources.map((source) => source.startsWith('Disruption'));
  const isMetrics = table.sources.map((source) => source === METRICS_OBSERVER);
  for (let row = 0; row < table.length; row++) {
    const locator = table.locator[row];
    const isSample = isSampled[table.source[row]] || table.locators[locator].type === 'Disruption';
    if (!isSample && !isMetrics[table.source[row]]) continue;
    if (isSample && textOf(table.texts, table.reason[row]) !== 'DisruptionBegan') continue;
    const run = runs.get(locator);
    if (run === undefined) runs.set(locator, [row]);
    else run.push(row);
  }
  const outages = mergeLocators(table, runs).flatMap((rows) => splitRuns(table, rows));
  return outages.sort(
    (a, b) => a.from - b.from || compare(nameOf(a), nameOf(b)) || (a.to ?? Infinity) - (b.to ?? Infinity),
  );
}

/** How many API backends some sampler watched: each has a row, healthy or not. */
export function countMeasured(table: IntervalTable): number {
  const names = new Set<string>();
  for (const locator of table.locators) {
    if (locator.type !== 'Disruption') continue;
    const { target, servers, connection, loadBalancer, protocol, cache } = readBackend(locator);
    if (servers.length > 0) names.add(`${target} ${cache} ${connection} ${loadBalancer} ${protocol}`);
  }
  return names.size;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nameOf({ backend, observer }: Outage): string {
  return `${backend.target} ${backend.cache} ${backend.loadBalancer} ${backend.protocol} ${backend.connection} ${observer}`;
}

/** Rows of locators that name one backend and observer, in order of time: an era may name them twice. */
function mergeLocators(table: IntervalTable, runs: ReadonlyMap<number, readonly Row[]>): Row[][] {
  const merged = new Map<string, Row[]>();
  for (const [locator, rows] of runs) {
    const { keys } = table.locators[locator];
    const name =
      keys['backend-disruption-name'] ??
      `${keys['host'] ?? ''} ${keys['component'] ?? ''} ${keys['node'] ?? ''}`;
    const key = `${name}\u0000${keys['disruption'] ?? ''}\u0000${keys['load-balancer'] ?? ''}\u0000${keys['node'] ?? ''}`;
    const own = merged.get(key);
    if (own === undefined) merged.set(key, [...rows]);
    else for (const row of rows) own.push(row);
  }
  return [...merged.values()].map((rows) => rows.sort((a, b) => a - b));
}

/** Samplers of 2021 and before wrote the error of an outage as an instant up to this long before its row. */
const NOTICED_BEFORE = 2000;

/** Cuts the rows of one backend where one begins after all before it ended. */
function splitRuns(table: IntervalTable, rows: readonly Row[]): Outage[] {
  const outages: Outage[] = [];
  let noted: Row[] = []; // instants that only tell the error of the row that follows
  let run: Row[] = [];
  let end = -Infinity;
  const close = () => {
    if (run.length > 0) outages.push(...makeOutage(table, run, noted));
    noted = [];
    run = [];
    end = -Infinity;
  };
  for (const row of rows) {
    if (run.length > 0 && table.start[row] > end) close();
    if (run.length === 0 && noted.length > 0 && table.start[row] - table.start[noted[0]] > NOTICED_BEFORE) {
      run = noted;
      noted = [];
      close();
    }
    if (run.length === 0 && isNote(table, row)) {
      noted.push(row);
      continue;
    }
    run.push(row);
    end = Math.max(end, table.end[row]);
  }
  if (run.length === 0) [run, noted] = [noted, []];
  close();
  return outages;
}

function isNote(table: IntervalTable, row: Row): boolean {
  return (
    table.start[row] === table.end[row] &&
    textOf(table.texts, table.message[row]).includes('started failing: ')
  );
}

/** `noted`: rows that tell an error of this outage and no time. Without a row of level Error there is no outage. */
function makeOutage(table: IntervalTable, rows: readonly Row[], noted: readonly Row[]): Outage[] {
  if (!rows.some((row) => LEVELS[table.level[row]] === 'Error')) return [];
  const { keys } = table.locators[table.locator[rows[0]]];
  const isFromMetrics = table.sources[table.source[rows[0]]] === METRICS_OBSERVER;
  const errors = new Set<ErrorClass>();
  const auditIds = new Set<string>();
  for (const row of [...noted, ...rows]) {
    const error = classifyError(textOf(table.texts, table.message[row]));
    if (error !== null) errors.add(error);
    const id = annotationsOf(table, row)['request-audit-id'];
    if (id !== undefined && id !== '' && id !== 'no-audit-id') auditIds.add(id);
  }
  const isOpen = rows.some((row) => (table.flags[row] & FLAG.openEnd) !== 0);
  return [
    {
      backend: isFromMetrics
        ? readMetricsBackend(keys['host'])
        : readBackend(table.locators[table.locator[rows[0]]]),
      observer: isFromMetrics ? METRICS_OBSERVER : keys['disruption'] || 'openshift-tests',
      node: keys['node'] || null,
      from: table.start[rows[0]],
      to: isOpen ? null : rows.reduce((end, row) => Math.max(end, table.end[row]), -Infinity),
      rows: [...noted, ...rows],
      errors: ERROR_CLASSES.filter((one) => errors.has(one)),
      auditIds: [...auditIds].sort(),
      isFromMetrics,
    },
  ];
}
