import { type DurationMs, type EpochMs, SECOND } from '../base/time.ts';
import type { Fact } from '../model/fact.ts';
import { NodeNames, shortNodeName } from '../model/node-name.ts';
import type { RunBlock, Settings, Topology } from '../model/report.ts';
import type { RunData } from '../model/run.ts';
import { CoverageMap } from './coverage.ts';
import { indexMarks, type MarkIndex } from './mark-index.ts';
import { findUntimedTests } from './untimed-tests.ts';

/** A bound on a duration: equal ends where it is known. */
export interface DurationRange {
  readonly min: DurationMs;
  readonly max: DurationMs;
}

/** What every question about a run stands on: names of nodes, platform, coverage. */
export interface Ground {
  readonly run: RunData;
  readonly names: NodeNames;
  /** Longest names of the nodes known to run a kube-apiserver. */
  readonly controlPlane: ReadonlySet<string>;
  readonly platform: string | null;
  readonly topology: Topology | null;
  /** The shutdown delay of the kube-apiservers, where the run tells one. */
  readonly learntDelay: { readonly ms: DurationMs; readonly from: 'message' | 'header' | 'config' } | null;
  readonly coverage: CoverageMap;
  readonly marks: MarkIndex;
  /** When the monitors began that wrote the files. */
  readonly monitorStarts: readonly EpochMs[];
}

/**
 * Shutdown delay and hard kill of the kube-apiserver in seconds.
 * Source: openshift/cluster-kube-apiserver-operator: pkg/operator/configobservation/apiserver/observe_termination_duration.go
 */
const TIMES = { default: [70, 135], aws: [129, 194], gcp: [95, 160], single: [0, 15] } as const;
/** GCP's longer delay came in 2025 (OCPBUGS-61674); runs before have the default. */
const GCP_SINCE = Date.UTC(2025, 6, 1);

export function makeGround(run: RunData, settings: Settings): Ground {
  const names = new NodeNames();
  const roles = new Map<string, boolean>();
  for (const mark of run.marks) if (mark.node !== null && mark.kind !== 'header') names.add(mark.node);
  for (const fact of run.facts) {
    if (fact.kind === 'node') names.add(fact.name);
    if (fact.kind === 'alias') names.join(fact.name, fact.alias);
  }
  for (const fact of run.facts) {
    if (fact.kind !== 'node' || fact.role === null) continue;
    const name = names.nameOf(fact.name);
    roles.set(name, roles.get(name) === true || fact.role === 'control-plane');
  }
  for (const mark of run.marks) {
    if (mark.kind === 'reboot' && mark.isControlPlane === true) roles.set(names.nameOf(mark.node!), true);
  }
  const controlPlane = new Set(names.all().filter((name) => roles.get(name) ?? isMasterName(name)));
  const learntDelay = learnDelay(run);
  return {
    run,
    names,
    controlPlane,
    platform: settings.platform ?? learnPlatform(run, names),
    topology: settings.topology ?? toldTopology(run) ?? learnTopology(controlPlane, learntDelay?.ms ?? null),
    learntDelay,
    coverage: new CoverageMap(run.coverage, (name) => names.nameOf(name)),
    marks: indexMarks(run.marks, names),
    monitorStarts: run.facts.flatMap((fact) => (fact.kind === 'monitor-start' ? [fact.at] : [])),
  };
}

/** Where no role is told, CI's own names of control-plane machines tell it: `…-master-0`. */
function isMasterName(name: string): boolean {
  return /(^|-)(master|control-plane)(-\d+)?$/.test(shortNodeName(name));
}

function learnPlatform(run: RunData, names: NodeNames): string | null {
  let best: { value: string; weight: number } | null = null;
  for (const fact of run.facts) {
    if (fact.kind !== 'platform') continue;
    if (
      best === null ||
      fact.weight > best.weight ||
      (fact.weight === best.weight && fact.value < best.value)
    )
      best = fact;
  }
  if (best !== null) return best.value;
  const all = names.all();
  if (
    all.some((name) => /^ip-(\d{1,3}-){3}\d{1,3}\.([a-z0-9-]+\.compute\.internal|ec2\.internal)$/.test(name))
  )
    return 'aws';
  if (all.some((name) => /\.c\.[a-z0-9-]+\.internal$/.test(name))) return 'gcp';
  return null;
}

/** What an object of the cluster says of itself. */
function toldTopology({ facts }: RunData): Topology | null {
  return greatest(facts.flatMap((fact) => (fact.kind === 'topology' ? [fact] : [])))?.value ?? null;
}

