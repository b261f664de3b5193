import type { DurationMs, EpochMs } from '../base/time.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Episode, Report, Shutdown } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { TimeWindow } from '../view/steps.ts';
import { findDueSteps } from './due-steps.ts';
import { PAINT, type Paint } from './paint.ts';

/** What stands on a lifecycle lane: it is read from the report and has no row. */
export interface Extra {
  readonly kind: 'step' | 'due' | 'limit' | 'phase' | 'missing' | 'gone' | 'starting' | 'serving' | 'unknown';
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly paint: Paint;
  /** Words for a tooltip. */
  readonly title: string;
  /** The step that a mark stands for, as the report calls it; of several that were due the first. */
  readonly step?: string;
  /** Index into the report's shutdowns. */
  readonly shutdown: number | null;
  /** Index into the report's episodes. */
  readonly episode: number | null;
  /** Its lane, for what belongs to no shutdown and no episode. */
  readonly lane?: string;
}

export interface LifecycleLane {
  readonly label: string;
  readonly title: string;
  readonly server: { readonly name: string; readonly place: string | null };
  /** Ascending by start. */
  readonly extras: readonly Extra[];
}

/** A server that listens no more, but has not finished. */
const AFTER_LISTENING: ReadonlySet<string> = new Set([
  'NotAcceptingNewRequest',
  'InFlightRequestsDrained',
  'HTTPServerStoppedListening',
]);

/** The next life of a static pod needs about this long to serve; the same figure as in the analysis of episodes. */
const START_UP: DurationMs = 120_000;
/** From this share of the delay on a new connection is late. Source: origin's graceful shutdown monitor. */
const LATE_SHARE = 0.8;

/**
 * One lane per apiserver, by server and then node or pod: the stretches between the steps of each shutdown, the steps,
 * a mark where a signal was due and is missing, and in between whether it is known to have served.
 */
export function layoutLifecycle(report: Report, range: TimeWindow): LifecycleLane[] {
  const lanes = new Map<string, LifecycleLane & { extras: Extra[] }>();
  const laneOf = (server: string, place: string | null) => {
    const title = `${server} ${place ?? '(unknown node)'}`;
    let lane = lanes.get(title);
    if (lane === undefined) {
      lane = {
        label: `${server} ${place === null ? '(unknown node)' : shortNodeName(place)}`,
        title,
        server: { name: server, place },
        extras: [],
      };
      lanes.set(title, lane);
    }
    return lane.extras;
  };
  for (const node of report.run.controlPlane) laneOf(KUBE_APISERVER, node);
  report.shutdowns.forEach((shutdown, index) => {
    const extras = [
      ...extrasOfShutdown(shutdown, index, range),
      ...extrasOfDueSteps(report, shutdown, index, range),
    ];
    laneOf(shutdown.server, shutdown.node ?? shutdown.pod).push(...extras);
  });
  report.episodes.forEach((episode, index) => {
    const stopped = episode.shutdown === null ? undefined : report.shutdowns[episode.shutdown];
    const ended = stopped === undefined ? null : endOf(stopped);
    const isComputed = stopped !== undefined && (stopped.gone === null || stopped.goneFrom === 'timeout');
    const end = { at: ended, note: isComputed ? ', since here at the latest' : '' };
    const extras = extrasOfEpisode(episode, index, report.complete, end, range);
    laneOf(episode.server, episode.node).push(...extras);
  });
  return [...lanes.values()]
    .map((lane) => ({ ...lane, extras: fillBetween(lane, report, range) }))
    .sort((a, b) => compareServers(a.title, b.title));
}

/** The kube-apiserver first: the others hang on it. */
function compareServers(a: string, b: string): number {
  const other = (title: string) => (title.startsWith(`${KUBE_APISERVER} `) ? 0 : 1);
  return other(a) - other(b) || (a < b ? -1 : a > b ? 1 : 0);
}

interface Step {
  readonly name: string;
  readonly at: EpochMs;
}

const LATE = 'Late from here on: 80 % of the delay';

