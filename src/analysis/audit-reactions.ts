/** How long load balancers went on sending to an apiserver that was told to stop: from its audit log. */
import { SECOND, secondsOf, type DurationMs, type EpochMs } from '../base/time.ts';
import { classifier, type RequestClass } from '../model/request-class.ts';
import { NOTE_KINDS, REQUEST, type RequestTable } from '../model/request-table.ts';
import type { Reaction } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { Ground } from './ground.ts';
import { isCensored } from './header-reactions.ts';
import { Hearing, indexReboots, toldEnd, type LifeEnd } from './life-end.ts';
import type { Stop } from './shutdowns.ts';

/** A load balancer that sent nothing in this time before the signal cannot be seen to stop sending. */
const TRAFFIC_BEFORE: DurationMs = 30 * SECOND;
/** A connection is late when it was made after this share of the delay (a.4). */
export const LATE_SHARE = 0.8;
const ELAPSED = NOTE_KINDS.indexOf('elapsed');

/** What one class of requests did at one stop. */
interface Tally {
  readonly kind: RequestClass;
  before: number;
  after: number;
  late: number;
  last: DurationMs; // of the arrivals since T0
  lastLate: DurationMs;
  elapsed: DurationMs | null; // the longest that an annotation tells
}

interface Window {
  readonly index: number;
  readonly stop: Stop;
  readonly t0: EpochMs;
  /** Later arrivals are of its next life. */
  readonly end: LifeEnd;
  readonly tallies: Map<string, Tally>;
}

/** Reactions of every stop that an audit log of its server and node covers, and of late requests without a stop. */
export function findAuditReactions(stops: readonly Stop[], ground: Ground): Reaction[] {
  const windows = findWindows(stops, ground);
  const stray = new Map<string, Tally>();
  for (const { table } of ground.run.requests) tallyTable(table, windows, stray, ground);
  return [
    ...windows.flatMap(({ index, stop, t0, end, tallies }) =>
      [...tallies.values()].flatMap((tally) => reactionsOf(tally, index, longestSeen(stop, t0, end))),
    ),
    ...[...stray.values()].map((tally) => strayReaction(tally, ground.learntDelay?.ms ?? null)),
  ];
}

/** How long arrivals can be seen: in its delay, and no longer than it lives. Null: not known. */
function longestSeen({ delay }: Stop, t0: EpochMs, end: LifeEnd): DurationMs | null {
  if (!end.isCut) return delay;
  return Math.min(delay ?? Infinity, end.at - t0);
}

/** From each signal to the end of the process that got it, as marks and all logs of that process tell it. */
function findWindows(stops: readonly Stop[], ground: Ground): Window[] {
  const reboots = indexReboots(ground);
  const heard = stops.flatMap((stop, index) => {
    const { t0 } = stop;
    if (t0 === null) return [];
    const told = toldEnd(stop, t0, reboots, ground);
    return [{ index, stop, t0, hearing: new Hearing(t0, told, Math.max(...stop.steps.values())) }];
  });
  for (const { table } of ground.run.requests) hearTable(table, heard, ground);
  return heard.map(({ index, stop, t0, hearing }) => ({
    index,
    stop,
    t0,
    end: hearing.end(),
    tallies: new Map(),
  }));
}

function hearTable(
  table: RequestTable,
  heard: readonly { readonly stop: Stop; readonly hearing: Hearing }[],
  ground: Ground,
): void {
  const own = ownByNode(table, heard, ground);
  const elapsed = elapsedByRow(table);
  for (let row = 0; row < table.length; row++) {
    const [at, flags] = [table.received[row], table.flags[row]];
    for (const { hearing } of own[table.node[row]]) {
      hearing.hear(at, (flags & REQUEST.loopback) !== 0);
      if ((flags & REQUEST.late) !== 0 || elapsed.has(row)) hearing.lives(at);
      if ((flags & REQUEST.beforeReady) !== 0) hearing.starts(at);
    }
  }
}

/** What is of the server of a table, by the table's ids of nodes. */
function ownByNode<T extends { readonly stop: Stop }>(
  table: RequestTable,
  all: readonly T[],
  ground: Ground,
): T[][] {
  const server = table.server ?? KUBE_APISERVER;
  return table.nodes.map((node) => {
    const name = node === '' ? null : ground.names.nameOf(node);
    return all.filter(({ stop }) => stop.server === server && stop.node === name);
  });
}

