import { formatTime, precisionName, secondsOf, type EpochMs } from '../base/time.ts';
import { isOpenEnd } from '../model/interval-table.ts';
import { requestEnd } from '../model/request-table.ts';
import type { CoverageReport, Disruption, Episode, Report, Settings, Shutdown } from '../model/report.ts';
import type { RunData } from '../model/run.ts';
import type { Absence } from './absence.ts';
import { countRequests, measureAudit } from './audit.ts';
import { goneOf, type Gone } from './ends.ts';
import { findEpisodes } from './episodes.ts';
import { explainOutage, makeScene, type Explanation } from './explain.ts';
import { describeRun, makeGround } from './ground.ts';
import { groupOutages } from './groups.ts';
import { findNodeFiles } from './node-files.ts';
import { countMeasured, findOutages, type Outage } from './outages.ts';
import { findReactions } from './reactions.ts';
import { findShutdowns, finishOf, type Stop } from './shutdowns.ts';
import { findWarnings } from './warnings.ts';

export interface AnalysisOptions {
  readonly version: string;
  readonly settings: Settings;
  /** False while inputs are still being read: then nothing is called missing or unsignalled. */
  readonly isComplete: boolean;
}

/** The report of a run. A pure function: the same run gives the same report. */
export function analyse(run: RunData, { version, settings, isComplete }: AnalysisOptions): Report {
  const ground = makeGround(run, settings);
  const stops = findShutdowns(ground);
  const episodes = findEpisodes(stops, ground);
  const outages = findOutages(run.table);
  const scene = makeScene(ground, stops, episodes, outages);
  const explanations = outages.map((outage) => explainOutage(outage, scene));
  const groups = groupOutages(
    outages,
    (outage, i) => explanations[i].signal !== 'not-applicable' && !outage.isFromMetrics,
  );
  const index = { stops: indexOf(stops), episodes: indexOf(episodes) };
  const timed = stopsByServer(stops);
  const rebooted = new Set(episodes.filter((one) => one.kind === 'reboot').map((one) => one.stop));
  const report: Report = {
    report: 1,
    version,
    complete: isComplete,
    settings,
    run: describeRun(ground, formatTime),
    range: rangeOfRun(run),
    inputs: run.inputs,
    intervals: run.table.length,
    requests: countRequests(run.requests),
    backendsMeasured: countMeasured(run.table),
    shutdowns: stops.map((stop) => reportStop(stop, goneOf(stop, ground, rebooted.has(stop)))),
    episodes: episodes.map((episode) => reportEpisode(episode, index.stops)),
    disruptions: outages.map((outage, i) => reportOutage(outage, explanations[i], groups[i], index, timed)),
    reactions: findReactions(stops, ground),
    audit: measureAudit(run.requests),
    coverage: run.coverage.map(reportCoverage).sort(compareCoverage),
    nodes: findNodeFiles(ground),
    warnings: findWarnings(ground, stops, outages),
  };
  return isComplete ? report : withhold(report);
}

function indexOf<T>(items: readonly T[]): ReadonlyMap<T, number> {
  return new Map(items.map((item, i) => [item, i]));
}

function rangeOfRun({ table, requests }: RunData): Report['range'] {
  let from = table.length === 0 ? Infinity : table.start[0];
  let to = -Infinity;
  for (const shard of requests) {
    for (let row = 0; row < shard.table.length; row++) {
      from = Math.min(from, shard.table.received[row]);
      to = Math.max(to, requestEnd(shard.table, row));
    }
  }
  for (let row = 0; row < table.length; row++) {
    to = Math.max(to, isOpenEnd(table, row) ? table.start[row] : table.end[row]);
  }
  return from === Infinity ? null : { from: formatTime(from), to: formatTime(to) };
}

function reportStop(stop: Stop, gone: Gone): Shutdown {
  const finish = finishOf(stop);
  return {
    server: stop.server,
    node: stop.node,
    pod: stop.pod,
    initiated: timeOrNull(stop.t0),
    inferred: stop.inferred,
    delaySeconds: stop.delay === null ? null : secondsOf(stop.delay),
    delayFrom: stop.delayFrom,
    steps: Object.fromEntries([...stop.steps].map(([step, at]) => [step, formatTime(at)])),
    finished: timeOrNull(finish),
    gone: timeOrNull(gone.at),
    goneFrom: gone.from,
    outcome: stop.outcome,
    signals: stop.signals,
    evidence: stop.evidence,
    witnesses: stop.witnesses.map(({ step, at, mark }) => ({
      step,
      at: formatTime(at),
      precision: precisionName(mark.precision),
      evidence: mark.evidence,
      input: mark.file,
      place: mark.place,
    })),
  };
}