function stepsOf(shutdown: Shutdown): Step[] {
  const steps = Object.entries(shutdown.steps).map(([name, at]) => ({ name, at: Date.parse(at) }));
  if (shutdown.initiated !== null && !('ShutdownInitiated' in shutdown.steps)) {
    steps.push({ name: 'ShutdownInitiated', at: Date.parse(shutdown.initiated) });
  }
  if (shutdown.finished !== null && !('TerminationGracefulTerminationFinished' in shutdown.steps)) {
    steps.push({ name: 'TerminationGracefulTerminationFinished', at: Date.parse(shutdown.finished) });
  }
  if (shutdown.initiated !== null && shutdown.delaySeconds !== null) {
    const at = Date.parse(shutdown.initiated) + shutdown.delaySeconds * 1000 * LATE_SHARE;
    if (steps.some((step) => step.at > at)) steps.push({ name: LATE, at });
  }
  return steps.sort((a, b) => a.at - b.at);
}

function extrasOfShutdown(shutdown: Shutdown, index: number, range: TimeWindow): Extra[] {
  const steps = stepsOf(shutdown);
  const extras: Extra[] = [];
  const base = { shutdown: index, episode: null };
  const delayEnd =
    shutdown.initiated === null || shutdown.delaySeconds === null
      ? null
      : Date.parse(shutdown.initiated) + shutdown.delaySeconds * 1000;
  steps.forEach((step, at) => {
    const isLimit = step.name === LATE;
    const isInferred = step.name === 'ShutdownInitiated' && shutdown.inferred;
    const paint = isInferred
      ? PAINT['step-inferred']
      : step.name === 'ShutdownInitiated'
        ? PAINT.step
        : isLimit
          ? PAINT.limit
          : PAINT['step-late'];
    const title = isInferred ? `${step.name} (computed from a later step)` : step.name;
    const mark = isLimit ? ({ kind: 'limit' } as const) : ({ kind: 'step', step: step.name } as const);
    extras.push({ ...mark, from: step.at, to: step.at, paint, title, ...base });
    const next = steps[at + 1]?.at ?? openEnd(shutdown, step, delayEnd, range);
    if (next === null || next <= step.at) return;
    const isAccepting = !AFTER_LISTENING.has(step.name) && (delayEnd === null || step.at < delayEnd);
    extras.push({
      kind: 'phase',
      from: step.at,
      to: next,
      paint: PAINT.shutdown,
      title: isAccepting ? 'Not ready, still serving' : 'Not accepting new requests',
      ...base,
    });
  });
  return extras;
}

/** Hollow marks where later steps were due. */
function extrasOfDueSteps(report: Report, shutdown: Shutdown, index: number, range: TimeWindow): Extra[] {
  return findDueSteps(report, shutdown)
    .filter(({ at }) => at <= range.to)
    .map(({ at, steps }) => ({
      kind: 'due',
      from: at,
      to: at,
      paint: PAINT['step-due'],
      title: `Due here and not seen: ${steps.join(', ')}`,
      step: steps[0],
      shutdown: index,
      episode: null,
    }));
}

/** Where the stretch after the last step ends: where its process was gone, or at the end of the delay when the rest was never seen. */
function openEnd(
  shutdown: Shutdown,
  last: Step,
  delayEnd: EpochMs | null,
  range: TimeWindow,
): EpochMs | null {
  if (shutdown.finished !== null || last.name === 'TerminationGracefulTerminationFinished') return null;
  const end = shutdown.gone === null ? delayEnd : Date.parse(shutdown.gone);
  return end === null || end <= last.at ? null : Math.min(end, range.to);
}

/**
 * When a stopped apiserver was gone. Where it was cut short and nothing tells when, the end of its delay at the latest;
 * null: not known.
 */
function endOf({ gone, outcome, initiated, delaySeconds }: Shutdown): EpochMs | null {
  if (gone !== null) return Date.parse(gone);
  if (outcome !== 'incomplete' || initiated === null || delaySeconds === null) return null;
  return Date.parse(initiated) + delaySeconds * 1000;
}

