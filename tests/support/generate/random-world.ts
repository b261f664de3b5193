import { MINUTE, SECOND, type EpochMs } from '../../../src/base/time.ts';
import type { EraId } from './eras/era.ts';
import { fileText, type Layout } from './eras/files.ts';
import { drawCluster, type Cluster } from './planted/cluster.ts';
import { BETWEEN_REBOOTS, planReboot, planStop, type PlannedReboot } from './planted/reboot-plan.ts';
import { tellTruth, type RebootTruth } from './planted/truth.ts';
import { Random } from './random.ts';
import { writtenRun, type FileKind } from './run.ts';
import { isApiBackend } from './world/backends.ts';
import { commonOutages, dnsOutages, silentDeathOutages } from './world/outages.ts';
import { goneAt, silentStop } from './world/stops.ts';
import { makeReboot, rolloutOf } from './world/updates.ts';
import type { Outage, Reboot, Span, Stop, World } from './world/world.ts';

/** A world with planted truth, and what its file is like. */
export interface RandomWorld {
  readonly seed: number;
  readonly world: World;
  readonly era: EraId;
  readonly kind: FileKind;
  readonly layout: Layout;
  readonly truth: readonly RebootTruth[];
}

/** Draws a world: rollouts, reboots with and without signal, lost records, cuts, files of every era. */
export function makeRandomWorld(seed: number): RandomWorld {
  const random = new Random(seed).fork('planted world');
  const cluster = drawCluster(random);
  const plans = planReboots(random, cluster);
  const rolloutStops = planRollout(random, cluster, plans);
  const workerReboots = planWorkers(random, cluster, plans);
  const stops = [
    ...rolloutStops,
    ...plans.flatMap(({ stop, rolloutStop }) => (rolloutStop === null ? [stop] : [rolloutStop, stop])),
    ...planCrash(random, cluster, plans),
    ...planOpenshiftStops(random, cluster),
  ];
  const world: World = {
    seed,
    ...cluster.base,
    monitor: drawMonitor(random, cluster, plans),
    stops,
    reboots: [...plans.map((plan) => plan.reboot), ...workerReboots],
    rollouts: rolloutStops.length === 0 ? [] : [rolloutOf(rolloutStops, random.between(5, 20))],
    outages: planOutages(random, cluster, plans),
    headerWindows: [],
    upgrade: null,
    tests: null,
  };
  const { era, kind, layout } = cluster;
  return { seed, world, era, kind, layout, truth: tellTruth(world, era, kind, plans) };
}

/** The file that is left of a random world, with a little noise. */
export function randomWorldFile({ world, era, kind, layout }: RandomWorld): string {
  return [...fileText(writtenRun(world, era, kind, { count: 150, lanes: 300 }), layout)].join('');
}

function mastersOf(cluster: Cluster): string[] {
  return cluster.base.nodes.filter((node) => node.role === 'control-plane').map((node) => node.name);
}

/** Reboots one after the other; now and then the next begins while the one before is still on. */
function planReboots(random: Random, cluster: Cluster): PlannedReboot[] {
  let at = cluster.run.from + random.between(40, 55) * MINUTE;
  return random.shuffle(mastersOf(cluster)).map((node) => {
    const plan = planReboot(random, cluster, node, at);
    const { low, high } = BETWEEN_REBOOTS;
    at += random.chance(0.15)
      ? random.between(5, 60) * SECOND
      : random.between(low / SECOND, high / SECOND) * SECOND;
    return plan;
  });
}

/** A rollout over all masters, well before the reboots, or ending right before them. */
function planRollout(random: Random, cluster: Cluster, plans: readonly PlannedReboot[]): Stop[] {
  if (random.chance(0.3)) return [];
  const turn = cluster.base.delay + random.between(110, 150) * SECOND;
  const nodes = random.shuffle(mastersOf(cluster));
  const firstReboot = Math.min(
    ...plans.map((plan) => plan.rolloutStop?.signalledAt ?? plan.reboot.drain.from),
  );
  const end = random.chance(0.4) ? firstReboot - 40 * SECOND : cluster.run.from + 30 * MINUTE;
  let at = Math.min(end, firstReboot - 40 * SECOND) - nodes.length * turn;
  return nodes.map((node) => {
    const stop = planStop(random, cluster, node, at, 'rollout');
    at += turn;
    return { ...stop, restartedAt: goneAt(stop)! + random.between(25, 60) * SECOND };
  });
}

