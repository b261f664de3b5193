import { MINUTE } from '../../../src/base/time.ts';
import type { EraId, WrittenItem } from './eras/era.ts';
import { fileText, type Layout } from './eras/files.ts';
import type { NoiseOptions } from './noise/noise.ts';
import { Random } from './random.ts';
import { writtenRun, type FileKind } from './run.ts';
import { externalApiBackends, inClusterApiBackends, isApiBackend, otherBackends } from './world/backends.ts';
import { makeNodes } from './world/nodes.ts';
import { silentDeathOutages } from './world/outages.ts';
import { stopTimesOf, SYSTEMD_STOP_LIMIT } from './world/platforms.ts';
import { signalledStop, silentStop } from './world/stops.ts';
import { makeReboot, renderedConfigs, rolloutOf } from './world/updates.ts';
import type { World } from './world/world.ts';

/** What a big file is to be like. */
export interface BulkOptions {
  /** Items in the file; a story without noise has some hundreds, and fewer than that cut it short. */
  readonly count: number;
  readonly seed: number;
  /** Different locators. */
  readonly lanes: number;
  readonly era: EraId;
  readonly kind: FileKind;
  readonly layout: Layout;
}

/** A little more noise than needed is made; the file ends when it is full. */
const MARGIN = 1.04;

/** The text of a big file in pieces: an upgrade on AWS whose noise is as much as it takes. */
export function bulkFile(options: BulkOptions): Generator<string> {
  return fileText(limited(options), options.layout);
}

function* limited(options: BulkOptions): Generator<readonly WrittenItem[]> {
  const { count, seed, lanes, era, kind } = options;
  const world = bulkWorld(seed);
  const noise = { count: noiseCount(world, options), lanes };
  let left = count;
  for (const part of writtenRun(world, era, kind, noise)) {
    const taken = part.length > left ? part.slice(0, left) : part;
    left -= taken.length;
    yield taken;
    if (left === 0) return;
  }
}

/** How much noise it takes, since not all of it reaches each kind of file: tries a small run to learn that. */
function noiseCount(world: World, { count, lanes, era, kind }: BulkOptions): number {
  const tried = Math.max(4000, Math.min(20_000, count));
  const written = (noise: NoiseOptions | null): number => {
    let sum = 0;
    for (const part of writtenRun(world, era, kind, noise)) sum += part.length;
    return sum;
  };
  const story = written(null);
  const share = (written({ count: tried, lanes }) - story) / tried;
  return Math.max(0, Math.ceil(((count - story) / share) * (share === 1 ? 1 : MARGIN)));
}

/** A run of 150 minutes: one rollout, three control-plane reboots of which the second has no signal, then tests. */
export function bulkWorld(seed: number): World {
  const random = new Random(seed).fork('bulk');
  const from = Date.parse('2025-05-06T06:00:07Z');
  const nodes = makeNodes(random, 'aws', 'ha');
  const masters = nodes.slice(0, 3).map((node) => node.name);
  const times = stopTimesOf('aws', 'ha');
  const domain = `ci-op-${random.suffix(8)}-${random.hex(5)}.ci.example`;
  const backends = [
    ...externalApiBackends(domain),
    ...inClusterApiBackends(domain),
    ...otherBackends(domain, 'aws'),
  ];
  const rolloutStops = masters.map((node, i) => {
    const signalledAt = from + (20 + 6 * i) * MINUTE;
    const restartedAt = signalledAt + times.delay + 60_000;
    return signalledStop(signalledAt, { node, cause: 'rollout', delay: times.delay, restartedAt });
  });
  const configs = renderedConfigs(random, 'master');
  const reboots = masters.map((node, i) => {
    const begin = from + (70 + 10 * i) * MINUTE;
    return makeReboot(random, node, begin, begin + (i === 1 ? 75_000 : 170_000), configs);
  });
  const rebootStops = reboots.map(({ node, reboot }, i) => {
    const common = { node, cause: 'reboot', delay: times.delay, restartedAt: reboot.to + 15_000 } as const;
    const signalledAt = reboot.from + 2000;
    return i === 1
      ? silentStop(reboot.from + 1000, common)
      : signalledStop(signalledAt, { ...common, killedAt: signalledAt + SYSTEMD_STOP_LIMIT });
  });
  return {
    seed,
    platform: 'aws',
    topology: 'ha',
    ...times,
    monitor: { from, to: from + 150 * MINUTE },
    nodes,
    stops: [...rolloutStops, ...rebootStops],
    reboots,
    rollouts: [rolloutOf(rolloutStops, 9)],
    backends,
    outages: silentDeathOutages(random, backends.filter(isApiBackend), reboots[1].reboot.from),
    headerWindows: [],
    upgrade: {
      span: { from: from + 2 * MINUTE, to: from + 105 * MINUTE },
      fromVersion: '4.19.2',
      toVersion: '4.20.0-0.ci-2025-05-06-031512',
    },
    tests: { from: from + 107 * MINUTE, to: from + 148 * MINUTE },
    hasAnalyser: true,
  };
}
