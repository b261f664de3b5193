import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { compareTimes, type Item } from '../items/item.ts';
import { Random } from '../random.ts';
import type { World } from '../world/world.ts';
import { makeCast, type Cast } from './cast.ts';
import { operatorEventNoise, podEventNoise } from './event-noise.ts';
import { cpuNoise, etcdLogNoise, leaseNoise, nodeLogNoise } from './log-noise.ts';
import { podLife, readinessFlap } from './pod-noise.ts';
import { alertNoise, operatorNoise, standingAlerts } from './state-noise.ts';
import { testRun } from './test-noise.ts';

/** How many items of noise, and over about how many different locators. */
export interface NoiseOptions {
  readonly count: number;
  readonly lanes: number;
}

/** Items that begin before `until`, and not before the slice ahead of it. */
export interface Slice {
  readonly until: EpochMs;
  readonly items: readonly Item[];
}

interface Moment {
  readonly at: EpochMs;
  /** From 0 (quiet) to 1: how near node updates and rollouts are. */
  readonly work: number;
  readonly isTesting: boolean;
}

interface Kind {
  /** How often, against the others, at a moment. */
  readonly weight: (moment: Moment) => number;
  readonly make: (moment: Moment, random: Random, cast: Cast, turn: number) => Item[];
}

const KINDS: readonly Kind[] = [
  {
    weight: (m) => (m.isTesting ? 0.9 : 0.02),
    make: (m, random, cast, turn) =>
      podLife(random, cast.testPods[turn % cast.testPods.length], m.at, 2 + random.exponential(45)),
  },
  {
    weight: (m) => 0.12 + 1.1 * m.work,
    make: (m, random, cast, turn) =>
      podLife(
        random,
        cast.replacedPods[turn % cast.replacedPods.length],
        m.at,
        60 + random.exponential(1500),
      ),
  },
  {
    weight: (m) => (m.isTesting ? 2.2 : 0),
    make: (m, random, cast, turn) =>
      testRun(random, cast.tests[turn % cast.tests.length], m.at, m.work > 0.5),
  },
  { weight: (m) => 2.2 + 6 * m.work, make: (m, random, cast) => podEventNoise(random, cast, m.at) },
  { weight: (m) => 1.6 + 2 * m.work, make: (m, random) => operatorEventNoise(random, m.at) },
  {
    weight: (m) => 0.25 + 1.2 * m.work,
    make: (m, random, cast) => readinessFlap(random, random.pickSkewed(cast.platformPods), m.at),
  },
  { weight: (m) => 0.9 + 1.5 * m.work, make: (m, random, cast) => etcdLogNoise(random, cast, m.at) },
  { weight: (m) => 0.6 + 2 * m.work, make: (m, random, cast) => nodeLogNoise(random, cast, m.at) },
  { weight: (m) => 0.3 + 0.4 * m.work, make: (m, random, cast) => alertNoise(random, cast, m.at) },
  { weight: (m) => 0.06 + 0.15 * m.work, make: (m, random) => operatorNoise(random, m.at) },
  { weight: (m) => (m.isTesting ? 0.3 : 0.08), make: (m, random, cast) => cpuNoise(random, cast, m.at) },
  { weight: (m) => 0.05 + 0.2 * m.work, make: (m, random, cast) => leaseNoise(random, cast, m.at) },
];

/** How strong all noise is at a moment. */
function volume(moment: Moment): number {
  return 0.5 + 1.6 * moment.work + (moment.isTesting ? 1.5 : 0);
}

/**
 * The noise of a run in slices of time, each in order and none overlapping the one before: `count` items in all. What
 * is held in memory is one slice and the ends of what began earlier.
 */
export function* noiseSlices(world: World, options: NoiseOptions): Generator<Slice> {
  const random = new Random(world.seed).fork('noise');
  const cast = makeCast(world, random.fork('cast'), options.lanes);
  const { from, to } = world.monitor;
  const wanted = Math.max(60, Math.min(600, Math.round((to - from) / (MINUTE / 3))));
  const length = Math.ceil((to - from) / wanted / SECOND) * SECOND;
  const sliceCount = Math.ceil((to - from) / length);
  const moments = Array.from({ length: sliceCount }, (_, i) => momentAt(world, from + (i + 0.5) * length));
  const total = moments.reduce((sum, moment) => sum + volume(moment), 0);
  const turns = KINDS.map(() => 0);
  let waiting: Item[] = standingAlerts(cast);
  let made = waiting.length;
  let emitted = 0;
  let share = 0;
  for (const [i, middle] of moments.entries()) {
    share += volume(middle) / total;
    const weights = KINDS.map((kind, k) => [kind.weight(middle), k] as const);
    while (made < options.count * share) {
      const k = random.weighted(weights);
      const at = Math.min(to, Math.round(from + (i + random.unit()) * length));
      const items = KINDS[k].make({ ...middle, at }, random, cast, turns[k]++);
      for (const item of items) {
        if (!insideRun(item, world)) continue;
        waiting.push(clipped(item, to));
        made += 1;
      }
    }
    const isLast = i === sliceCount - 1;
    const end = from + (i + 1) * length;
    const ready: Item[] = [];
    const later: Item[] = [];
    for (const item of waiting) (isLast || (item.from ?? from) < end ? ready : later).push(item);
    waiting = later;
    ready.sort(compareTimes);
    const left = Math.max(0, options.count - emitted);
    emitted += ready.length;
    yield { until: isLast ? Infinity : end, items: ready.length > left ? ready.slice(0, left) : ready };
  }
}

function momentAt(world: World, at: EpochMs): Moment {
  let work = 0;
  for (const { update, reboot } of world.reboots) {
    if (at > update.from - MINUTE && at < update.to + MINUTE) work = Math.max(work, 0.6);
    if (at > reboot.from - MINUTE && at < reboot.to + 2 * MINUTE) work = 1;
  }
  for (const { progressing } of world.rollouts)
    if (at > progressing.from && at < progressing.to) work = Math.max(work, 0.4);
  const { tests } = world;
  return { at, work, isTesting: tests !== null && at >= tests.from && at < tests.to };
}

function insideRun(item: Item, world: World): boolean {
  const from = item.from ?? world.monitor.from;
  return from >= world.monitor.from && from <= world.monitor.to;
}

function clipped(item: Item, to: EpochMs): Item {
  return item.to !== null && item.to > to ? { ...item, to } : item;
}
