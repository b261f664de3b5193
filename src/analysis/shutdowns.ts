/** Which apiserver stopped when, and what it said on the way: from steps, constructed windows and response headers. */
import { lowerBound, upperBound } from '../base/search.ts';
import { SpanIndex } from '../base/spans.ts';
import { SECOND, type DurationMs, type EpochMs, type Precision } from '../base/time.ts';
import {
  STEPS,
  type HeaderMark,
  type IncidentMark,
  type Mark,
  type ReadinessMark,
  type StepMark,
  type StepName,
  type WindowMark,
} from '../model/mark.ts';
import { EVIDENCE_KINDS, type EvidenceKind, type Shutdown } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { hardKill, platformDelay, type DurationRange, type Ground } from './ground.ts';
import { endsOfWindows, timesOfWindow, type WindowHints } from './windows.ts';

/** One stop of one apiserver process, while it is being judged. Times in EpochMs. */
export interface Stop {
  readonly server: string;
  readonly node: string | null; // longest name
  readonly pod: string | null;
  readonly t0: EpochMs | null;
  readonly inferred: boolean;
  readonly delay: DurationMs | null;
  readonly delayFrom: Shutdown['delayFrom'];
  readonly kill: DurationRange;
  readonly steps: ReadonlyMap<StepName, EpochMs>;
  readonly outcome: Shutdown['outcome'];
  readonly signals: number;
  readonly evidence: readonly EvidenceKind[];
  readonly headers: readonly HeaderMark[];
  readonly witnesses: readonly Witness[];
  /** What is taken for its end may be the begin of the next stop. */
  readonly isEndDoubtful: boolean;
}

/** One source's word on one step. */
export interface Witness {
  readonly step: StepName | 'readyz=false';
  readonly at: EpochMs;
  readonly mark: Mark;
}

/** A stop has six steps, and each is told by a few sources; more only a file made for it has. */
const MAX_WITNESSES = 100;

/** The first of the steps that a stop is known by; infinite for none. */
export function firstSign(stop: Stop): EpochMs {
  return stop.t0 ?? Math.min(...stop.steps.values());
}

export function finishOf(stop: Stop): EpochMs | null {
  return stop.steps.get('TerminationGracefulTerminationFinished') ?? null;
}

/** Marks of one step and server closer than this are one signal seen twice. */
export const SAME_SIGNAL: DurationMs = 3 * SECOND;
/** The start that a response header tells may be off by this. */
const HEADER_SLACK: DurationMs = 5 * SECOND;
/** Two signals within this, and no start between, are one stop: a second SIGTERM is ignored. */
const SAME_STOP: DurationMs = 60 * SECOND;
/** Steps may be stored this long after the hard kill was due. */
const LATE_STEP: DurationMs = 10 * SECOND;
/** Hooks may be reported in the second before the signal. */
const EARLY_STEP: DurationMs = 2 * SECOND;

interface Sighting {
  readonly mark: Mark;
  readonly step: StepName;
  readonly at: EpochMs;
  readonly rank: number; // how exact: the greater wins
  readonly evidence: EvidenceKind;
  readonly delay: DurationMs | null;
  readonly isPair: boolean;
}

interface Group {
  readonly server: string;
  readonly node: string | null;
  readonly pod: string | null;
  readonly marks: Mark[];
}

