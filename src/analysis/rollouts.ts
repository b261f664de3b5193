/** Stops of apiservers for a new revision of their static pod: with a shutdown, with a kubelet's word, or by the operator's alone. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import { lowerBound } from '../base/search.ts';
import type { RolloutMark } from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Episode } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { MAX_STOP, RESTART, START_UP, type Absence } from './absence.ts';
import { describeEnd } from './ends.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import type { Judgement } from './reboots.ts';
import { finishOf, firstSign, type Stop } from './shutdowns.ts';
import type { StopIndex } from './stop-index.ts';
import { adviseEvents } from './unread-source.ts';

/** A kubelet says `Killing` in the same seconds as the apiserver says that it was told to stop. */
const KILLING: DurationMs = 30 * SECOND;
/** From choosing a node, or from its installer pod's start, to the restart, and from there to being ready, it takes this long at most. */
const TURN: DurationMs = 600 * SECOND;

/** The rollout that a stop is of which no reboot took. */
export function rolloutOf(stop: Stop, ground: Ground): Absence {
  const from = firstSign(stop);
  const started = nextStart(ground, stop, from);
  const finish = finishOf(stop);
  const ready = stop.server === KUBE_APISERVER ? readyAfter(ground, stop.node, from) : null;
  const until = started ?? ready ?? (finish ?? from + stop.kill.max) + START_UP;
  const { signal, why } = judgeStop(stop, ground);
  return {
    kind: 'rollout',
    server: stop.server,
    node: stop.node,
    from,
    to: started ?? finish ?? ready,
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
      : `${seen}; nothing covers the time before it. ${adviseEvents(ground)}`,
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

/** The operator says before which revision the node's static pod is to have, and after which it has. */
function revisionAt(ground: Ground, node: string | null, at: EpochMs): Episode['revision'] {
  const turn =
    targetBefore(ground, node, at) ??
    ground.marks.turns.touching(node, at, at + TURN).find(isCurrent) ??
    null;
  if (turn !== null) return { from: turn.fromRevision, to: turn.toRevision };
  const isTold = (mark: RolloutMark) => mark.toRevision !== null;
  const installed = ground.marks.installers
    .touching(node, at - TURN, at)
    .filter(isTold)
    .reduce(later, null);
  const progressing = ground.marks.progressing.touching(at, at).filter(isTold).reduce(later, null);
  if (installed === null && progressing === null) return null;
  const to = installed?.toRevision ?? progressing!.toRevision;
  return { from: progressing?.toRevision === to ? progressing.fromRevision : null, to };
}

function targetBefore(ground: Ground, node: string | null, at: EpochMs): RolloutMark | null {
  const targets = ground.marks.turns.touching(node, at - TURN, at).filter(({ sign }) => sign === 'target');
  return targets.reduce(later, null);
}

function isCurrent({ sign }: RolloutMark): boolean {
  return sign === 'current';
}

/** When the operator saw the next life of a node's static pod ready. */
function readyAfter(ground: Ground, node: string | null, from: EpochMs): EpochMs | null {
  return ground.marks.turns.touching(node, from, from + TURN).find(isCurrent)?.at ?? null;
}

function later(a: RolloutMark | null, b: RolloutMark): RolloutMark | null {
  return a === null || b.at >= a.at ? b : a;
}

/** The kubelet stopped the container, and no shutdown of that apiserver is known for it. */
export function silentKills(stops: StopIndex, ground: Ground): Absence[] {
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
      why: `${told}; nothing covers that time. ${adviseEvents(ground)}`,
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
/**
 * The operator updated a node, and no stop of its apiserver is known for it. It was restarted between being chosen and
 * being ready; how, is not told. `known`: all that is known of its apiserver.
 */
export function turnsAlone(known: readonly Absence[], ground: Ground): Absence[] {
  const taken = new NodeIndex(
    known.filter(({ server }) => server === KUBE_APISERVER),
    ({ node }) => node,
    ({ from, to }) => [from, to ?? from],
  );
  return ground.run.marks.flatMap((mark): Absence[] => {
    if (mark.kind !== 'rollout' || !isCurrent(mark) || mark.node === null) return [];
    const node = ground.names.nameOf(mark.node);
    const target = targetBefore(ground, node, mark.at);
    if (target === null || target.toRevision !== mark.toRevision) return [];
    if (taken.touching(node, target.at, mark.at).length > 0) return [];
    const span = { from: target.at, to: mark.at };
    const isCovered = ground.coverage.covers(KUBE_APISERVER, node, span) !== null;
    const advice = isCovered ? `Add the termination log of ${shortNodeName(node)}` : adviseEvents(ground);
    return [
      {
        kind: 'rollout',
        server: KUBE_APISERVER,
        node,
        ...span,
        until: mark.at,
        lead: 0,
        revision: { from: mark.fromRevision, to: mark.toRevision },
        signal: 'undeterminable',
        stop: null,
        why: `the operator updated the node between ${formatClock(target.at)} and ${formatClock(mark.at)}; when its apiserver stopped is not told here. ${advice}`,
      },
    ];
  });
}

/** The operator rolled a revision out, and no stop inside that time is known: which apiservers stopped is not told. */
export function progressAlone(known: readonly Absence[], ground: Ground): Absence[] {
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
    why: `the operator rolled out a revision; which apiserver stopped when is not told here. ${adviseEvents(ground)}`,
  }));
}