function tallyTable(
  table: RequestTable,
  windows: readonly Window[],
  stray: Map<string, Tally>,
  ground: Ground,
): void {
  const own = ownByNode(table, windows, ground);
  const classOf = classifier(table);
  const elapsed = elapsedByRow(table);
  for (let row = 0; row < table.length; row++) {
    const flags = table.flags[row];
    if ((flags & (REQUEST.duplicate | REQUEST.loopback)) !== 0) continue;
    const isLate = (flags & REQUEST.late) !== 0;
    const at = table.received[row];
    const window = own[table.node[row]].find(({ t0, end }) => at >= t0 - TRAFFIC_BEFORE && at <= end.at);
    if (window === undefined && !isLate) continue;
    const kind = classOf(row);
    if (kind === null) continue;
    const since = window === undefined ? 0 : at - window.t0;
    const tally = tallyOf(window?.tallies ?? stray, kind);
    count(tally, since, window !== undefined && since < 0, isLate, elapsed.get(row) ?? null);
  }
}

function elapsedByRow({ notes }: RequestTable): ReadonlyMap<number, DurationMs> {
  const found = new Map<number, DurationMs>();
  for (let i = 0; i < notes.row.length; i++)
    if (notes.kind[i] === ELAPSED) found.set(notes.row[i], notes.value[i] * SECOND);
  return found;
}

function tallyOf(tallies: Map<string, Tally>, kind: RequestClass): Tally {
  const key = `${kind.loadBalancer} ${kind.connection} ${kind.protocol}`;
  let tally = tallies.get(key);
  if (tally === undefined) {
    tally = { kind, before: 0, after: 0, late: 0, last: 0, lastLate: 0, elapsed: null };
    tallies.set(key, tally);
  }
  return tally;
}

function count(
  tally: Tally,
  since: DurationMs,
  isBefore: boolean,
  isLate: boolean,
  elapsed: DurationMs | null,
): void {
  if (isBefore) {
    tally.before++;
    return;
  }
  tally.after++;
  tally.last = Math.max(tally.last, since);
  if (elapsed !== null) tally.elapsed = Math.max(tally.elapsed ?? 0, elapsed);
  if (!isLate) return;
  tally.late++;
  tally.lastLate = Math.max(tally.lastLate, since);
}

/**
 * `longest`: what is near it may go on unseen. One row for the class, and one for its late requests where only they tell that connections were new; no request is
 * late in both. Nothing before and nothing after is no data.
 */
function reactionsOf(tally: Tally, shutdown: number, longest: DurationMs | null): Reaction[] {
  if (tally.before === 0 && tally.after === 0) return [];
  const isSplit = tally.late > 0 && tally.kind.connection === null;
  const seconds = secondsOf(tally.elapsed ?? tally.last);
  const whole: Reaction = {
    shutdown,
    ...tally.kind,
    seconds,
    atLeast: isCensored(seconds * SECOND, longest),
    lateRequests: isSplit ? 0 : tally.late,
    requests: tally.after,
    best: true,
    source: tally.elapsed === null ? 'audit-time' : 'audit-shutdown',
  };
  if (!isSplit) return [whole];
  const late: Reaction = {
    ...whole,
    connection: 'new',
    seconds: secondsOf(tally.lastLate),
    atLeast: true,
    lateRequests: tally.late,
    requests: tally.late,
    source: 'during-graceful',
  };
  return [whole, late];
}

/** Late requests of a shutdown that nothing else tells of: it had begun at least 80 % of its delay before. */
function strayReaction(tally: Tally, delay: DurationMs | null): Reaction {
  const seconds = tally.elapsed ?? (delay === null ? 0 : LATE_SHARE * delay);
  return {
    shutdown: null,
    ...tally.kind,
    connection: 'new',
    seconds: secondsOf(seconds),
    atLeast: true,
    lateRequests: tally.late,
    requests: tally.late,
    best: true,
    source: tally.elapsed === null ? 'during-graceful' : 'audit-shutdown',
  };
}
