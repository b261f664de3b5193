/** Why apiservers went away: reboots of their nodes, rollouts of a revision, crashes. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import { lowerBound } from '../base/search.ts';
import type { IncidentMark, RolloutMark } from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Episode, EpisodeKind, EpisodeSignal } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { describeEnd } from './ends.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import { findReboots, judgeReboot, type Judgement } from './reboots.ts';
import { finishOf, firstSign, type Stop } from './shutdowns.ts';
import { indexStops, type StopIndex } from './stop-index.ts';

/** An episode while it is being related to disruption. Times in EpochMs. */
export interface Absence {
  readonly kind: EpisodeKind;
  readonly server: string;
  readonly node: string | null;
  readonly from: EpochMs;
  readonly to: EpochMs | null;
  /** Until when disruption may come from it: its end, or where that was not seen the latest moment it may have had. */
  readonly until: EpochMs;
  /** How long before `from` the apiserver may have been gone already. */
  readonly lead: DurationMs;
  readonly revision: Episode['revision'];
  readonly signal: EpisodeSignal;
  readonly stop: Stop | null;
  readonly why: string;
}

/** The next life of a static pod needs about this long to serve; f.5 counts it to the rollout. */
const START_UP: DurationMs = 120 * SECOND;
/** A kubelet says `Killing` in the same seconds as the apiserver says that it was told to stop. */
const KILLING: DurationMs = 30 * SECOND;
/** A crash is told by the next start, after the restart's back-off. */
const RESTART: DurationMs = 120 * SECOND;
/** It says so this long after its start at most. */
const NEXT_WORD: DurationMs = 15 * SECOND;
/** The longest hard kill of any platform. */
const MAX_STOP: DurationMs = 194 * SECOND;
/** An installer pod runs this long at most before its node's apiserver is restarted. */
const INSTALLER: DurationMs = 600 * SECOND;
/** A node that was never seen to come back is given up after this. */
const LONG_REBOOT: DurationMs = 1800 * SECOND;

