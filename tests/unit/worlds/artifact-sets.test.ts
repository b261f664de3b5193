/** One truth, many witnesses: planted worlds as sets of artifacts, each judged by what its files can tell. */
import { expect, test } from 'vitest';
import { SECOND, type EpochMs } from '../../../src/base/time.ts';
import type { Episode, EpisodeSignal, Report, Shutdown } from '../../../src/model/report.ts';
import {
  kubeStopsOf,
  livesOf,
  makeArtifactSet,
  SETS,
  type ArtifactSet,
  type SetName,
} from '../../support/generate/artifacts/artifact-set.ts';
import { SIGNAL_LAG } from '../../support/generate/logs/apiserver-lines.ts';
import type { Stop } from '../../support/generate/world/world.ts';
import { loadTexts } from '../../support/read.ts';

/** How many worlds are judged for each set; `LAPSE_WORLDS` for more. */
const WORLDS = Number(process.env['LAPSE_WORLDS'] ?? 16);

/** Sets in which each signal that was sent is told by some file. */
const EXPECTED_TOLD: ReadonlySet<SetName> = new Set<SetName>([
  'everything',
  'events forgotten, all logs',
  'events never stored, termination logs',
  'events never stored, both lives',
  'journals and the life before',
  'termination logs and journals',
]);

/** Sets in which silence can be seen. */
const EXPECTED_WATCHED: ReadonlySet<SetName> = new Set<SetName>([
  'everything',
  'events alone',
  'events forgotten, all logs',
  'events never stored',
  'events never stored, termination logs',
  'events never stored, both lives',
  'intervals and the last life',
  'journals and the life before',
  'termination logs and journals',
]);

/** What the files of a set hold of a reboot and of its apiserver's stop. */
interface Case {
  readonly set: SetName;
  readonly label: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stop: Stop;
  /** Files that tell when the reboot began. */
  readonly isShown: boolean;
  readonly hasEvent: boolean;
  readonly hasLog: boolean;
  readonly hasLater: boolean;
  /** A record of events covers all the time in which the signal could lie. */
  readonly isCovered: boolean;
  /** The same of the moment of the signal. */
  readonly isCoveredThen: boolean;
  /** The event of the signal is there, and tells the time exactly. */
  readonly exactEvent: boolean;
  /** A log holds the whole of the life that ended, and goes on when the reboot began. */
  readonly isLogged: boolean;
  readonly verdict: EpisodeSignal | 'none';
  readonly why: string;
  readonly shutdown: Shutdown | null;
}

function casesOf(artifacts: ArtifactSet, set: SetName, report: Report): Case[] {
  const { made, contents, eventSpan, events } = artifacts;
  const { world, truth } = made;
  const run = { ...world, monitor: { from: world.monitor.from, to: artifacts.takenAt } };
  const masters = new Set(world.nodes.filter(({ role }) => role === 'control-plane').map(({ name }) => name));
  return world.reboots
    .filter(({ node, reboot }) => masters.has(node) && !isTangled(kubeStopsOf(world, node), reboot.from))
    .map(({ node, reboot: { from, to } }): Case => {
      const own = truth.find((one) => one.node === node && one.from === from);
      const stop = stopOf(kubeStopsOf(world, node), from, to)!;
      const { signalledAt } = stop;
      const inList = (at: EpochMs) => eventSpan !== null && at >= eventSpan.from && at <= eventSpan.to;
      const inEvents = signalledAt !== null && events?.hasSteps === true;
      const hasStored = (isLater: boolean) =>
        stop.steps.some(
          (step) => step.stored && (step.reason !== 'ShutdownInitiated') === isLater && inList(step.at),
        );
      const ofIntervals = contents.intervals ? (own?.traces ?? []) : [];
      const lives = livesOf(run, node);
      const at = lives.findIndex((life) => life.stop === stop);
      const podLife = at === lives.length - 2 ? ['previous', 'both'] : [];
      const isInPod = podLife.includes(contents.pods);
      const span = { from: from - world.kill, to };
      const isShown =
        (contents.intervals && own !== undefined) ||
        (events !== null && inList(from)) ||
        contents.journals === 'both';
      const found = report.episodes.find(
        (one) =>
          one.kind === 'reboot' && one.node === node && Math.abs(Date.parse(one.from) - from) <= 60_000,
      );
      return {
        set,
        label: `${set} ${made.seed} ${node} ${new Date(from).toISOString()} ${own?.story ?? 'not in the intervals'}`,
        from,
        to,
        stop,
        isShown,
        hasEvent:
          (inEvents && hasStored(false)) || ofIntervals.includes('event') || ofIntervals.includes('window'),
        hasLater: (inEvents && hasStored(true)) || ofIntervals.length > 0,
        hasLog: signalledAt !== null && (isInPod || contents.termination),
        isCovered:
          (eventSpan !== null && eventSpan.from <= span.from && eventSpan.to > to) ||
          (contents.intervals && own?.isWatched === true),
        isCoveredThen:
          signalledAt !== null && (inList(signalledAt) || (contents.intervals && own?.isWatched === true)),
        exactEvent: inEvents && events.times !== 'second' && hasStored(false),
        isLogged:
          lives[at].from < span.from &&
          // A termination log that begins with a complaint was cut off before it.
          ((contents.termination && (at > 0 || signalledAt !== null)) ||
            (isInPod && stop.killedAt !== null && stop.killedAt > from + 400)),
        verdict: found?.signal ?? 'none',
        why: found?.why ?? '',
        shutdown: found === undefined || found.shutdown === null ? null : report.shutdowns[found.shutdown],
      };
    });
}

