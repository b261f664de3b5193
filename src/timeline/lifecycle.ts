import type { EpochMs } from '../base/time.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Episode, Report, Shutdown } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { TimeWindow } from '../view/steps.ts';
import { PAINT, type Paint } from './paint.ts';

/** What stands on a lifecycle lane: it is read from the report and has no row. */
export interface Extra {
  readonly kind: 'step' | 'phase' | 'missing' | 'gone';
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly paint: Paint;
  /** Words for a tooltip. */
  readonly title: string;
  /** Index into the report's shutdowns. */
  readonly shutdown: number | null;
  /** Index into the report's episodes. */
  readonly episode: number | null;
}

export interface LifecycleLane {
  readonly label: string;
  readonly title: string;
  /** Ascending by start. */
  readonly extras: readonly Extra[];
}

/** A server that listens no more, but has not finished. */
const AFTER_LISTENING: ReadonlySet<string> = new Set([
  'NotAcceptingNewRequest',
  'InFlightRequestsDrained',
  'HTTPServerStoppedListening',
]);

/**
 * One lane per apiserver, by server and then node or pod: the stretches between the steps of each shutdown, the steps,
 * and a mark where a signal was due and is missing. Nothing is said of the time in between.
 */
export function layoutLifecycle(report: Report, range: TimeWindow): LifecycleLane[] {
  const lanes = new Map<string, { label: string; title: string; extras: Extra[] }>();
  const laneOf = (server: string, place: string | null) => {
    const title = `${server} ${place ?? '(unknown node)'}`;
    let lane = lanes.get(title);
    if (lane === undefined) {
      lane = {
        label: `${server} ${place === null ? '(unknown node)' : shortNodeName(place)}`,
        title,
        extras: [],
      };
      lanes.set(title, lane);
    }
    return lane.extras;
  };
  for (const node of report.run.controlPlane) laneOf(KUBE_APISERVER, node);
  report.shutdowns.forEach((shutdown, index) => {
    laneOf(shutdown.server, shutdown.node ?? shutdown.pod).push(...extrasOfShutdown(shutdown, index, range));
  });
  report.episodes.forEach((episode, index) => {
    const ended = episode.shutdown === null ? null : report.shutdowns[episode.shutdown]?.finished;
    const extras = extrasOfEpisode(episode, index, report.complete, ended ?? null, range);
    laneOf(episode.server, episode.node).push(...extras);
  });
  return [...lanes.values()]
    .map((lane) => ({ ...lane, extras: lane.extras.sort((a, b) => a.from - b.from || a.to - b.to) }))
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

function stepsOf(shutdown: Shutdown): Step[] {
  const steps = Object.entries(shutdown.steps).map(([name, at]) => ({ name, at: Date.parse(at) }));
  if (shutdown.initiated !== null && !('ShutdownInitiated' in shutdown.steps)) {
    steps.push({ name: 'ShutdownInitiated', at: Date.parse(shutdown.initiated) });
  }
  if (shutdown.finished !== null && !('TerminationGracefulTerminationFinished' in shutdown.steps)) {
    steps.push({ name: 'TerminationGracefulTerminationFinished', at: Date.parse(shutdown.finished) });
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
    const isInferred = step.name === 'ShutdownInitiated' && shutdown.inferred;
    const paint = isInferred
      ? PAINT['step-inferred']
      : step.name === 'ShutdownInitiated'
        ? PAINT.step
        : PAINT['step-late'];
    const title = isInferred ? `${step.name} (computed from a later step)` : step.name;
    extras.push({ kind: 'step', from: step.at, to: step.at, paint, title, ...base });
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

/** Where the stretch after the last step ends: at the end of the delay when the rest was never seen. */
function openEnd(
  shutdown: Shutdown,
  last: Step,
  delayEnd: EpochMs | null,
  range: TimeWindow,
): EpochMs | null {
  if (shutdown.finished !== null || last.name === 'TerminationGracefulTerminationFinished') return null;
  return delayEnd === null || delayEnd <= last.at ? null : Math.min(delayEnd, range.to);
}

function extrasOfEpisode(
  episode: Episode,
  index: number,
  isComplete: boolean,
  finished: string | null,
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
  const gone = finished === null ? (episode.shutdown === null ? from : null) : Date.parse(finished);
  if (gone !== null && gone < to) {
    const title = `Gone: ${episode.kind}`;
    extras.push({ kind: 'gone', from: Math.max(gone, from), to, paint: PAINT.gone, title, ...base });
  }
  return extras;
}