/** A crash some time after everything else, on any master. */
function planCrash(random: Random, cluster: Cluster, plans: readonly PlannedReboot[]): Stop[] {
  if (random.chance(0.85)) return [];
  const last = Math.max(...plans.map((plan) => plan.stop.restartedAt ?? plan.reboot.reboot.to));
  const at = last + random.between(180, 900) * SECOND;
  const { delay } = cluster.base;
  const node = random.pick(mastersOf(cluster));
  return [silentStop(at, { node, cause: 'crash', delay, restartedAt: at + random.between(9, 40) * SECOND })];
}

/** Stops of openshift-apiserver pods, whose names do not tell the node: they explain no reboot. */
function planOpenshiftStops(random: Random, cluster: Cluster): Stop[] {
  return mastersOf(cluster).flatMap((node): Stop[] => {
    if (random.chance(0.5)) return [];
    const at = cluster.run.from + random.between(10, 90) * MINUTE;
    const delay = 15 * SECOND;
    const stop = planStop(
      random,
      { ...cluster, base: { ...cluster.base, delay } },
      node,
      at,
      'rollout',
      at + 60 * SECOND,
    );
    return [
      { ...stop, server: 'openshift-apiserver', pod: `apiserver-${random.hex(9)}-${random.suffix(5)}` },
    ];
  });
}

function planWorkers(random: Random, cluster: Cluster, plans: readonly PlannedReboot[]): Reboot[] {
  const workers = cluster.base.nodes.filter((node) => node.role === 'worker');
  return workers.slice(0, random.between(0, 2)).map((node) => {
    const from = random.pick(plans).reboot.reboot.from + random.between(-200, 200) * SECOND;
    const to = from + random.between(50, 100) * SECOND;
    return makeReboot(random, node.name, from, to, ['rendered-worker-a', 'rendered-worker-b']);
  });
}

/** Where the recorder began and ended: mostly the whole run, else cut near a reboot. */
function drawMonitor(random: Random, cluster: Cluster, plans: readonly PlannedReboot[]): Span {
  const { from, to } = cluster.run;
  const spans = plans.map((plan) => plan.reboot.reboot);
  const cut = random.below(10);
  if (cut === 0) return { from, to: cutNear(random, spans[spans.length - 1]) };
  if (cut === 1) return { from: spans[0].from - random.between(-5, 45) * SECOND, to };
  return cluster.run;
}

function cutNear(random: Random, reboot: Span): EpochMs {
  const length = (reboot.to - reboot.from) / SECOND;
  return reboot.from + (random.chance(0.5) ? random.between(0, 6) : random.between(0, length + 5)) * SECOND;
}

function planOutages(random: Random, cluster: Cluster, plans: readonly PlannedReboot[]): Outage[] {
  const { backends } = cluster.base;
  const api = backends.filter(isApiBackend);
  const outages = plans.flatMap(({ stop, reboot }) => {
    if (stop.signalledAt === null) return silentDeathOutages(random, api, reboot.reboot.from);
    if (random.chance(0.6)) return [];
    const some = api.filter(() => random.chance(0.4));
    return commonOutages(random, some, goneAt(stop)! + SECOND, [1, 6], 'http2: client connection lost');
  });
  const quiet = cluster.run.from + random.between(3, 8) * MINUTE;
  if (random.chance(0.3)) outages.push(...commonOutages(random, api.slice(0, 2), quiet, [1, 4], 'EOF'));
  if (random.chance(0.2))
    outages.push(...dnsOutages(api.slice(0, 3), cluster.run.to - 9 * MINUTE, 21 * SECOND));
  return withoutOverlaps(outages);
}

/** A sampler is in one outage at a time. */
function withoutOverlaps(outages: readonly Outage[]): Outage[] {
  const kept: Outage[] = [];
  for (const outage of [...outages].sort((a, b) => a.from - b.from)) {
    const last = kept.findLast((each) => each.backend === outage.backend);
    if (last === undefined || (last.to !== null && last.to <= outage.from)) kept.push(outage);
  }
  return kept;
}
