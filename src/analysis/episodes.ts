/** Why apiservers went away: reboots of their nodes, rollouts of a revision, crashes. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import type { IncidentMark, RolloutMark } from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Episode, EpisodeKind, EpisodeSignal } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { Ground } from './ground.ts';
import { findReboots, judgeReboot, type Judgement } from './reboots.ts';
import { finishOf, firstSign, type Stop } from './shutdowns.ts';

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
/** An installer pod runs this long at most before its node's apiserver is restarted. */
const INSTALLER: DurationMs = 600 * SECOND;
/** A node that was never seen to come back is given up after this. */
const LONG_REBOOT: DurationMs = 1800 * SECOND;

/** All episodes, by time, then node. A stop that a reboot took is no rollout; what a reboot or stop explains is no crash. */
export function findEpisodes(stops: readonly Stop[], ground: Ground): Absence[] {
  const reboots = findReboots(ground).map((reboot): Absence => {
    const judgement = judgeReboot(reboot, stops, ground);
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
  const free = stops.filter((stop) => !taken.has(stop) && !isInside(stop, reboots));
  const rollouts = [...free.map((stop) => rolloutOf(stop, ground)), ...silentKills(stops, ground)];
  const crashes = findCrashes(stops, reboots, ground);
  const progress = progressAlone([...rollouts, ...reboots], ground);
  return [...reboots, ...rollouts, ...crashes, ...progress].sort(
    (a, b) => a.from - b.from || compare(a.node ?? '', b.node ?? '') || compare(a.kind, b.kind),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A second stop of the same apiserver while its node reboots belongs to the reboot. */
function isInside(stop: Stop, reboots: readonly Absence[]): boolean {
  const at = firstSign(stop);
  return reboots.some(
    (one) => stop.server === one.server && stop.node === one.node && at >= one.from && at <= one.until,
  );
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
    return { signal: 'signalled', stop, why: `${how}${finishText(stop)}` };
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

function finishText(stop: Stop): string {
  const finish = finishOf(stop);
  if (finish !== null) return `, finished after ${formatDuration(finish - stop.t0!)}`;
  return stop.outcome === 'incomplete' ? ', never finished' : '';
}

/** When the apiserver was seen to live again, before its next stop. */
function nextStart(ground: Ground, stop: Stop, from: EpochMs): EpochMs | null {
  let next: EpochMs | null = null;
  for (const mark of ground.run.marks) {
    if (mark.kind !== 'start' || mark.server !== stop.server || mark.at <= from || mark.node === null)
      continue;
    if (stop.node === null || ground.names.nameOf(mark.node) !== stop.node) continue;
    if (mark.at <= from + stop.kill.max + START_UP * 3 && (next === null || mark.at < next)) next = mark.at;
  }
  return next;
}

function revisionAt(ground: Ground, node: string | null, at: EpochMs): Episode['revision'] {
  let installed: RolloutMark | null = null;
  let progressing: RolloutMark | null = null;
  for (const mark of ground.run.marks) {
    if (mark.kind !== 'rollout' || mark.toRevision === null || mark.at > at) continue;
    if (mark.sign === 'progressing' && (mark.end === null || mark.end >= at))
      progressing = later(progressing, mark);
    const isHere = mark.sign === 'installer' && mark.node !== null && ground.names.nameOf(mark.node) === node;
    if (isHere && at - mark.at <= INSTALLER) installed = later(installed, mark);
  }
  if (installed === null && progressing === null) return null;
  const to = installed?.toRevision ?? progressing!.toRevision;
  return { from: progressing?.toRevision === to ? progressing.fromRevision : null, to };
}

function later(a: RolloutMark | null, b: RolloutMark): RolloutMark {
  return a === null || b.at >= a.at ? b : a;
}

/** The kubelet stopped the container, and no shutdown of that apiserver is known for it. */
function silentKills(stops: readonly Stop[], ground: Ground): Absence[] {
  const kills = ground.run.marks.filter(
    (mark): mark is RolloutMark => mark.kind === 'rollout' && mark.sign === 'killing' && mark.node !== null,
  );
  return kills.flatMap((mark): Absence[] => {
    const node = ground.names.nameOf(mark.node!);
    const isKnown = stops.some(
      (stop) =>
        stop.server === KUBE_APISERVER &&
        stop.node === node &&
        Math.abs(firstSign(stop) - mark.at) <= stop.kill.max + KILLING,
    );
    if (isKnown) return [];
    const cover = ground.coverage.covers(KUBE_APISERVER, node, {
      from: mark.at - KILLING,
      to: mark.at + KILLING,
    });
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
        signal: cover === null ? 'undeterminable' : 'missing',
        stop: null,
        why:
          cover === null
            ? `${told}; nothing covers that time. Add an e2e-events file`
            : `${told}, and no ShutdownInitiated of ${shortNodeName(node)} follows`,
      },
    ];
  });
}

/** The next process says that the one before did not end well, and neither a stop nor a reboot tells why. */
function findCrashes(stops: readonly Stop[], reboots: readonly Absence[], ground: Ground): Absence[] {
  const marks = ground.run.marks.filter(
    (mark): mark is IncidentMark => mark.kind === 'incident' && mark.incident === 'NonGracefulTermination',
  );
  const crashes: Absence[] = [];
  for (const mark of [...marks].sort((a, b) => a.at - b.at)) {
    const node = mark.node === null ? null : ground.names.nameOf(mark.node);
    const server = mark.server ?? KUBE_APISERVER;
    if (crashes.some((one) => one.node === node && Math.abs(one.from - mark.at) <= RESTART)) continue;
    const isRebooted = reboots.some(
      (one) => one.node === node && mark.at >= one.from && mark.at <= one.until + LONG_REBOOT / 3,
    );
    const isStopped = stops.some(
      (stop) =>
        stop.server === server &&
        stop.node === node &&
        stop.t0 !== null &&
        finishOf(stop) === null &&
        mark.at >= stop.t0 &&
        mark.at <= stop.t0 + stop.kill.max + START_UP * 3,
    );
    if (isRebooted || isStopped) continue;
    const cover = ground.coverage.covers(server, node, { from: mark.at - RESTART, to: mark.at });
    crashes.push({
      kind: 'crash',
      server,
      node,
      from: mark.at,
      to: mark.at,
      until: mark.at,
      lead: RESTART,
      revision: null,
      signal: cover === null ? 'undeterminable' : 'missing',
      stop: null,
      why: `the next process said at ${formatClock(mark.at)} that the one before did not terminate gracefully${
        cover === null
          ? '; nothing covers the time before it. Add an e2e-events file'
          : ', and no ShutdownInitiated stands before it'
      }`,
    });
  }
  return crashes;
}

/** The operator rolled a revision out, and no stop inside that time is known: which apiservers stopped is not told. */
function progressAlone(known: readonly Absence[], ground: Ground): Absence[] {
  const spans = ground.run.marks.filter(
    (mark): mark is RolloutMark => mark.kind === 'rollout' && mark.sign === 'progressing',
  );
  const alone = spans.filter(
    (span) =>
      !known.some(
        (one) =>
          one.server === KUBE_APISERVER &&
          one.kind === 'rollout' &&
          one.from >= span.at &&
          one.from <= (span.end ?? Infinity),
      ),
  );
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