/** All episodes, by time, then node. A stop that a reboot took is no rollout; what a reboot or stop explains is no crash. */
export function findEpisodes(stops: readonly Stop[], ground: Ground): Absence[] {
  const index = indexStops(stops, ground.controlPlane);
  const reboots = findReboots(ground).map((reboot): Absence => {
    const judgement = judgeReboot(reboot, index, ground);
    return {
      kind: 'reboot',
      server: KUBE_APISERVER,
      ...reboot,
      until: reboot.to ?? reboot.from + LONG_REBOOT,
      lead: 0,
      revision: null,
      ...judgement,
    };
  });
  const taken = new Set(reboots.flatMap((one) => (one.stop === null ? [] : [one.stop])));
  const down = new NodeIndex(
    reboots,
    (one) => ownerKey(one.server, one.node),
    (one) => [one.from, one.until],
  );
  const free = stops.filter((stop) => !taken.has(stop) && !isInside(stop, down));
  const kills = silentKills(index, ground);
  const rollouts = [...free.map((stop) => rolloutOf(stop, ground)), ...kills];
  const killed = new NodeIndex(
    kills,
    (one) => ownerKey(one.server, one.node),
    (one) => [one.from, one.from + MAX_STOP + START_UP * 3],
  );
  const crashes = findCrashes(index, { down, killed }, ground);
  const progress = progressAlone(rollouts, ground);
  return [...reboots, ...rollouts, ...crashes, ...progress].sort(
    (a, b) => a.from - b.from || compare(a.node ?? '', b.node ?? '') || compare(a.kind, b.kind),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A second stop of the same apiserver while its node reboots belongs to the reboot. */
function isInside(stop: Stop, down: NodeIndex<Absence>): boolean {
  const at = firstSign(stop);
  return down.touching(ownerKey(stop.server, stop.node), at, at).length > 0;
}

function rolloutOf(stop: Stop, ground: Ground): Absence {
  const from = firstSign(stop);
  const started = nextStart(ground, stop, from);
  const finish = finishOf(stop);
  const until = started ?? (finish ?? from + stop.kill.max) + START_UP;
  const { signal, why } = judgeStop(stop, ground);
  return {
    kind: 'rollout',
    server: stop.server,
    node: stop.node,
    from,
    to: started ?? finish,
    until,
    lead: 0,
    revision: stop.server === KUBE_APISERVER ? revisionAt(ground, stop.node, from) : null,
    signal,
    stop,
    why,
  };
}

function judgeStop(stop: Stop, ground: Ground): Judgement {
  if (stop.t0 !== null) {
    const how = stop.inferred
      ? `ShutdownInitiated itself was not stored; later steps put it at ${formatClock(stop.t0)}`
      : `ShutdownInitiated at ${formatClock(stop.t0)}`;
    return { signal: 'signalled', stop, why: `${how}${finishText(stop, ground)}` };
  }
  const [step] = [...stop.steps.keys()];
  const span = { from: firstSign(stop) - stop.kill.max, to: firstSign(stop) };
  const isCovered = ground.coverage.covers(stop.server, stop.node, span)?.kinds.includes('events') === true;
  const seen = `${step ?? 'the end'} was seen at ${formatClock(firstSign(stop))}`;
  return {
    signal: 'undeterminable',
    stop,
    why: isCovered
      ? `${seen}, ShutdownInitiated was not stored`
      : `${seen}; nothing covers the time before it. Add an e2e-events file`,
  };
}

function finishText(stop: Stop, ground: Ground): string {
  const finish = finishOf(stop);
  if (finish !== null) return `, finished after ${formatDuration(finish - stop.t0!)}`;
  const end = describeEnd(stop, ground, false);
  if (end !== '') return end;
  return stop.outcome === 'incomplete' ? ', never finished' : '';
}

/** When the apiserver was seen to live again, before its next stop. */
function nextStart(ground: Ground, stop: Stop, from: EpochMs): EpochMs | null {
  const latest = from + stop.kill.max + START_UP * 3;
  const starts = ground.marks.starts.touching(ownerKey(stop.server, stop.node), from + 1, latest);
  return starts.find((mark) => mark.kind === 'start')?.at ?? null;
}

function revisionAt(ground: Ground, node: string | null, at: EpochMs): Episode['revision'] {
  const isTold = (mark: RolloutMark) => mark.toRevision !== null;
  const installed = ground.marks.installers
    .touching(node, at - INSTALLER, at)
    .filter(isTold)
    .reduce(later, null);
  const progressing = ground.marks.progressing.touching(at, at).filter(isTold).reduce(later, null);
  if (installed === null && progressing === null) return null;
  const to = installed?.toRevision ?? progressing!.toRevision;
  return { from: progressing?.toRevision === to ? progressing.fromRevision : null, to };
}

function later(a: RolloutMark | null, b: RolloutMark): RolloutMark | null {
  return a === null || b.at >= a.at ? b : a;
}

/** The kubelet stopped the container, and no shutdown of that apiserver is known for it. */
function silentKills(stops: StopIndex, ground: Ground): Absence[] {
  const kills = ground.run.marks.filter(
    (mark): mark is RolloutMark => mark.kind === 'rollout' && mark.sign === 'killing' && mark.node !== null,
  );
  return kills.flatMap((mark): Absence[] => {
    const node = ground.names.nameOf(mark.node!);
    const near = MAX_STOP + KILLING;
    const isKnown = stops.bySign
      .touching(ownerKey(KUBE_APISERVER, node), mark.at - near, mark.at + near)
      .some((stop) => Math.abs(firstSign(stop) - mark.at) <= stop.kill.max + KILLING);
    if (isKnown) return [];
    const told = `the kubelet stopped the container at ${formatClock(mark.at)}`;
    return [
      {
        kind: 'rollout',
        server: KUBE_APISERVER,
        node,
        from: mark.at,
        to: null,
        until: mark.at + START_UP,
        lead: 0,
        revision: revisionAt(ground, node, mark.at),
        ...judgeKill(mark.at, node, told, ground),
      },
    ];
  });
}

/** A container that the kubelet stopped in order was told to, though it may not have heard; silence counts where it would show. */
function judgeKill(at: EpochMs, node: string, told: string, ground: Ground): Judgement {
  const span = { from: at - KILLING, to: at + KILLING };
  const life = ground.coverage.lifeOver(KUBE_APISERVER, node, { from: at, to: at + KILLING });
  const isCovered = ground.coverage.covers(KUBE_APISERVER, node, span) !== null;
  if (!isCovered && life === null)
    return {
      signal: 'undeterminable',
      stop: null,
      why: `${told}; nothing covers that time. Add an e2e-events file`,
    };
  const owner = ownerKey(KUBE_APISERVER, node);
  const [start] = ground.marks.starts.touching(owner, at + 1, at + MAX_STOP + START_UP * 3);
  const isBad =
    start === undefined || ground.marks.nonGraceful.touching(owner, at, start.at + RESTART).length > 0;
  // The next process would say that this one was killed: it ended in order, so that it heard, and its events are lost.
  if (!isBad && life === null)
    return {
      signal: 'undeterminable',
      stop: null,
      why: `${told}, and no ShutdownInitiated of ${shortNodeName(node)} follows; but the next process does not say that it was killed, so the event may not have been stored. Add the node's termination log`,
    };
  return {
    signal: 'missing',
    stop: null,
    why: `${told}, and no ShutdownInitiated of ${shortNodeName(node)} follows`,
  };
}

/** The next process says that the one before did not end well, and neither a stop, nor the kubelet, nor a reboot tells why. */
function findCrashes(
  stops: StopIndex,
  { down, killed }: Readonly<Record<'down' | 'killed', NodeIndex<Absence>>>,
  ground: Ground,
): Absence[] {
  const marks = ground.run.marks.filter(
    (mark): mark is IncidentMark => mark.kind === 'incident' && mark.incident === 'NonGracefulTermination',
  );
  const crashes: Absence[] = [];
  const told = new Map<string, EpochMs>(); // by apiserver: its latest crash
  for (const mark of [...marks].sort((a, b) => a.at - b.at)) {
    const node = mark.node === null ? null : ground.names.nameOf(mark.node);
    const server = mark.server ?? KUBE_APISERVER;
    const owner = ownerKey(server, node);
    const before = told.get(owner ?? server);
    if (before !== undefined && mark.at - before <= RESTART) continue;
    const isRebooted = down.touching(owner, mark.at - LONG_REBOOT / 3, mark.at).length > 0;
    const isStopped = stops.byT0
      .touching(owner, mark.at - MAX_STOP - START_UP * 3, mark.at)
      .some((stop) => finishOf(stop) === null && mark.at <= stop.t0! + stop.kill.max + START_UP * 3);
    const isKilled = killed.touching(owner, mark.at, mark.at).length > 0;
    if (isRebooted || isStopped || isKilled) continue;
    told.set(owner ?? server, mark.at);
    crashes.push({
      kind: 'crash',
      server,
      node,
      from: mark.at,
      to: mark.at,
      until: mark.at,
      lead: RESTART,
      revision: null,
      ...judgeCrash(mark.at, server, node, ground),
    });
  }
  return crashes;
}

function judgeCrash(at: EpochMs, server: string, node: string | null, ground: Ground): Judgement {
  const told = `the next process said at ${formatClock(at)} that the one before did not terminate gracefully`;
  if (ground.coverage.covers(server, node, { from: at - RESTART, to: at }) !== null)
    return { signal: 'missing', stop: null, why: `${told}, and no ShutdownInitiated stands before it` };
  // Only a termination log knows how long a life went on that ended without a word.
  const span = { from: at - RESTART, to: at - NEXT_WORD };
  const life = node === null ? null : ground.coverage.lifeOver(server, node, span);
  if (life !== null)
    return {
      signal: 'missing',
      stop: null,
      why: `${told}; the log of that one, from ${formatClock(life.from)} to ${formatClock(life.to)}, has no ShutdownInitiated. Whether its node was rebooted its journal tells`,
    };
  return {
    signal: 'undeterminable',
    stop: null,
    why: `${told}; nothing covers the time before it. Add an e2e-events file`,
  };
}

/** The operator rolled a revision out, and no stop inside that time is known: which apiservers stopped is not told. */
function progressAlone(known: readonly Absence[], ground: Ground): Absence[] {
  const spans = ground.run.marks.filter(
    (mark): mark is RolloutMark => mark.kind === 'rollout' && mark.sign === 'progressing',
  );
  const starts = Float64Array.from(
    known.flatMap((one) => (one.server === KUBE_APISERVER ? [one.from] : [])),
  ).sort();
  const alone = spans.filter((span) => {
    const next = starts[lowerBound(starts, span.at)];
    return next === undefined || next > (span.end ?? Infinity);
  });
  const merged: RolloutMark[] = [];
  for (const span of alone.sort((a, b) => a.at - b.at)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && span.at <= (last.end ?? Infinity)) {
      const end = last.end === null || span.end === null ? null : Math.max(last.end, span.end);
      merged[merged.length - 1] = { ...last, end, toRevision: span.toRevision ?? last.toRevision };
    } else merged.push(span);
  }
  return merged.map((span) => ({
    kind: 'rollout',
    server: KUBE_APISERVER,
    node: null,
    from: span.at,
    to: span.end,
    until: span.end ?? Infinity,
    lead: 0,
    revision: span.toRevision === null ? null : { from: span.fromRevision, to: span.toRevision },
    signal: 'undeterminable',
    stop: null,
    why: 'the operator rolled out a revision; which apiserver stopped when is not told here. Add an e2e-events file',
  }));
}