function timeOrNull(at: EpochMs | null): string | null {
  return at === null ? null : formatTime(at);
}

function reportEpisode(episode: Absence, stops: ReadonlyMap<Stop, number>): Episode {
  const { kind, server, node, from, to, revision, signal, stop, why } = episode;
  return {
    kind,
    server,
    node,
    from: formatTime(from),
    to: timeOrNull(to),
    revision,
    signal,
    shutdown: stop === null ? null : stops.get(stop)!,
    why,
  };
}

function reportOutage(
  outage: Outage,
  { signal, pattern, episodes, stop, why }: Explanation,
  group: number | null,
  index: { readonly stops: ReadonlyMap<Stop, number>; readonly episodes: ReadonlyMap<Absence, number> },
  timed: ReadonlyMap<string, readonly Stop[]>,
): Disruption {
  const { backend, from, to } = outage;
  const t0 = stop?.t0 ?? null;
  return {
    backend: backend.target,
    cache: backend.cache,
    connection: backend.connection,
    loadBalancer: backend.loadBalancer,
    protocol: backend.protocol,
    viaKubeApiserver: backend.servers.length > 0,
    observer: outage.observer,
    from: formatTime(from),
    to: timeOrNull(to),
    seconds: to === null ? null : secondsOf(to - from),
    open: to === null,
    errors: outage.errors,
    auditIds: outage.auditIds,
    signal,
    pattern,
    episodes: episodes.map((one) => index.episodes.get(one)!),
    ambiguous: episodes.length > 1,
    shutdown: stop === null ? null : index.stops.get(stop)!,
    afterSeconds: t0 === null ? null : secondsOf(from - t0),
    nearest: t0 !== null || backend.servers.length === 0 ? null : nearestStop(outage, timed, index.stops),
    group,
    rows: outage.rows.length,
    why,
  };
}

/** Stops with a T0 by the server that they are of, ascending by T0. */
function stopsByServer(stops: readonly Stop[]): ReadonlyMap<string, readonly Stop[]> {
  const byServer = new Map<string, Stop[]>();
  for (const stop of stops.filter((one) => one.t0 !== null).sort((a, b) => a.t0! - b.t0!)) {
    byServer.set(stop.server, byServer.get(stop.server) ?? []);
    byServer.get(stop.server)!.push(stop);
  }
  return byServer;
}

/** The stop that began nearest to the outage, of those that could explain it; of equals the earlier. */
function nearestStop(
  { from, backend }: Outage,
  timed: ReadonlyMap<string, readonly Stop[]>,
  index: ReadonlyMap<Stop, number>,
): Disruption['nearest'] {
  let nearest: Stop | null = null;
  for (const server of backend.servers) {
    const own = timed.get(server) ?? [];
    const after = bisect(own, from);
    for (const stop of [own[after - 1], own[after]]) {
      if (stop === undefined) continue;
      if (nearest === null || Math.abs(from - stop.t0!) < Math.abs(from - nearest.t0!)) nearest = stop;
    }
  }
  return nearest === null ? null : { shutdown: index.get(nearest)!, seconds: secondsOf(from - nearest.t0!) };
}

/** The first of the stops, ascending, that began at `at` or later. */
function bisect(stops: readonly Stop[], at: EpochMs): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stops[middle].t0! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reportCoverage({ kind, node, from, to }: RunData['coverage'][number]): CoverageReport {
  return { kind, node, from: formatTime(from), to: formatTime(to) };
}

function compareCoverage(a: CoverageReport, b: CoverageReport): number {
  const key = ({ from, kind, node, to }: CoverageReport) => `${from} ${kind} ${node ?? ''} ${to}`;
  return key(a) < key(b) ? -1 : 1;
}

/** What further inputs may still show is not called missing. */
function withhold(report: Report): Report {
  const why = 'files are still being read';
  return {
    ...report,
    nodes: [],
    episodes: report.episodes.map((one) =>
      one.signal === 'missing' ? { ...one, signal: 'undeterminable', why } : one,
    ),
    disruptions: report.disruptions.map((one) =>
      one.signal === 'unsignalled'
        ? {
            ...one,
            signal: 'undeterminable',
            pattern: one.pattern === 'unsignalled-reboot' ? 'reboot' : one.pattern,
            why,
          }
        : one,
    ),
  };
}
