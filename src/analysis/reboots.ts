/** Reboots of control-plane nodes, and whether the apiserver there was told to stop. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import { lowerBound } from '../base/search.ts';
import type { RebootMark } from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { EpisodeSignal } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { LATE_SIGNAL, SIGNAL_AFTER_REBOOT, SIGNAL_BEFORE_REBOOT } from '../model/rules.ts';
import type { Cover } from './coverage.ts';
import { describeEnd, STOP_TIMEOUT } from './ends.ts';
import { hardKill, type Ground } from './ground.ts';
import { rebootsBetweenJournals } from './journal-gaps.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import { finishOf, type Stop } from './shutdowns.ts';
import type { StopIndex } from './stop-index.ts';
import { adviseEvents, toldOfUnread } from './unread-source.ts';

export interface Reboot {
  readonly node: string; // longest name
  readonly from: EpochMs;
  readonly to: EpochMs | null; // null: not seen to come back
  readonly earliest: EpochMs; // it began no sooner; `from` where that is known
  readonly since: EpochMs; // what was signalled until then was for the node's reboot before
}

type Found = Omit<Reboot, 'since'>;

export interface Judgement {
  readonly signal: EpisodeSignal;
  readonly stop: Stop | null;
  readonly why: string;
}

/** No apiserver lives longer after its signal: the longest hard kill, and ten seconds for events stored late. */
const LONGEST_KILL: DurationMs = 204 * SECOND;
/** A signal later than this after a reboot of which no end was seen belongs to something else. */
const LONGEST_REBOOT: DurationMs = 1800 * SECOND;
/** No static pod is stopped and the next one ready in less: what the operator says sooner is of the rollout before. */
const TURN_AT_LEAST: DurationMs = 30 * SECOND;
/** A process says within this that it starts. */
const FIRST_LINES: DurationMs = 10 * SECOND;
/** Two phases of one node that begin within this are one reboot that two files tell. */
const SAME_REBOOT: DurationMs = 2 * SECOND;
/** A node event and the phase constructed from it have the same second; a little slack costs nothing. */
const SAME_EVENT: DurationMs = 5 * SECOND;

/** Reboots of nodes that run a kube-apiserver, by time then name. Phases that the monitor constructed come first. */
export function findReboots(ground: Ground): Reboot[] {
  const marks = [...ground.run.marks, ...rebootsBetweenJournals(ground)].filter(
    (mark): mark is RebootMark =>
      mark.kind === 'reboot' && mark.node !== null && ground.controlPlane.has(ground.names.nameOf(mark.node)),
  );
  const phases = mergePhases(
    marks.filter((mark) => mark.isPhase),
    ground,
  );
  const found = [...phases, ...rebootsOfEvents(marks, phases, ground)].sort(
    (a, b) => a.from - b.from || (a.node < b.node ? -1 : 1),
  );
  const ends = new Map<string, EpochMs[]>(); // by node: when its reboots before were over
  return found.map((one) => {
    const before = ends.get(one.node) ?? [];
    // One that was not over yet is this reboot, told by another file.
    const over = before.filter((end) => end <= one.earliest);
    if (one.to !== null) ends.set(one.node, [...before, one.to]);
    return { ...one, since: over.length === 0 ? -Infinity : Math.max(...over) + SIGNAL_AFTER_REBOOT };
  });
}

function mergePhases(marks: readonly RebootMark[], ground: Ground): Found[] {
  const reboots: Found[] = [];
  const last = new Map<string, number>(); // by node: its latest reboot
  for (const mark of [...marks].sort((a, b) => a.at - b.at || (a.end ?? Infinity) - (b.end ?? Infinity))) {
    const node = ground.names.nameOf(mark.node!);
    const same = last.get(node);
    const end = endOf(mark);
    if (same === undefined || mark.at - reboots[same].from > SAME_REBOOT) {
      last.set(node, reboots.length);
      reboots.push({ node, from: mark.at, to: end, earliest: mark.earliest ?? mark.at });
    }
    // A file that ends before the node is back has an open phase; the next one has its end.
    else if (reboots[same].to === null && end !== null) {
      reboots[same] = { ...reboots[same], to: end };
    }
  }
  return reboots;
}

