import { MINUTE, type EpochMs } from '../../../../src/base/time.ts';
import { Random } from '../random.ts';
import { awsNode } from '../world/nodes.ts';
import { stopTimesOf, SYSTEMD_STOP_LIMIT } from '../world/platforms.ts';
import { signalledStop, silentStop } from '../world/stops.ts';
import { makeReboot, quickRollout, renderedConfigs, rolloutOf } from '../world/updates.ts';
import type { Backend, Reboot, Rollout, Span, Stop, Upgrade, WorldNode } from '../world/world.ts';
import { allBackends, at, seconds } from './scene.ts';

/** One node's reboot as a scene tells it. */
export interface ScenedReboot {
  readonly node: string;
  readonly from: string;
  /** Seconds until the kubelet was back. */
  readonly length: number;
  /** When the apiserver got its signal; null when it never did; left out for workers. */
  readonly signal?: string | null;
}

/** The parts of an upgrade run on AWS that the samples share. */
export interface UpgradeScene {
  readonly seed: number;
  readonly domain: string;
  readonly monitor: Span;
  readonly upgrade: Upgrade;
  readonly tests: Span;
  readonly masters: readonly string[];
  readonly workers: readonly string[];
  /** When each master's apiserver was told to stop for the new revision, in order. */
  readonly rollout: readonly (readonly [node: string, signal: string])[];
  readonly revision: number;
  readonly otherRollouts: readonly (readonly [
    operator: Exclude<Rollout['operator'], 'kube-apiserver'>,
    from: string,
  ])[];
  readonly reboots: readonly ScenedReboot[];
}

/** What follows from a scene, before outages are added. */
export interface StagedScene {
  readonly random: Random;
  readonly nodes: readonly WorldNode[];
  readonly backends: readonly Backend[];
  readonly rolloutStops: readonly Stop[];
  readonly stops: readonly Stop[];
  readonly reboots: readonly Reboot[];
  readonly rollouts: readonly Rollout[];
}

/** Turns a scene into nodes, stops, reboots and rollouts. */
export function stageScene(scene: UpgradeScene): StagedScene {
  const random = new Random(scene.seed);
  const nodes = [
    ...scene.masters.map((name) => awsNode(name, 'control-plane')),
    ...scene.workers.map((name) => awsNode(name, 'worker')),
  ];
  const { delay } = stopTimesOf('aws', 'ha');
  const rolloutStops = scene.rollout.map(([node, signal], i) => {
    const signalledAt = at(signal);
    const drainSeconds = 4 + i * 3;
    const restartedAt = signalledAt + delay + seconds(drainSeconds + 38 + i * 9);
    return signalledStop(signalledAt, { node, cause: 'rollout', delay, drainSeconds, restartedAt });
  });
  const configs = { master: renderedConfigs(random, 'master'), worker: renderedConfigs(random, 'worker') };
  const reboots: Reboot[] = [];
  const rebootStops: Stop[] = [];
  for (const { node, from, length, signal } of scene.reboots) {
    const begin = at(from);
    const end = begin + seconds(length);
    reboots.push(makeReboot(random, node, begin, end, configs[signal === undefined ? 'worker' : 'master']));
    if (signal === undefined) continue;
    const common = { node, cause: 'reboot', delay, restartedAt: end + seconds(17) } as const;
    rebootStops.push(
      signal === null ? silentStop(begin + seconds(1), common) : killedOnReboot(at(signal), common),
    );
  }
  return {
    random,
    nodes,
    backends: allBackends(scene.domain, nodes),
    rolloutStops,
    stops: [...rolloutStops, ...rebootStops],
    reboots,
    rollouts: [
      rolloutOf(rolloutStops, scene.revision),
      ...scene.otherRollouts.map(([operator, from], i) =>
        quickRollout(operator, scene.masters, at(from), 6 + i),
      ),
    ],
  };
}

/** Signalled on reboot, but on AWS systemd's patience ends before the delay does. */
function killedOnReboot(signalledAt: EpochMs, options: Parameters<typeof signalledStop>[1]): Stop {
  return signalledStop(signalledAt, { ...options, killedAt: signalledAt + SYSTEMD_STOP_LIMIT });
}

/** A span by two texts. */
export function span(from: string, to: string): Span {
  return { from: at(from), to: at(to) };
}

/** The last minutes of a run, in which nothing new is planted. */
export const QUIET_END = 5 * MINUTE;