/** A rollout's stop that was not over when the reboot's own began: there is one process, and the world has two. */
function isTangled(stops: readonly Stop[], from: EpochMs): boolean {
  return stops.some((stop, i) => i > 0 && stops[i - 1].restartedAt! > (stop.signalledAt ?? from));
}

/** The stop of the process that ran when the reboot began. */
function stopOf(stops: readonly Stop[], from: EpochMs, to: EpochMs): Stop | undefined {
  return (
    stops.find((stop) => stop.restartedAt !== null && stop.restartedAt === to + 15 * SECOND) ??
    stops.find((stop) => stop.killedAt === from + SECOND)
  );
}

/** The verdict on a stop that was told to end and of which some file tells, by the rules (f.4). */
function verdictOf({ stop, from, hasEvent, hasLater, hasLog, isCoveredThen }: Case): EpisodeSignal {
  const at = stop.signalledAt!;
  if (hasLog && !hasEvent && !hasLater && isCoveredThen) return 'signalled-in-log-only';
  return at - from > 15 * SECOND ? 'signalled-late' : 'signalled';
}

/** T0 is the best witness's: to the millisecond of a log, or of an event that tells it, else to the second. */
function isInTime({ stop, hasLog, exactEvent, shutdown }: Case): boolean {
  const error = Date.parse(shutdown?.initiated ?? '') - (stop.signalledAt! + SIGNAL_LAG);
  // Intervals have the moment at which the node was told, logs that at which the apiserver heard.
  return hasLog || exactEvent ? Math.abs(error) <= 3 : error > -SECOND - SIGNAL_LAG && error <= SECOND;
}

/** Killed before its delay was over. */
function isKilled({ stop }: Case): boolean {
  return stop.killedAt !== null && stop.killedAt < stop.signalledAt! + stop.delay;
}

const show = ({ label, verdict, why }: Case) => `${label}: ${verdict}, ${why}`;

function share(part: number, whole: number): string {
  return `${part} of ${whole}`;
}

function countsOf(cases: readonly Case[]): string {
  const verdicts = [...new Set(cases.map((one) => one.verdict))].sort();
  return verdicts.map((each) => `${each} ${cases.filter((one) => one.verdict === each).length}`).join(', ');
}

async function judge(set: SetName): Promise<{ cases: Case[]; others: string[] }> {
  const cases: Case[] = [];
  const others: string[] = [];
  for (let seed = 1; seed <= WORLDS; seed++) {
    const artifacts = makeArtifactSet(seed, set);
    const asOf = new Date(artifacts.takenAt).toISOString();
    const { report } = await loadTexts(artifacts.files, { asOf });
    expect(report.inputs.filter(({ failure, format }) => failure !== null || format === null)).toEqual([]);
    cases.push(...casesOf(artifacts, set, report));
    others.push(...falselyMissing(artifacts, report).map((text) => `${set} ${seed} ${text}`));
  }
  return { cases, others };
}

/** Rollouts and crashes that are called missing, although their apiserver was told to stop and some file says so. */
function falselyMissing({ made }: ArtifactSet, { episodes }: Report): string[] {
  const isTold = ({ node, from, server }: Episode) =>
    node !== null &&
    server === 'kube-apiserver' &&
    !kubeStopsOf(made.world, node).some(
      (stop) => stop.signalledAt === null && Math.abs(Date.parse(from) - stop.killedAt!) <= 300_000,
    );
  return episodes
    .filter((one) => one.kind !== 'reboot' && one.signal === 'missing' && isTold(one))
    .map(({ kind, node, from, why }) => `${kind} ${node} ${from}: ${why}`);
}