/** An end before the begin is of a clock that was set meanwhile: the end is not known. */
function endOf({ at, end }: RebootMark): EpochMs | null {
  return end !== null && end < at ? null : end;
}

/** Reboots of which only the node's own events tell; several before it is back are one. */
function rebootsOfEvents(marks: readonly RebootMark[], phases: readonly Found[], ground: Ground): Found[] {
  const known = new NodeIndex(
    phases,
    (one) => one.node,
    (one) => [one.from - SAME_EVENT, Math.max(one.to ?? Infinity, one.from + SAME_EVENT)],
  );
  const last = new Map<string, Found>();
  const reboots: Found[] = [];
  for (const mark of marks.filter((one) => !one.isPhase).sort((a, b) => a.at - b.at)) {
    const node = ground.names.nameOf(mark.node!);
    const before = last.get(node);
    const isSame =
      before !== undefined &&
      mark.at <= Math.max(before.to ?? before.from + LONGEST_REBOOT, before.from + SAME_EVENT);
    if (isSame || known.touching(node, mark.at, mark.at).length > 0) continue;
    const boot = ground.marks.boots.touching(node, mark.at + 1, mark.at + LONGEST_REBOOT)[0];
    const reboot = { node, from: mark.at, to: boot?.at ?? endOf(mark), earliest: mark.earliest ?? mark.at };
    last.set(node, reboot);
    reboots.push(reboot);
  }
  return reboots;
}

/** Whether the node's kube-apiserver was signalled for this reboot. Another node's signal serves nobody. */
export function judgeReboot(reboot: Reboot, stops: StopIndex, ground: Ground): Judgement {
  const owner = ownerKey(KUBE_APISERVER, reboot.node);
  const from = Math.max(reboot.earliest - SIGNAL_BEFORE_REBOOT, reboot.since);
  const until = reboot.to === null ? lastMoment(reboot, ground) : reboot.to + SIGNAL_AFTER_REBOOT;
  const [inside] = stops.byT0.touching(owner, from, until);
  if (inside !== undefined) return signalledBy(inside, reboot, ground);
  const before = stops.byT0.touching(owner, Math.max(reboot.earliest - LONGEST_KILL, reboot.since), from - 1);
  const earlier = judgeEarlier(before[before.length - 1], reboot, ground);
  if (earlier !== null) return earlier;
  const [unknown] = stops.ofNoNode.touching(from, until);
  if (unknown !== undefined) {
    const why = `a ShutdownInitiated at ${formatClock(unknown.t0!)} names no node; none names ${shortNodeName(reboot.node)}`;
    return { signal: 'signal-on-unknown-node', stop: unknown, why };
  }
  const trace = stops.bySign.touching(owner, from, until).find((stop) => stop.t0 === null);
  if (trace !== undefined) {
    const step = [...trace.steps.keys()][0] ?? 'a later step';
    const why = `${step} was seen, but not when the shutdown began; add the run's e2e-events file`;
    return { signal: 'undeterminable', stop: trace, why };
  }
  return (
    judgeEdges(reboot, until, ground) ??
    judgeStopping(reboot, { owner, from, until }, ground) ??
    judgeReadiness(reboot, owner, from, ground) ??
    judgeAbsence(reboot, ground)
  );
}

/**
 * The server told itself that it was not ready, soon after the reboot began: it may have been told to stop, or have
 * lost its etcd. Neither is proof of a signal, nor of none.
 */
