/** Puts the requests of several inputs side by side, each counted once. */
import type { EpochMs } from '../base/time.ts';
import { REQUEST, type RequestTable } from './request-table.ts';

export interface MergedRequests {
  /** In the order given; rows that a table before them tells are flagged as duplicates. */
  readonly tables: readonly (RequestTable | null)[];
  /** By table: how many of its rows are duplicates, and the place of the first. */
  readonly duplicates: readonly { readonly count: number; readonly firstPlace: number }[];
}

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/**
 * Requests are one by server, node, audit ID and arrival. Rotated files overlap: a watch may begin in one and end in the
 * next, and then the first gets its answer. Only rows where tables of one server overlap are looked at. Tables that
 * change are copied in part; none is changed in place.
 */
export function mergeRequests(given: readonly (RequestTable | null)[]): MergedRequests {
  const tables = given.slice();
  const duplicates = given.map(() => ({ count: 0, firstPlace: 0 }));
  const spans = given.map((table) => (table === null ? null : spanOf(table)));
  const byServer = new Map<string, number[]>();
  given.forEach((table, i) => {
    if (table === null) return;
    const key = table.server ?? '';
    byServer.set(key, [...(byServer.get(key) ?? []), i]);
  });
  for (const group of byServer.values()) {
    for (const { first, again } of findPairs(group, given, spans)) {
      adopt(changed(tables, given, first.table), first.row, given[again.table]!, again.row);
      const copy = changed(tables, given, again.table);
      copy.flags[again.row] |= REQUEST.duplicate;
      const told = duplicates[again.table];
      if (told.count++ === 0) told.firstPlace = copy.place[again.row];
    }
  }
  return { tables, duplicates };
}

function spanOf({ length, received }: RequestTable): Span | null {
  if (length === 0) return null;
  let [from, to] = [Infinity, -Infinity];
  for (let row = 0; row < length; row++) {
    if (received[row] < from) from = received[row];
    if (received[row] > to) to = received[row];
  }
  return { from, to };
}

interface Row {
  readonly table: number;
  readonly row: number;
}

/** Rows that tell a request of an earlier table again, in the order of tables and rows. */
function* findPairs(
  group: readonly number[],
  tables: readonly (RequestTable | null)[],
  spans: readonly (Span | null)[],
): Generator<{ readonly first: Row; readonly again: Row }> {
  const seen = new Map<number, Row[]>(); // by arrival, which few requests share
  for (const i of group) {
    const table = tables[i]!;
    const shared = group.flatMap((j) => (j === i ? [] : overlapOf(spans[i], spans[j])));
    if (shared.length === 0) continue;
    for (let row = 0; row < table.length; row++) {
      const at = table.received[row];
      if (!shared.some(({ from, to }) => at >= from && at <= to)) continue;
      const others = seen.get(at);
      const first = others?.find((one) => isSame(tables[one.table]!, one.row, table, row));
      if (first !== undefined) yield { first, again: { table: i, row } };
      else if (others === undefined) seen.set(at, [{ table: i, row }]);
      else if (others.length < MAX_AT_ONCE) others.push({ table: i, row });
    }
  }
}

/** Requests of one microsecond; more are no accident, and are not compared. */
const MAX_AT_ONCE = 64;

function overlapOf(a: Span | null, b: Span | null): Span[] {
  if (a === null || b === null) return [];
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return from <= to ? [{ from, to }] : [];
}

function isSame(a: RequestTable, i: number, b: RequestTable, j: number): boolean {
  return (
    a.auditLow[i] === b.auditLow[j] &&
    a.auditHigh[i] === b.auditHigh[j] &&
    a.nodes[a.node[i]] === b.nodes[b.node[j]]
  );
}

/** The table number `i` with columns of its own where rows may change. */
function changed(
  tables: (RequestTable | null)[],
  given: readonly (RequestTable | null)[],
  i: number,
): RequestTable {
  const table = tables[i]!;
  if (table !== given[i]) return table;
  const { flags, code, latency } = table;
  const copy = { ...table, flags: flags.slice(), code: code.slice(), latency: latency.slice() };
  tables[i] = copy;
  return copy;
}

/** The first row takes the answer that only the later one tells: it began in one file and ended in the next. */
function adopt(table: RequestTable, row: number, from: RequestTable, other: number): void {
  table.flags[row] |= from.flags[other] & ~REQUEST.duplicate;
  const isLater = !(from.latency[other] <= table.latency[row]);
  if (table.code[row] === 0 || (isLater && from.code[other] !== 0)) table.code[row] = from.code[other];
  if (isLater && !Number.isNaN(from.latency[other])) table.latency[row] = from.latency[other];
}
