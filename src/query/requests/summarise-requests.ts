/** What a set of requests says in sum: the busiest users, agents and so on, and single requests a page at a time. */
import { countBits, forEachBit, type Bitset } from '../../base/bitset.ts';
import type { DurationMs, EpochMs } from '../../base/time.ts';
import {
  NOTE_KINDS,
  REQUEST,
  wordsOf,
  type AuditHash,
  type NoteKind,
  type RequestTable,
  type RequestWords,
} from '../../model/request-table.ts';

/** What requests may be grouped by. */
export const REQUEST_GROUPINGS = [
  'user',
  'agent',
  'resource',
  'verb',
  'code',
  'address',
  'path',
  'node',
  'server',
] as const;
export type RequestGrouping = (typeof REQUEST_GROUPINGS)[number];

/** The rows of one table that a question is about. */
export interface RequestSet {
  readonly file: string;
  readonly table: RequestTable;
  readonly rows: Bitset;
}

/** Requests with one value in common. Latencies are in ms, of those that are no watches; null: none. */
export interface RequestGroup {
  readonly value: string;
  readonly count: number;
  readonly failed: number; // 5xx
  readonly throttled: number; // 429
  readonly late: number;
  readonly median: DurationMs | null;
  readonly slowest: DurationMs | null;
}

/** One request, decoded. */
export interface RequestItem extends RequestWords {
  readonly file: string;
  readonly place: number;
  readonly server: string;
  readonly received: EpochMs;
  readonly audit: AuditHash; // of its audit ID
  readonly latency: DurationMs | null;
  readonly code: number | null;
  readonly flags: readonly (keyof typeof REQUEST)[];
  readonly notes: readonly (readonly [NoteKind, number])[];
}

/** How many groups an answer has at most; the rest are in `others`. */
const MAX_GROUPS = 200;

/** By count, the greatest first. O(rows). */
export function groupRequests(
  sets: readonly RequestSet[],
  by: RequestGrouping,
): { readonly groups: RequestGroup[]; readonly others: number } {
  const tallies = new Map<string, Tally>();
  for (const { table, rows } of sets) {
    const keyOf = keysOf(table, by);
    const own = new Map<number, Tally>();
    forEachBit(rows, (row) => {
      const key = keyOf.key(row);
      let tally = own.get(key);
      if (tally === undefined) {
        const text = keyOf.text(row);
        tally = tallies.get(text) ?? {
          count: 0,
          failed: 0,
          throttled: 0,
          late: 0,
          latencies: [],
          seen: 0,
          slowest: null,
        };
        tallies.set(text, tally);
        own.set(key, tally);
      }
      count(tally, table, row);
    });
  }
  const sorted = [...tallies].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  return {
    groups: sorted.slice(0, MAX_GROUPS).map(([value, tally]) => groupOf(value, tally)),
    others: sorted.slice(MAX_GROUPS).reduce((sum, [, tally]) => sum + tally.count, 0),
  };
}

interface Tally {
  count: number;
  failed: number;
  throttled: number;
  late: number;
  latencies: number[]; // a bounded sample
  seen: number; // latencies so far
  slowest: number | null;
}

/** Every so manieth latency of a group is kept once it has this many, so that its median costs no memory. */
const MAX_LATENCIES = 2000;

function count(tally: Tally, table: RequestTable, row: number): void {
  const code = table.code[row];
  const flags = table.flags[row];
  tally.count++;
  if (code >= 500) tally.failed++;
  if (code === 429) tally.throttled++;
  if ((flags & REQUEST.late) !== 0) tally.late++;
  const latency = table.latency[row];
  if (Number.isNaN(latency) || (flags & REQUEST.longRunning) !== 0) return;
  tally.slowest = Math.max(tally.slowest ?? 0, latency);
  const at = tally.seen++;
  if (at < MAX_LATENCIES) tally.latencies.push(latency);
  // A fixed step through the sample, not chance: the same rows give the same median.
  else tally.latencies[(Math.imul(at, 0x9e3779b1) >>> 0) % MAX_LATENCIES] = latency;
}

function groupOf(
  value: string,
  { latencies, count: all, failed, throttled, late, slowest }: Tally,
): RequestGroup {
  const sorted = [...latencies].sort((a, b) => a - b);
  const median = sorted.length === 0 ? null : sorted[(sorted.length - 1) >> 1];
  return { value, count: all, failed, throttled, late, median, slowest };
}

/** A number by which rows of one table are told apart, and the text that stands for it. */
function keysOf(
  table: RequestTable,
  by: RequestGrouping,
): { readonly key: (row: number) => number; readonly text: (row: number) => string } {
  if (by === 'code') {
    return {
      key: (row) => table.code[row],
      text: (row) => (table.code[row] === 0 ? '' : String(table.code[row])),
    };
  }
  if (by === 'server') return { key: () => 0, text: () => table.server ?? '' };
  return { key: (row) => table[by][row], text: (row) => wordsOf(table, row)[by] };
}

/** The requests from the `offset`th in order of arrival, at most `limit`. Sorts numbers, and only those rows whole. */
export function listRequests(sets: readonly RequestSet[], offset: number, limit: number): RequestItem[] {
  const times = new Float64Array(sets.reduce((sum, { rows }) => sum + countBits(rows), 0));
  let at = 0;
  for (const { table, rows } of sets) forEachBit(rows, (row) => void (times[at++] = table.received[row]));
  if (offset >= times.length) return [];
  times.sort();
  const [from, to] = [times[offset], times[Math.min(offset + limit, times.length) - 1]];
  const near: { readonly set: number; readonly row: number; readonly time: EpochMs }[] = [];
  sets.forEach(({ table, rows }, set) => {
    forEachBit(rows, (row) => {
      const time = table.received[row];
      if (time >= from && time <= to) near.push({ set, row, time });
    });
  });
  near.sort((a, b) => a.time - b.time || a.set - b.set || a.row - b.row);
  const before = times.indexOf(from); // how many are earlier than all of these
  return near.slice(offset - before, offset - before + limit).map(({ set, row }) => itemOf(sets[set], row));
}

/** One row, decoded. */
export function itemOf({ file, table }: Pick<RequestSet, 'file' | 'table'>, row: number): RequestItem {
  const latency = table.latency[row];
  const notes = Array.from(table.notes.row, (_, i) => i).filter((i) => table.notes.row[i] === row);
  return {
    ...wordsOf(table, row),
    file,
    place: table.place[row],
    server: table.server ?? '',
    received: table.received[row],
    audit: { high: table.auditHigh[row], low: table.auditLow[row] },
    latency: Number.isNaN(latency) ? null : latency,
    code: table.code[row] === 0 ? null : table.code[row],
    flags: (Object.keys(REQUEST) as (keyof typeof REQUEST)[]).filter(
      (name) => (table.flags[row] & REQUEST[name]) !== 0,
    ),
    notes: notes.map((i) => [NOTE_KINDS[table.notes.kind[i]], table.notes.value[i]] as const),
  };
}