function judgeReadiness(
  reboot: Reboot,
  owner: string | null,
  from: EpochMs,
  ground: Ground,
): Judgement | null {
  const [mark] = ground.marks.unready.touching(owner, from, reboot.from + hardKill(ground).max);
  if (mark === undefined) return null;
  const why = `its own /readyz answered 500 at ${formatClock(mark.at)}, as after a signal or without etcd; no ShutdownInitiated is recorded. Add the node's termination log`;
  return { signal: 'undeterminable', stop: null, why };
}

/** The apiserver was seen to be on its way out: it was told to, though nobody recorded when. */
function judgeStopping(
  { node }: Reboot,
  { owner, from, until }: { owner: string | null; from: EpochMs; until: EpochMs },
  ground: Ground,
): Judgement | null {
  const [mark] = ground.marks.stopping.touching(owner, from, until);
  if (mark === undefined) return null;
  const why = `${mark.incident} of ${shortNodeName(node)} at ${formatClock(mark.at)} is said of an apiserver that was told to stop; its ShutdownInitiated is not recorded. Add the node's termination log`;
  return { signal: 'undeterminable', stop: null, why };
}

/** A window that begins or ends within the reboot, though not with a signal: what stood there is not told. */
function judgeEdges(reboot: Reboot, until: EpochMs, ground: Ground): Judgement | null {
  const edge = ground.marks.windowEdges
    .touching(reboot.node, reboot.from - SIGNAL_BEFORE_REBOOT, until)
    .find(({ window, at }) => window.isPair || at >= reboot.from - SIGNAL_AFTER_REBOOT);
  if (edge === undefined) return null;
  const why = `a shutdown window of ${shortNodeName(reboot.node)} begins or ends here, and what stood there is not told. Add an e2e-events file`;
  return { signal: 'undeterminable', stop: null, why };
}

/**
 * How long a reboot of which the end was not seen may have gone on: until the next life of its apiserver is seen, which
 * may be signalled in its turn. What is seen of a start sooner is of the life that the reboot ends: it may be signalled
 * before it is ready.
 */
function lastMoment(reboot: Reboot, ground: Ground): EpochMs {
  const { table } = ground.run;
  if (table.length === 0) return reboot.from + SIGNAL_AFTER_REBOOT;
  const last = Math.max(reboot.from, table.start[table.length - 1]) + SIGNAL_AFTER_REBOOT;
  const longest = Math.min(last, reboot.from + LONGEST_REBOOT);
  const owner = ownerKey(KUBE_APISERVER, reboot.node);
  const [next] = ground.marks.starts.touching(owner, reboot.from + TURN_AT_LEAST, longest);
  return next === undefined ? longest : next.at;
}

function signalledBy(stop: Stop, reboot: Reboot, ground: Ground): Judgement {
  const gap = stop.t0! - reboot.from;
  const when =
    gap >= 0
      ? `${formatDuration(gap)} after the reboot began`
      : `${formatDuration(-gap)} before the reboot began`;
  const how = stop.inferred
    ? `ShutdownInitiated itself was not stored; later steps put it ${when}`
    : `ShutdownInitiated at ${formatClock(stop.t0!)}, ${when}`;
  const why = how + describeEnd(stop, ground, true);
  return (
    logOnly(stop, why, ground) ?? { signal: gap > LATE_SIGNAL ? 'signalled-late' : 'signalled', stop, why }
  );
}

/** The signal is known from logs or headers alone, although the event would have been recorded at that moment. */
function logOnly(stop: Stop, why: string, ground: Ground): Judgement | null {
  const isStored = stop.witnesses.some(
    ({ step, mark }) => step !== 'readyz=false' && (mark.evidence === 'event' || mark.evidence === 'window'),
  );
  if (isStored) return null;
  const at = stop.t0!;
  if (ground.coverage.covers(stop.server, stop.node, { from: at, to: at }) === null) return null;
  const where = stop.evidence.includes('header') ? 'response headers' : 'logs';
  return {
    signal: 'signalled-in-log-only',
    stop,
    why: `${why}; known from ${where} alone, the event was not stored`,
  };
}