test('a termination log alone tells the signals of its node, and which processes went without one', async () => {
  const counts = { signals: 0, silent: 0 };
  for (let seed = 1; seed <= WORLDS; seed++) {
    const { made, files, takenAt } = makeArtifactSet(seed, 'termination logs alone');
    const { report } = await loadTexts(files, { asOf: new Date(takenAt).toISOString() });
    for (const { name: node, role } of made.world.nodes) {
      const stops = role === 'control-plane' ? kubeStopsOf(made.world, node) : [];
      if (isTangled(stops, Infinity)) continue;
      const told = stops.flatMap(({ signalledAt }) => (signalledAt === null ? [] : [signalledAt]));
      const starts = report.shutdowns.flatMap((one) =>
        one.node === node ? [Date.parse(one.initiated!)] : [],
      );
      expect(starts.map((at) => Math.floor((at - SIGNAL_LAG) / 10))).toEqual(
        told.map((at) => Math.floor(at / 10)),
      );
      // How the first process of the log ended, only lines before the log would tell.
      const silent = stops.filter((stop, i) => i > 0 && stop.signalledAt === null);
      const missing = report.episodes.filter((one) => one.node === node && one.signal === 'missing');
      expect(missing.map(({ kind, from }) => [kind, Math.floor(Date.parse(from) / SECOND)])).toEqual(
        silent.map((stop) => ['crash', Math.floor((stop.restartedAt! + 731) / SECOND)]),
      );
      counts.signals += told.length;
      counts.silent += silent.length;
    }
  }
  expect(counts.signals).toBeGreaterThan(2 * WORLDS);
  expect(counts.silent).toBeGreaterThan(WORLDS / 3);
});

test.each(Object.keys(SETS) as SetName[])('%s', { timeout: 120_000 }, async (set) => {
  const { cases, others } = await judge(set);
  const shown = cases.filter((one) => one.isShown);
  const told = shown.filter((one) => one.stop.signalledAt !== null);
  const silent = shown.filter((one) => one.stop.signalledAt === null);
  const signalled = (one: Case) => /^signalled/.test(one.verdict);

  const isSeen = (one: Case) => one.hasEvent || one.hasLog;
  const unseen = told.filter((one) => !isSeen(one) && !one.hasLater);
  const watched = silent.filter((one) => one.isCovered || one.isLogged);
  console.log(
    `${set}: ${cases.length} reboots, ${shown.length} shown; told ${share(told.filter(signalled).length, told.filter(isSeen).length)}; ` +
      `watched silent ${share(watched.filter((one) => one.verdict === 'missing').length, watched.length)}; ` +
      `every record lost ${unseen.filter((one) => one.isCovered).length}; ${countsOf(shown)}`,
  );
  expect(shown.filter((one) => one.verdict === 'none').map(show)).toEqual([]);
  expect(others).toEqual([]);
  // What no file holds while a file covers the time is beyond what files can tell.
  const lost = (one: Case) => !isSeen(one) && one.isCovered;
  expect(told.filter((one) => one.verdict === 'missing' && !lost(one)).map(show)).toEqual([]);
  expect(silent.filter(signalled).map(show)).toEqual([]);
  expect(told.filter((one) => isSeen(one) && one.verdict !== verdictOf(one)).map(show)).toEqual([]);
  expect(told.filter((one) => isSeen(one) && !isInTime(one)).map(show)).toEqual([]);
  const isSaid = (one: Case) => one.why.includes('killed during');
  expect(told.filter((one) => isSaid(one) && !isKilled(one)).map(show)).toEqual([]);
  const { termination, journals } = SETS[set];
  if (termination || journals === 'both')
    expect(told.filter((one) => isSeen(one) && isKilled(one) && !isSaid(one)).map(show)).toEqual([]);
  if (EXPECTED_TOLD.has(set)) expect(told.filter(isSeen).length).toBeGreaterThan(WORLDS);
  expect(watched.length).toBeGreaterThanOrEqual(EXPECTED_WATCHED.has(set) ? WORLDS / 2 : 0);
  expect(watched.filter((one) => one.verdict === 'missing').length).toBeGreaterThanOrEqual(
    0.8 * watched.length,
  );
});