/** One control-plane node met is no proof of a single one; a delay of zero, which only single nodes have, is. */
function learnTopology(controlPlane: ReadonlySet<string>, delay: DurationMs | null): Topology | null {
  if (controlPlane.size > 1) return 'ha';
  return controlPlane.size === 1 && delay === 0 ? 'single' : null;
}

/** The delay that most messages tell, else most headers, else the configuration; the bootstrap apiserver has one of its own. */
function learnDelay(run: RunData): Ground['learntDelay'] {
  const told = { message: new Map<DurationMs, number>(), header: new Map<DurationMs, number>() };
  for (const mark of run.marks) {
    if (mark.server !== 'kube-apiserver' || (mark.kind !== 'step' && mark.kind !== 'header')) continue;
    if (mark.delay === null || mark.pod === 'kube-apiserver-bootstrap' || mark.node === 'bootstrap') continue;
    const counts = mark.kind === 'step' ? told.message : told.header;
    counts.set(mark.delay, (counts.get(mark.delay) ?? 0) + 1);
  }
  for (const from of ['message', 'header'] as const) {
    const [most] = [...told[from]].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    if (most !== undefined) return { ms: most[0], from };
  }
  const configured = greatest(run.facts.flatMap((fact) => (isConfiguredDelay(fact) ? [fact] : [])));
  return configured === null ? null : { ms: configured.ms!, from: 'config' };
}

type DelayFact = Extract<Fact, { readonly kind: 'delay' }>;

function isConfiguredDelay(fact: Fact): fact is DelayFact {
  return fact.kind === 'delay' && fact.server === 'kube-apiserver' && fact.ms !== null;
}

/** The fact with the greatest weight; of equals the first. Null for none. */
function greatest<T extends { readonly weight?: number }>(facts: readonly T[]): T | null {
  return facts.reduce<T | null>(
    (best, fact) => (best === null || (fact.weight ?? 0) > (best.weight ?? 0) ? fact : best),
    null,
  );
}

/** Delay and hard kill by platform and topology; null where neither is known. */
function timesOf(ground: Ground): readonly [number, number] | null {
  if (ground.topology === 'single') return TIMES.single;
  if (ground.platform === null) return null;
  if (ground.platform === 'aws') return TIMES.aws;
  const from = ground.run.table.length > 0 ? ground.run.table.start[0] : Infinity;
  return ground.platform === 'gcp' && from >= GCP_SINCE ? TIMES.gcp : TIMES.default;
}

/** The shutdown delay that the platform has; null where the platform is unknown. */
export function platformDelay(ground: Ground): DurationMs | null {
  const times = timesOf(ground);
  return times === null ? null : times[0] * SECOND;
}

/**
 * How long after its signal a kube-apiserver is killed, given its delay where that is known. Every platform's hard kill
 * is its delay plus 65 s, or 15 s without a delay. Unknown: from the default's to the longest.
 */
export function hardKill(
  ground: Ground,
  delay: DurationMs | null = ground.learntDelay?.ms ?? null,
): DurationRange {
  const known = delay ?? platformDelay(ground);
  if (known === null) return { min: TIMES.default[1] * SECOND, max: TIMES.aws[1] * SECOND };
  const kill = known === 0 ? TIMES.single[1] * SECOND : known + 65 * SECOND;
  return { min: kill, max: kill };
}

function isRelease(
  fact: Fact,
): fact is Extract<Fact, { readonly at: EpochMs | null; readonly value: string }> {
  return fact.kind === 'release' || fact.kind === 'from-release';
}

/** The run block of the report: what the data tell; null where they do not. */
export function describeRun(ground: Ground, formatTime: (at: EpochMs) => string): RunBlock {
  const { facts } = ground.run;
  const first = (kind: 'job' | 'build-id' | 'result') => {
    return greatest(facts.flatMap((fact) => (fact.kind === kind ? [fact] : [])))?.value ?? null;
  };
  const release = (kind: 'release' | 'from-release') => {
    const known = facts.flatMap((fact) => (isRelease(fact) && fact.kind === kind ? [fact] : []));
    known.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    return (kind === 'release' ? known[known.length - 1] : known[0])?.value ?? null;
  };
  const started = greatest(facts.flatMap((fact) => (fact.kind === 'run-start' ? [fact] : [])));
  const [to, from] = [release('release'), release('from-release')];
  return {
    job: first('job'),
    buildId: first('build-id'),
    started: started === null ? null : formatTime(started.at),
    result: first('result'),
    release: to ?? from,
    fromRelease: to !== null && from !== to ? from : null,
    platform: ground.platform,
    topology: ground.topology,
    controlPlane: [...ground.controlPlane].sort(),
    untimedTests: findUntimedTests(ground.run),
  };
}