/**
 * A shutdown that began before the reboot serves it only while it was still under way: within its hard kill, not
 * finished, and no next life of that apiserver seen.
 */
function judgeEarlier(last: Stop | undefined, reboot: Reboot, ground: Ground): Judgement | null {
  if (last === undefined || last.t0! < reboot.earliest - last.kill.max) return null;
  const finish = finishOf(last);
  if (finish !== null && finish < reboot.earliest) {
    if (!last.isEndDoubtful || finish < reboot.earliest - SIGNAL_BEFORE_REBOOT) return null;
    const why = `a shutdown window ends ${formatDuration(reboot.from - finish)} before the reboot; its end may be the signal itself. Add an e2e-events file`;
    return { signal: 'undeterminable', stop: last, why };
  }
  if (startedBetween(ground, reboot.node, last.t0!, reboot.earliest)) return null;
  if (readyBetween(ground, reboot.node, last.t0! + TURN_AT_LEAST, reboot.earliest)) return null;
  const gap = formatDuration(reboot.from - last.t0!);
  if (last.t0! < reboot.from - last.kill.min) {
    const why = `a shutdown began ${gap} before the reboot; whether it was still under way depends on the platform, which is not known (--platform)`;
    return { signal: 'undeterminable', stop: last, why };
  }
  const span = { from: last.t0!, to: reboot.from };
  if (
    finish === null &&
    ground.coverage.covers(KUBE_APISERVER, reboot.node, span) === null &&
    last.outcome !== 'incomplete'
  ) {
    const why = `a shutdown began ${gap} before the reboot; nothing covers the time between, so whether it had ended is not known. ${adviseEvents(ground)}`;
    return { signal: 'undeterminable', stop: last, why };
  }
  const why = `the shutdown of ${formatClock(last.t0!)}, ${gap} before the reboot, was still under way${describeEnd(last, ground, true)}`;
  return logOnly(last, why, ground) ?? { signal: 'signalled', stop: last, why };
}

function startedBetween(ground: Ground, node: string, from: EpochMs, to: EpochMs): boolean {
  return ground.marks.starts.touching(ownerKey(KUBE_APISERVER, node), from + 1, to - 1).length > 0;
}

/** The operator saw the next life of the static pod ready. */
function readyBetween(ground: Ground, node: string, from: EpochMs, to: EpochMs): boolean {
  return from < to && ground.marks.turns.touching(node, from, to).some(({ sign }) => sign === 'current');
}

/**
 * No sign of a signal: missing where a source would have shown it, from the earliest moment that a shutdown still under
 * way may have begun. A list of nothing but reboots is taken as it stands.
 */
function judgeAbsence(reboot: Reboot, ground: Ground): Judgement {
  const to = reboot.to ?? reboot.from + STOP_TIMEOUT;
  const span = { from: reboot.earliest - hardKill(ground).max, to };
  const clock = `${formatClock(reboot.from)} and ${formatClock(to)}`;
  // Of a reboot that the run did not see end, the signal may lie behind the end of the run.
  const cover = ground.coverage.covers(KUBE_APISERVER, reboot.node, span, reboot.to === null);
  const here = ground.coverage.covers(KUBE_APISERVER, reboot.node, { from: reboot.from, to });
  const enough = cover ?? (here?.kinds.includes('extract') === true ? here : null);
  // A process that logs on after its node began to reboot, and was not told to stop before it fell silent.
  const begin = { from: reboot.from, to: reboot.from };
  const life = ground.coverage.lifeOver(KUBE_APISERVER, reboot.node, begin);
  const isLogged =
    life !== null &&
    !outlives(life, reboot, ground) &&
    (life.from <= span.from || isWholeLife(life, reboot.node, ground));
  if (
    enough !== null &&
    !isLogged &&
    isSilent(enough, { from: reboot.from - SIGNAL_BEFORE_REBOOT, to }, ground)
  ) {
    const why = `nothing at all was recorded between ${clock}, so that a signal may be lost with the rest. ${adviseEvents(ground)}`;
    return { signal: 'undeterminable', stop: null, why };
  }
  if (enough !== null) {
    const log = isLogged
      ? `, as would its own log, from ${formatClock(life.from)} to ${formatClock(life.to)}`
      : '';
    const why = `no ShutdownInitiated of ${shortNodeName(reboot.node)} between ${clock}; ${describeCover(enough)}${log}`;
    return { signal: 'missing', stop: null, why };
  }
  if (isLogged) {
    const why = `no ShutdownInitiated of ${shortNodeName(reboot.node)}; its log goes on until ${formatClock(life.to)}, after the reboot began, and would show it`;
    return { signal: 'missing', stop: null, why };
  }
  return {
    signal: 'undeterminable',
    stop: null,
    why: whyUndeterminable(reboot, span, here !== null, ground),
  };
}