function extrasOfEpisode(
  episode: Episode,
  index: number,
  isComplete: boolean,
  end: { readonly at: EpochMs | null; readonly note: string },
  range: TimeWindow,
): Extra[] {
  const from = Date.parse(episode.from);
  const to = episode.to === null ? range.to : Date.parse(episode.to);
  const extras: Extra[] = [];
  const base = { shutdown: episode.shutdown, episode: index };
  if (isComplete && episode.signal === 'missing') {
    const title = 'ShutdownInitiated is missing here';
    extras.push({ kind: 'missing', from, to: from, paint: PAINT.missing, title, ...base });
  }
  const gone = end.at === null && episode.shutdown === null ? from : end.at;
  if (gone !== null && gone < to) {
    const title = `Gone: ${episode.kind}${end.note}`;
    extras.push({ kind: 'gone', from: Math.max(gone, from), to, paint: PAINT.gone, title, ...base });
  }
  if (episode.to !== null && to < range.to) {
    const ready = Math.min(to + START_UP, range.to);
    const start = 'Starting: it needs about two minutes until it serves';
    extras.push({ kind: 'starting', from: to, to: ready, paint: PAINT.starting, title: start, ...base });
  }
  return extras;
}

/**
 * Says of the time between stops that the apiserver served where a source would have told of a stop, and nothing where
 * none would. A start that the next stop cuts short ends there.
 */
function fillBetween(lane: LifecycleLane, report: Report, range: TimeWindow): Extra[] {
  const known = lane.extras
    .filter(({ kind }) => kind !== 'starting')
    .concat(
      lane.extras.filter(({ kind }) => kind === 'starting').flatMap((start) => cutStart(start, lane.extras)),
    )
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const covered = coverOf(lane.server, report);
  const filled: Extra[] = [];
  let at = range.from;
  const fill = (to: EpochMs) => {
    for (const { from, to: end, isCovered } of splitBy(covered, at, to)) {
      const what = isCovered
        ? ({
            kind: 'serving',
            paint: PAINT.serving,
            title: 'Serving: no stop is recorded, and one would be',
          } as const)
        : ({
            kind: 'unknown',
            paint: PAINT.unknown,
            title: 'Not known: nothing that was read would show a stop',
          } as const);
      filled.push({ ...what, from, to: end, shutdown: null, episode: null, lane: lane.title });
    }
  };
  for (const extra of known) {
    if (extra.from > at) fill(extra.from);
    filled.push(extra);
    at = Math.max(at, extra.to);
  }
  if (at < range.to) fill(range.to);
  return filled;
}

function cutStart(start: Extra, others: readonly Extra[]): Extra[] {
  const next = others.filter((other) => other !== start && other.to > start.from).map(({ from }) => from);
  const to = Math.min(start.to, ...next);
  return to > start.from ? [{ ...start, to }] : [];
}

/** Spans in which some source would have shown a stop of this apiserver, merged, by time. */
function coverOf(server: LifecycleLane['server'], { coverage, complete }: Report): TimeWindow[] {
  if (!complete || server.place === null) return [];
  const place = shortNodeName(server.place);
  const spans = coverage
    .filter(({ kind, node }) => {
      if (node !== null && shortNodeName(node) !== place) return false;
      return (
        kind === 'events' || kind === 'windows' || (kind === 'extract' && server.name === KUBE_APISERVER)
      );
    })
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .sort((a, b) => a.from - b.from);
  const merged: { from: EpochMs; to: EpochMs }[] = [];
  for (const span of spans) {
    const last = merged[merged.length - 1];
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push(span);
  }
  return merged;
}

/** Cuts a stretch into covered and uncovered parts. */
function splitBy(
  spans: readonly TimeWindow[],
  from: EpochMs,
  to: EpochMs,
): { from: EpochMs; to: EpochMs; isCovered: boolean }[] {
  const parts: { from: EpochMs; to: EpochMs; isCovered: boolean }[] = [];
  let at = from;
  for (const span of spans) {
    const [start, end] = [Math.max(span.from, at), Math.min(span.to, to)];
    if (end <= start) continue;
    if (start > at) parts.push({ from: at, to: start, isCovered: false });
    parts.push({ from: start, to: end, isCovered: true });
    at = end;
  }
  if (at < to) parts.push({ from: at, to, isCovered: false });
  return parts;
}
