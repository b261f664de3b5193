/** Which episode an outage comes from, whether it was announced, and what happened. */
import { formatClock, MINUTE, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import { lowerBound } from '../base/search.ts';
import { SpanIndex } from '../base/spans.ts';
import type { StartMark } from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { DisruptionSignal, EpisodeSignal, Pattern } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { LATE_SIGNAL, OUTAGE_AFTER_STOP, OUTAGE_BEFORE, OUTAGE_PROMPT, OUTAGE_TAIL } from '../model/rules.ts';
import type { Absence } from './absence.ts';
import { hardKill, type Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import type { Outage } from './outages.ts';
import { finishOf, type Stop } from './shutdowns.ts';
import { toldOfUnread } from './unread-source.ts';

export interface Explanation {
  readonly signal: DisruptionSignal;
  readonly pattern: Pattern;
  readonly episodes: readonly Absence[];
  readonly stop: Stop | null;
  readonly why: string;
}

/** Outages that begin this close together are of one cause. */
const TOGETHER: DurationMs = 3 * SECOND;
/** Client metrics are sampled a minute apart: good to half of it. */
const METRICS_SLACK: DurationMs = 30 * SECOND;
/** A server is still new this long after it became ready. */
const AFTER_READY: DurationMs = 5 * SECOND;
/** A server that never said when it became ready is new for this long after its start. */
const START_UP: DurationMs = 2 * MINUTE;

/** All that outages are explained by, ready to be searched by time. */
export interface Scene {
  readonly ground: Ground;
  readonly stops: SpanIndex<Stop>;
  readonly episodes: SpanIndex<Absence>;
  /** Outages of control backends. */
  readonly controls: SpanIndex<Outage>;
  /** When a server was new: from its start, or its first request too early, to shortly after it was ready. */
  readonly newborn: SpanIndex<{ readonly server: string }>;
  /** Starts of outages by target: of apiservers over load balancers. */
  readonly startsByTarget: ReadonlyMap<string, Float64Array>;
}

export function makeScene(
  ground: Ground,
  stops: readonly Stop[],
  episodes: readonly Absence[],
  outages: readonly Outage[],
): Scene {
  return {
    ground,
    stops: new SpanIndex(
      stops.filter((stop) => stop.t0 !== null),
      (stop) => [
        stop.t0! - OUTAGE_BEFORE - METRICS_SLACK,
        Math.max(finishOf(stop) ?? 0, stop.t0! + stop.kill.max) + OUTAGE_AFTER_STOP,
      ],
    ),
    episodes: new SpanIndex(episodes, (one) => [
      one.from - OUTAGE_BEFORE - one.lead - METRICS_SLACK,
      Math.max(one.until, one.from) + OUTAGE_TAIL,
    ]),
    controls: new SpanIndex(
      outages.filter((one) => one.backend.isControl),
      (one) => [one.from, one.to ?? Infinity],
    ),
    newborn: findNewborn(ground),
    startsByTarget: groupStarts(outages),
  };
}

function groupStarts(outages: readonly Outage[]): Map<string, Float64Array> {
  const starts = new Map<string, number[]>();
  for (const { backend, isFromMetrics, from } of outages) {
    if (backend.servers.length === 0 || isFromMetrics || backend.loadBalancer === 'localhost') continue;
    const own = starts.get(backend.target);
    if (own === undefined) starts.set(backend.target, [from]);
    else own.push(from);
  }
  return new Map([...starts].map(([target, own]) => [target, Float64Array.from(own).sort()]));
}

function findNewborn(ground: Ground): Scene['newborn'] {
  const spans: { server: string; from: EpochMs; to: EpochMs }[] = [];
  for (const mark of ground.run.marks) {
    if (mark.server === null) continue;
    const { server, at } = mark;
    if (mark.kind === 'incident' && mark.incident === 'NonReadyRequests') {
      spans.push({ server, from: at - AFTER_READY, to: at + AFTER_READY });
    }
    if (mark.kind !== 'start') continue;
    const ready = mark.sign === 'ready' ? at : readyAfter(mark, ground);
    if (ready !== null) spans.push({ server, from: at, to: ready + AFTER_READY });
  }
  return new SpanIndex(spans, ({ from, to }) => [from, to]);
}

function readyAfter({ at, node, server }: StartMark, ground: Ground): EpochMs | null {
  const owner = ownerKey(server, node === null ? null : ground.names.nameOf(node));
  const starts = ground.marks.starts.touching(owner, at, at + START_UP);
  return starts.find((mark) => mark.kind === 'start' && mark.sign === 'ready')?.at ?? null;
}

export function explainOutage(outage: Outage, scene: Scene): Explanation {
  const { backend } = outage;
  const none = { episodes: [], stop: null };
  const control = backend.isControl ? undefined : controlOf(outage, scene);
  if (control !== undefined) {
    const why = `${control.backend.target} failed at the same time: the client's network, not the cluster`;
    return { ...none, signal: 'not-applicable', pattern: 'client-network', why };
  }
  if (backend.servers.length === 0) {
    const why = backend.isControl ? 'a control outside of the cluster' : 'not a backend of an apiserver';
    return { ...none, signal: 'not-applicable', pattern: 'unknown', why };
  }
  const related = relatedEpisodes(outage, scene);
  const judged = related.length > 0 ? judgeRelated(outage, related) : judgeAlone(outage, scene);
  return { ...judged, pattern: patternOf(outage, judged.episodes, judged.stop, scene) };
}

/** A control that the same client saw fail at the same time. Samplers in the cluster do not share its network. */
function controlOf({ backend, from, to }: Outage, { controls }: Scene): Outage | undefined {
  if (backend.isInCluster) return undefined;
  const end = Math.max(to ?? Infinity, from + 1);
  return controls.touching(from, end).find((one) => one.from < end && (one.to ?? Infinity) > from);
}

/** Episodes of the servers that can explain the outage, the best first; more than one only where they are equal. */
function relatedEpisodes(outage: Outage, scene: Scene): Absence[] {
  const isTogether = allFailTogether(outage, scene);
  const scored = scene.episodes
    .touching(outage.from, outage.from + OUTAGE_PROMPT + METRICS_SLACK)
    .flatMap((episode) => {
      const score = scoreOf(outage, episode, scene.ground);
      return score === 0
        ? []
        : [{ episode, score: score + (isTogether ? 1 : 0), gap: Math.abs(outage.from - episode.from) }];
    });
  scored.sort((a, b) => b.score - a.score || a.gap - b.gap);
  return scored
    .filter(({ score, gap }) => score === scored[0].score && gap === scored[0].gap)
    .map(({ episode }) => episode);
}

function scoreOf(outage: Outage, episode: Absence, ground: Ground): number {
  if (!outage.backend.servers.includes(episode.server) || !isReachable(outage, episode, ground)) return 0;
  if (isBeforeSignal(outage, episode)) return 0;
  const slack = slackOf(outage);
  const { from } = outage;
  if (from >= episode.from - OUTAGE_BEFORE - episode.lead - slack && from <= episode.from + OUTAGE_PROMPT)
    return 2;
  return from > episode.from + OUTAGE_PROMPT && from <= episode.until + OUTAGE_TAIL ? 1 : 0;
}

/** How far the outage's begin may lie from what is told. */
function slackOf({ isFromMetrics }: Outage): DurationMs {
  return isFromMetrics ? METRICS_SLACK : 0;
}

/** What says that the stop of an episode is its own. */
const OWN_SIGNALS: ReadonlySet<EpisodeSignal> = new Set([
  'signalled',
  'signalled-late',
  'signalled-in-log-only',
]);

/** An apiserver that is told to stop only so much later was there when the outage began. */
function isBeforeSignal(outage: Outage, { signal, stop }: Absence): boolean {
  if (stop === null || stop.t0 === null || stop.inferred || !OWN_SIGNALS.has(signal)) return false;
  return outage.from < stop.t0 - LATE_SIGNAL - slackOf(outage);
}

/** Over localhost only the same node's apiserver answers. */
function isReachable(
  { backend, node }: Outage,
  episode: { readonly node: string | null },
  ground: Ground,
): boolean {
  if (backend.loadBalancer !== 'localhost' || node === null || episode.node === null) return true;
  return ground.names.nameOf(node) === episode.node;
}

/** Every apiserver that is seen to fail in the run fails within three seconds of this outage. */
function allFailTogether({ from }: Outage, { startsByTarget }: Scene): boolean {
  if (startsByTarget.size < 2) return false;
  return [...startsByTarget.values()].every((starts) => {
    const next = starts[lowerBound(starts, from - TOGETHER)];
    return next !== undefined && next <= from + TOGETHER;
  });
}

type Judged = Omit<Explanation, 'pattern'>;

function judgeRelated(outage: Outage, related: readonly Absence[]): Judged {
  const silent = related.find((one) => one.signal === 'missing');
  if (silent !== undefined) {
    const why = `${describeEpisode(silent)} had no ShutdownInitiated; the outage began ${gapText(outage.from - silent.from, 'it')}`;
    return { signal: 'unsignalled', episodes: related, stop: null, why };
  }
  const open = related.find(
    (one) => one.signal === 'undeterminable' || one.signal === 'signal-on-unknown-node',
  );
  if (open !== undefined) {
    return {
      signal: 'undeterminable',
      episodes: related,
      stop: null,
      why: `${describeEpisode(open)}: ${open.why}`,
    };
  }
  const told = related[0];
  const t0 = told.stop?.t0 ?? null;
  const when = t0 === null ? '' : `; the outage began ${gapText(outage.from - t0, 'it')}`;
  const inferred = told.stop?.inferred === true ? ' (ShutdownInitiated itself was not stored)' : '';
  const clock = t0 === null ? '' : ` at ${formatClock(t0)}`;
  const why = `${describeEpisode(told)} was signalled${clock}${inferred}${when}`;
  return { signal: 'signalled', episodes: related, stop: told.stop, why };
}

function describeEpisode({ kind, node, server, from }: Absence): string {
  const where = node === null ? '' : ` of ${shortNodeName(node)}`;
  const what =
    kind === 'reboot'
      ? 'the reboot'
      : kind === 'crash'
        ? `the crash of ${server}`
        : `the rollout of ${server}`;
  return kind === 'reboot'
    ? `${what}${where} at ${formatClock(from)}`
    : `${what}${node === null ? '' : ` on ${shortNodeName(node)}`} at ${formatClock(from)}`;
}

function gapText(gap: DurationMs, what: string): string {
  return gap >= 0 ? `${formatDuration(gap)} after ${what}` : `${formatDuration(-gap)} before ${what}`;
}

/** No episode: a stop that lies around it still explains it; else it is unsignalled where a stop would have been seen. */
function judgeAlone(outage: Outage, scene: Scene): Judged {
  const stop = scene.stops
    .touching(outage.from, outage.from)
    .find((one) => explains(one, outage, scene.ground));
  const servers = outage.backend.servers.join(' or ');
  if (stop !== undefined) {
    const why = `${stop.server} was signalled at ${formatClock(stop.t0!)}; the outage began ${gapText(outage.from - stop.t0!, 'it')}`;
    return { signal: 'signalled', episodes: [], stop, why };
  }
  // An oauth-apiserver writes no events, so a kube-apiserver is what absence can be judged by.
  const kill = hardKill(scene.ground);
  const span = { from: outage.from - kill.max - OUTAGE_AFTER_STOP, to: outage.from + OUTAGE_BEFORE };
  const node =
    outage.backend.loadBalancer === 'localhost' && outage.node !== null
      ? scene.ground.names.nameOf(outage.node)
      : null;
  if (scene.ground.topology === 'external') return hostedElsewhere(servers);
  const cover = scene.ground.coverage.covers(KUBE_APISERVER, node, span);
  if (cover !== null) {
    const source = cover.kinds.includes('events') ? 'events' : 'shutdown windows';
    const late = lateEpisode(outage, scene);
    const why =
      late === undefined
        ? `no ${servers} is known to have gone away; ${source} cover the time`
        : `${describeEpisode(late)} does not explain it: ShutdownInitiated came at ${formatClock(late.stop!.t0!)}, ${formatDuration(late.stop!.t0! - outage.from)} after the outage began; ${source} cover the time`;
    return { signal: 'unsignalled', episodes: [], stop: null, why };
  }
  return { signal: 'undeterminable', episodes: [], stop: null, why: whyNotCovered(outage, span, scene) };
}

/** An episode that was under way, and whose apiserver was told to stop only later. */
function lateEpisode(outage: Outage, { episodes, ground }: Scene): Absence | undefined {
  return episodes
    .touching(outage.from, outage.from)
    .find(
      (one) =>
        outage.backend.servers.includes(one.server) &&
        isReachable(outage, one, ground) &&
        isBeforeSignal(outage, one),
    );
}

/** The cluster's own events and windows know nothing of a control plane in another cluster. */
function hostedElsewhere(servers: string): Judged {
  const why = `the control plane is hosted in another cluster, whose events would show a stop of ${servers}. Add that cluster's events`;
  return { signal: 'undeterminable', episodes: [], stop: null, why };
}

function whyNotCovered(outage: Outage, span: { from: EpochMs; to: EpochMs }, { ground }: Scene): string {
  const { coverage } = ground.run;
  const blind = coverage.find(
    (one) =>
      one.kind === 'windows-blind' &&
      (one.server ?? KUBE_APISERVER) === KUBE_APISERVER &&
      one.from < span.to &&
      one.to > span.from,
  );
  const servers = outage.backend.servers.join(' or ');
  if (blind !== undefined && blind.node !== null) {
    return `a shutdown window of ${shortNodeName(blind.node)} is open or too long, and may hide another stop of ${servers}. Add the run's e2e-events file`;
  }
  const unread = toldOfUnread(ground);
  return coverage.length === 0
    ? `no source here would show a stop of ${servers}: ${unread ?? "there are neither events nor shutdown windows. Add the run's e2e-events file"}`
    : `events or windows do not cover the time before it, so a stop of ${servers} is not ruled out. ${unread ?? "Add the run's other e2e-events file"}`;
}

function explains(stop: Stop, outage: Outage, ground: Ground): boolean {
  if (stop.t0 === null || !outage.backend.servers.includes(stop.server) || !isReachable(outage, stop, ground))
    return false;
  const slack = slackOf(outage);
  const end = Math.max(finishOf(stop) ?? 0, stop.t0 + stop.kill.max) + OUTAGE_AFTER_STOP;
  return outage.from >= stop.t0 - OUTAGE_BEFORE - slack && outage.from <= end;
}

/** What happened, in the order of report.md: the first that fits. */
function patternOf(outage: Outage, episodes: readonly Absence[], stop: Stop | null, scene: Scene): Pattern {
  if (scene.ground.topology === 'single') return 'single-node';
  const reboot = episodes.find((one) => one.kind === 'reboot');
  if (reboot !== undefined) {
    if (episodes.some((one) => one.kind === 'reboot' && one.signal === 'missing'))
      return 'unsignalled-reboot';
    return reboot.signal === 'undeterminable' || reboot.signal === 'signal-on-unknown-node'
      ? 'reboot'
      : 'signalled-reboot';
  }
  if (isTooEarly(outage, scene)) return 'too-early';
  if (stop !== null && isSlow(outage, stop)) return 'lb-slow';
  if (episodes.some((one) => one.kind === 'rollout') || stop !== null) return 'rollout';
  return episodes.length > 0 ? 'crash' : 'unknown';
}

/** Between the next life's start and five seconds after it was ready: traffic came before the server could serve. */
function isTooEarly({ backend, from }: Outage, { newborn }: Scene): boolean {
  return newborn.touching(from, from).some(({ server }) => backend.servers.includes(server));
}

/** Refused or reset when the server no longer listened, or accepted where only that is known: it was still sent traffic. */
function isSlow({ errors, from }: Outage, stop: Stop): boolean {
  if (!errors.includes('connection-refused') && !errors.includes('connection-reset')) return false;
  const stopped =
    stop.steps.get('HTTPServerStoppedListening') ??
    stop.steps.get('NotAcceptingNewRequest') ??
    stop.steps.get('AfterShutdownDelayDuration') ??
    stop.steps.get('InFlightRequestsDrained') ??
    finishOf(stop);
  return stopped !== null && from >= stopped;
}