/** Events cover the time, and there is none: what kept the others out may have kept the signal out. */
function isSilent({ kinds }: Cover, span: { from: EpochMs; to: EpochMs }, { run }: Ground): boolean {
  if (kinds.some((kind) => kind !== 'events')) return false;
  const { table } = run;
  for (let row = lowerBound(table.start, span.from); row < table.length; row++) {
    if (table.start[row] > span.to) break;
    if (table.start[row] === table.end[row] && table.sources[table.source[row]] === 'KubeEvent') return false;
  }
  return true;
}

/** A process that a reboot of its node did not end shows that a clock is wrong, and nothing else. */
function outlives(
  { to }: { readonly to: EpochMs },
  { node, from, to: end }: Reboot,
  ground: Ground,
): boolean {
  return (
    end !== null && to > end + SIGNAL_AFTER_REBOOT && !startedBetween(ground, node, from, to + 2 * SECOND)
  );
}

/** The log begins with the process's own start: no shutdown before it can be the one of this life. */
function isWholeLife({ from }: { readonly from: EpochMs }, node: string, ground: Ground): boolean {
  const owner = ownerKey(KUBE_APISERVER, node);
  return ground.marks.starts.touching(owner, from - SECOND, from + FIRST_LINES).length > 0;
}

/** What absence is judged from. */
export function describeCover({ kinds, from, to }: Cover): string {
  const span = `from ${formatClock(from)} to ${formatClock(to)}`;
  if (kinds.includes('events')) return `events are recorded ${span}, and would show it`;
  return kinds.includes('windows')
    ? `windows of graceful shutdowns were constructed ${span}, and would show it`
    : 'the list holds nothing but reboots and signals, and is taken as complete';
}

function whyUndeterminable(
  reboot: Reboot,
  span: { from: EpochMs; to: EpochMs },
  isCut: boolean,
  ground: Ground,
): string {
  const node = shortNodeName(reboot.node);
  const usual = "Add the run's e2e-events file";
  const add = adviseEvents(ground, usual);
  if (isCut)
    return `the data begin too late to show a shutdown that was under way when the reboot began. ${usual}`;
  const blind = ground.run.coverage.find(
    (one) =>
      (one.kind === 'windows-blind' || one.kind === 'events-blind') &&
      one.node !== null &&
      ground.names.nameOf(one.node) === reboot.node &&
      one.from < span.to &&
      one.to > span.from,
  );
  if (blind?.kind === 'events-blind') {
    return `a ShutdownInitiated of ${node} was repeated until ${formatClock(blind.to)}, and not every time of it is told. Add the log of its apiserver`;
  }
  if (blind !== undefined) {
    return `a shutdown window of ${node} is open or too long from ${formatClock(blind.from)} on, and may have swallowed the signal. ${add}`;
  }
  const hasAny = ground.run.coverage.length > 0;
  return hasAny
    ? `no source covers ${node} from ${formatClock(span.from)} to ${formatClock(span.to)}. ${add}`
    : `no source here would show a signal: ${toldOfUnread(ground) ?? `there are neither events nor shutdown windows. ${add}`}`;
}