/** All stops, by time. Each apiserver is looked at alone; which stop explains what is not asked here. */
export function findShutdowns(ground: Ground): Stop[] {
  const stops = [...groupMarks(ground).values()].flatMap((group) => stopsOf(group, ground));
  return stops.sort(
    (a, b) =>
      firstSign(a) - firstSign(b) ||
      compareNames(a.server, b.server) ||
      compareNames(a.node ?? '', b.node ?? ''),
  );
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function groupMarks(ground: Ground): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const mark of ground.run.marks) {
    if (mark.server === null || mark.kind === 'reboot' || mark.kind === 'boot' || mark.kind === 'rollout')
      continue;
    // Names in headers may be hashes; those that no other source knows stand for themselves.
    const node = mark.node === null ? null : ground.names.nameOf(mark.node);
    const pod = node === null ? mark.pod : null;
    const key = `${mark.server} ${node ?? ''} ${pod ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { server: mark.server, node, pod, marks: [mark] });
    else group.marks.push(mark);
  }
  return groups;
}

function stopsOf(group: Group, ground: Ground): Stop[] {
  const windows = group.marks.filter((mark): mark is WindowMark => mark.kind === 'window');
  const headers = group.marks.filter((mark): mark is HeaderMark => mark.kind === 'header');
  const incidents = group.marks.filter((mark): mark is IncidentMark => mark.kind === 'incident');
  const starts = group.marks.filter((mark) => mark.kind === 'start').map((mark) => mark.at);
  const sightings = sightingsOf(group, windows, ground);
  const signals = joinSignals(
    clusterSignals(sightings, headers),
    starts.sort((a, b) => a - b),
  );
  const later = sightings.filter((one) => one.step !== 'ShutdownInitiated'); // ascending
  const times = later.map((one) => one.at);
  const kill = killOf(group, ground, headers);
  const instant = (mark: { readonly at: EpochMs }) => [mark.at, mark.at] as const;
  const hints: Hints = {
    open: new SpanIndex(
      windows.filter((window) => window.end === null),
      instant,
    ),
    ends: new SpanIndex(incidents.filter(saysEnd), instant),
    headers: new SpanIndex(headers, instant),
    unready: new SpanIndex(
      group.marks.filter((mark) => mark.kind === 'readiness'),
      instant,
    ),
  };
  const rest: Sighting[] = [];
  let next = 0; // the first later step that no stop has
  const known = signals.map((signal, i) => {
    const end = Math.min(signal.at + kill.max + LATE_STEP, signals[i + 1]?.at ?? Infinity);
    const from = Math.max(next, lowerBound(times, signal.at - EARLY_STEP));
    rest.push(...later.slice(next, from));
    next = Math.max(from, lowerBound(times, end));
    return makeStop(group, ground, { signal, own: later.slice(from, next), hints });
  });
  rest.push(...later.slice(next));
  const unsignalled = clusterRest(rest, kill.max);
  return [...known, ...unsignalled.map((own) => makeStop(group, ground, { signal: null, own, hints }))];
}

function killOf(group: Group, ground: Ground, headers: readonly HeaderMark[]): DurationRange {
  if (group.server !== KUBE_APISERVER) return hardKill(ground, null);
  return hardKill(
    ground,
    headers.find((mark) => mark.delay !== null)?.delay ?? ground.learntDelay?.ms ?? null,
  );
}

function sightingsOf(group: Group, windows: readonly WindowMark[], ground: Ground): Sighting[] {
  const sightings: Sighting[] = [];
  const first: StepMark[] = [];
  for (const mark of group.marks) {
    if (mark.kind !== 'step') continue;
    if (mark.step === 'ShutdownInitiated') first.push(mark);
    sightings.push({
      mark,
      step: mark.step,
      at: mark.at,
      rank: rankOf(mark.precision),
      evidence: mark.evidence,
      delay: mark.delay,
      isPair: false,
    });
  }
  const known = hintsOf(windows, first);
  for (const window of windows) {
    const { t0, t3 } = timesOfWindow(window, known, ground);
    const seen = {
      mark: window,
      rank: rankOf(window.precision) - 1,
      evidence: 'window',
      delay: null,
      isPair: window.isPair,
    } as const;
    if (t0 !== null) sightings.push({ ...seen, step: 'ShutdownInitiated', at: t0 });
    if (t3 !== null) sightings.push({ ...seen, step: 'TerminationGracefulTerminationFinished', at: t3 });
  }
  return sightings.sort((a, b) => a.at - b.at || b.rank - a.rank);
}

function hintsOf(windows: readonly WindowMark[], signals: readonly StepMark[]): WindowHints {
  const timesOf = (marks: readonly StepMark[]) => marks.map((mark) => mark.at).sort((a, b) => a - b);
  const isLogged = ({ evidence }: StepMark) => evidence === 'klog' || evidence === 'termination-log';
  return {
    ends: endsOfWindows(windows),
    signals: timesOf(signals),
    logged: timesOf(signals.filter(isLogged)),
  };
}

function rankOf(precision: Precision): number {
  return precision * 2 + 1;
}

interface Signal {
  readonly at: EpochMs;
  readonly rank: number;
  /** All that tell of it. */
  readonly seen: readonly Sighting[];
  readonly count: number;
}

/** First steps and header windows that mean one signal, as one; the most exact time wins, of equals the earliest. */
function clusterSignals(sightings: readonly Sighting[], headers: readonly HeaderMark[]): Signal[] {
  const seen = [
    ...sightings.filter((one) => one.step === 'ShutdownInitiated'),
    ...headers.map((mark): Sighting => ({
      mark,
      step: 'ShutdownInitiated',
      at: mark.at,
      rank: -1,
      evidence: 'header',
      delay: null,
      isPair: false,
    })),
  ].sort((a, b) => a.at - b.at || b.rank - a.rank);
  const signals: { at: EpochMs; last: EpochMs; rank: number; seen: Sighting[]; count: number }[] = [];
  for (const one of seen) {
    const last = signals[signals.length - 1];
    const slack = one.rank < 0 || (last !== undefined && last.rank < 0) ? HEADER_SLACK : SAME_SIGNAL;
    if (last === undefined || one.at - last.last > slack) {
      signals.push({ at: one.at, last: one.at, rank: one.rank, seen: [one], count: 1 });
      continue;
    }
    last.last = one.at;
    last.seen.push(one);
    if (one.rank > last.rank) Object.assign(last, { at: one.at, rank: one.rank });
  }
  return signals;
}

function joinSignals(signals: readonly Signal[], starts: readonly EpochMs[]): Signal[] {
  const stops: Signal[] = [];
  for (const signal of signals) {
    const last = stops[stops.length - 1];
    const isSame =
      last !== undefined &&
      signal.at - last.at <= SAME_STOP &&
      !((starts[upperBound(starts, last.at)] ?? Infinity) < signal.at);
    if (!isSame) stops.push(signal);
    else {
      const seen = [...last.seen, ...signal.seen];
      stops[stops.length - 1] = { ...last, seen, count: last.count + signal.count };
    }
  }
  return stops;
}

/** Steps that no signal stands before: those of one stop together. */
function clusterRest(rest: readonly Sighting[], kill: DurationMs): Sighting[][] {
  const clusters: Sighting[][] = [];
  for (const one of rest) {
    const last = clusters[clusters.length - 1];
    const isNext =
      last !== undefined &&
      one.at - last[0].at <= kill + LATE_STEP &&
      !last.some((other) => other.step === one.step && one.at - other.at > SAME_SIGNAL);
    if (isNext) last.push(one);
    else clusters.push([one]);
  }
  return clusters;
}

/** What else is known of an apiserver, by time. */
interface Hints {
  /** Windows without an end. */
  readonly open: SpanIndex<WindowMark>;
  /** Sayings that the process before did not end well. */
  readonly ends: SpanIndex<IncidentMark>;
  readonly headers: SpanIndex<HeaderMark>;
  /** Readiness seen to turn false. */
  readonly unready: SpanIndex<ReadinessMark>;
}

interface Parts {
  readonly signal: Signal | null;
  readonly own: readonly Sighting[];
  readonly hints: Hints;
}

function makeStop(group: Group, ground: Ground, { signal, own, hints }: Parts): Stop {
  const best = new Map<StepName, Sighting>();
  for (const one of own) {
    const known = best.get(one.step);
    if (known === undefined || one.rank > known.rank) best.set(one.step, one);
  }
  const ownHeaders =
    signal === null ? [] : hints.headers.touching(signal.at - HEADER_SLACK, signal.at + HEADER_SLACK);
  const { delay, delayFrom } = delayOf(group, ground, best, ownHeaders, signal?.at ?? null);
  const t0 = signal?.at ?? inferT0(best, delay);
  const steps = new Map<StepName, EpochMs>();
  if (signal !== null) steps.set('ShutdownInitiated', signal.at);
  for (const one of [...best.values()].sort(byTimeThenOrder)) steps.set(one.step, one.at);
  const kill =
    group.server === KUBE_APISERVER
      ? hardKill(ground, delay ?? ground.learntDelay?.ms ?? null)
      : hardKill(ground, null);
  const unready = t0 === null ? [] : hints.unready.touching(t0 - EARLY_STEP, t0 + kill.max);
  const seen = [...(signal?.seen ?? []), ...own];
  const evidence = new Set([...seen.map((one) => one.evidence), ...unready.map((mark) => mark.evidence)]);
  const stop = {
    server: group.server,
    node: group.node,
    pod: group.pod,
    t0,
    inferred: signal === null && t0 !== null,
    delay,
    delayFrom,
    kill,
    steps: sortSteps(steps),
    signals: signal?.count ?? 0,
    evidence: EVIDENCE_KINDS.filter((kind) => evidence.has(kind)),
    witnesses: witnessesOf(seen, unready),
    headers: ownHeaders,
    isEndDoubtful: best.get('TerminationGracefulTerminationFinished')?.isPair === true,
  };
  return { ...stop, outcome: outcomeOf(stop, hints, ground) };
}

/** Who saw what, by time: each step of each source, and readiness seen to turn false. */
function witnessesOf(seen: readonly Sighting[], unready: readonly ReadinessMark[]): Witness[] {
  const all: Witness[] = [
    ...seen.map(({ step, at, mark }) => ({ step, at, mark })),
    ...unready.map((mark) => ({ step: 'readyz=false' as const, at: mark.at, mark })),
  ];
  return all
    .sort((a, b) => a.at - b.at || a.mark.file - b.mark.file || a.mark.place - b.mark.place)
    .slice(0, MAX_WITNESSES);
}

function byTimeThenOrder(a: Sighting, b: Sighting): number {
  return a.at - b.at || STEPS.indexOf(a.step) - STEPS.indexOf(b.step);
}

/** In order of time; steps of one whole second in the order in which they follow each other. */
function sortSteps(steps: ReadonlyMap<StepName, EpochMs>): Map<StepName, EpochMs> {
  return new Map([...steps].sort((a, b) => a[1] - b[1] || STEPS.indexOf(a[0]) - STEPS.indexOf(b[0])));
}

function delayOf(
  group: Group,
  ground: Ground,
  steps: ReadonlyMap<StepName, Sighting>,
  headers: readonly HeaderMark[],
  t0: EpochMs | null,
): Pick<Stop, 'delay' | 'delayFrom'> {
  const after = steps.get('AfterShutdownDelayDuration');
  if (after !== undefined && after.delay !== null) return { delay: after.delay, delayFrom: 'message' };
  const header = headers.find((mark) => mark.delay !== null)?.delay ?? null;
  if (header !== null) return { delay: header, delayFrom: 'header' };
  if (after !== undefined && t0 !== null) return { delay: Math.max(0, after.at - t0), delayFrom: 'steps' };
  if (group.server !== KUBE_APISERVER) return { delay: null, delayFrom: null };
  if (ground.learntDelay !== null)
    return { delay: ground.learntDelay.ms, delayFrom: ground.learntDelay.from };
  const delay = platformDelay(ground);
  return { delay, delayFrom: delay === null ? null : 'platform' };
}

/** From the steps that come when the delay is over, T0 is the delay before; hooks finish right after the signal. */
function inferT0(steps: ReadonlyMap<StepName, Sighting>, delay: DurationMs | null): EpochMs | null {
  const over =
    steps.get('AfterShutdownDelayDuration') ??
    steps.get('NotAcceptingNewRequest') ??
    steps.get('InFlightRequestsDrained');
  if (over !== undefined && delay !== null) return over.at - delay;
  return steps.get('TerminationPreShutdownHooksFinished')?.at ?? null;
}

/** `incomplete` where a source says so, or where the data go on past the hard kill and nothing finished. */
function outcomeOf(stop: Omit<Stop, 'outcome'>, { open, ends }: Hints, ground: Ground): Stop['outcome'] {
  if (stop.steps.has('TerminationGracefulTerminationFinished')) return 'complete';
  const from = stop.t0 ?? Math.min(...stop.steps.values());
  const isOpen = open.touching(from - SAME_STOP, from + SAME_STOP).length > 0;
  if (isOpen || ends.touching(from, from + NEXT_START).length > 0) return 'incomplete';
  const due = { from, to: from + stop.kill.max };
  return ground.coverage.covers(stop.server, stop.node, due) === null ? 'unknown' : 'incomplete';
}

/** A stop's end is told by the next start at the latest; a start an hour later speaks of another stop. */
const NEXT_START: DurationMs = 3600 * SECOND;

function saysEnd({ incident }: IncidentMark): boolean {
  return incident === 'NonGracefulTermination' || incident === 'GracefulTerminationTimeout';
}
