import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import type { Reboot, Rollout, RolloutTurn, Stop } from './world.ts';

/** A node's update around its reboot: when the earlier phases began, and when the node was back. */
export function makeReboot(
  random: Random,
  node: string,
  rebootFrom: EpochMs,
  rebootTo: EpochMs,
  configs: readonly [from: string, to: string],
): Reboot {
  const osFrom = rebootFrom - random.between(55, 110) * SECOND;
  const drainFrom = osFrom - random.between(40, 150) * SECOND;
  const ready = rebootTo + random.between(10, 22) * SECOND;
  return {
    node,
    update: { from: drainFrom - random.between(3, 9) * SECOND, to: ready + random.between(20, 45) * SECOND },
    drain: { from: drainFrom, to: osFrom },
    osUpdate: { from: osFrom, to: rebootFrom },
    reboot: { from: rebootFrom, to: rebootTo },
    notReady: { from: rebootFrom + random.between(8, 42) * SECOND, to: ready },
    configFrom: configs[0],
    configTo: configs[1],
  };
}

/** The names of two rendered configs of a pool. */
export function renderedConfigs(random: Random, pool: 'master' | 'worker'): [from: string, to: string] {
  return [`rendered-${pool}-${random.hex(32)}`, `rendered-${pool}-${random.hex(32)}`];
}

/** A kube-apiserver rollout made of its stops, one a node, in order of time. */
export function rolloutOf(stops: readonly Stop[], fromRevision: number): Rollout {
  const turns = stops.map((stop): RolloutTurn => {
    const killing = stop.signalledAt ?? stop.killedAt!;
    const installer = { from: killing - 38 * SECOND, to: killing - 2 * SECOND };
    return { node: stop.node, installer, killing, started: stop.restartedAt ?? killing + 200 * SECOND };
  });
  const from = turns[0].installer.from - 12 * SECOND;
  const to = turns[turns.length - 1].started + 55 * SECOND;
  return {
    operator: 'kube-apiserver',
    progressing: { from, to },
    fromRevision,
    toRevision: fromRevision + 1,
    turns,
  };
}

/** A rollout of another static-pod operator, whose stops are quick. */
export function quickRollout(
  operator: Exclude<Rollout['operator'], 'kube-apiserver'>,
  nodes: readonly string[],
  from: EpochMs,
  fromRevision: number,
): Rollout {
  const turns = nodes.map((node, i): RolloutTurn => {
    const begin = from + 10 * SECOND + i * 105 * SECOND;
    return {
      node,
      installer: { from: begin, to: begin + 31 * SECOND },
      killing: begin + 33 * SECOND,
      started: begin + 47 * SECOND,
    };
  });
  const to = from + nodes.length * 105 * SECOND + MINUTE;
  return { operator, progressing: { from, to }, fromRevision, toRevision: fromRevision + 1, turns };
}
