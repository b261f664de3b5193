import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import { SYSTEMD_STOP_LIMIT } from '../world/platforms.ts';
import { goneAt, signalledStop, silentStop, STEP_REASONS } from '../world/stops.ts';
import { makeReboot } from '../world/updates.ts';
import type { Reboot, Stop } from '../world/world.ts';
import type { Cluster } from './cluster.ts';

/** How a reboot came about. */
export type RebootStory =
  | 'signalled'
  | 'signalled-early'
  | 'signalled-late'
  | 'signalled-twice'
  | 'silent'
  | 'during-rollout'
  | 'silent-after-rollout'
  | 'signalled-after-rollout';

/** A reboot, the stop that it brought, and the rollout's stop shortly before it where there was one. */
export interface PlannedReboot {
  readonly story: RebootStory;
  readonly reboot: Reboot;
  /** The stop of the process that ran when the reboot began. */
  readonly stop: Stop;
  readonly rolloutStop: Stop | null;
}

const STORIES: readonly (readonly [weight: number, story: RebootStory])[] = [
  [5, 'signalled'],
  [1, 'signalled-early'],
  [1, 'signalled-late'],
  [1, 'signalled-twice'],
  [5, 'silent'],
  [1, 'during-rollout'],
  [2, 'silent-after-rollout'],
  [2, 'signalled-after-rollout'],
];

/** What is lost of a stop's record, by weight. */
const LOSSES: readonly (readonly [weight: number, lost: readonly string[]])[] = [
  [60, []],
  [12, ['ShutdownInitiated']],
  [6, ['ShutdownInitiated', 'TerminationPreShutdownHooksFinished']],
  [8, STEP_REASONS],
  [14, ['HTTPServerStoppedListening', 'TerminationGracefulTerminationFinished']],
];

/** Draws what happens when a control-plane node reboots at `from`. */
export function planReboot(random: Random, cluster: Cluster, node: string, from: EpochMs): PlannedReboot {
  const story = random.weighted(STORIES);
  const rolloutStop = planRolloutBefore(random, cluster, node, from, story);
  if (story === 'during-rollout' && rolloutStop !== null) {
    const to = Math.max(from, goneAt(rolloutStop)!) + random.between(45, 90) * SECOND;
    return planned(random, story, node, from, { ...rolloutStop, restartedAt: to + 15 * SECOND }, null);
  }
  const signalledAt = from + signalOffset(random, story);
  const length = random.between(50, 110) * SECOND;
  if (story.startsWith('silent')) {
    const options = {
      node,
      cause: 'reboot',
      delay: cluster.base.delay,
      restartedAt: from + length + 15 * SECOND,
    } as const;
    return planned(random, story, node, from, silentStop(from + SECOND, options), rolloutStop);
  }
  const stop = planStop(random, cluster, node, signalledAt, 'reboot');
  const back = Math.max(from, goneAt(stop)!) + length;
  const again = signalledAt + random.between(1, 20) * SECOND;
  const steps =
    story === 'signalled-twice' && again < goneAt(stop)!
      ? [...stop.steps, { reason: 'ShutdownInitiated', at: again, stored: true }]
      : stop.steps;
  return planned(random, story, node, from, { ...stop, steps, restartedAt: back + 15 * SECOND }, rolloutStop);
}

function planned(
  random: Random,
  story: RebootStory,
  node: string,
  from: EpochMs,
  stop: Stop,
  rolloutStop: Stop | null,
): PlannedReboot {
  const reboot = makeReboot(random, node, from, stop.restartedAt! - 15 * SECOND, [
    'rendered-master-a',
    'rendered-master-b',
  ]);
  return { story, reboot, stop, rolloutStop };
}

function signalOffset(random: Random, story: RebootStory): number {
  if (story === 'signalled-early') return -random.between(1, 28) * SECOND;
  if (story === 'signalled-late') return random.between(16, 40) * SECOND;
  return random.between(0, 4) * SECOND + (random.chance(0.5) ? random.below(1000) : 0);
}

/** A signalled stop: whole where the node's patience lasts, killed after 90 s where it does not. */
export function planStop(
  random: Random,
  cluster: Cluster,
  node: string,
  signalledAt: EpochMs,
  cause: Stop['cause'],
  restartedAt: EpochMs | null = null,
): Stop {
  const { delay } = cluster.base;
  const options = {
    node,
    cause,
    delay,
    restartedAt,
    drainSeconds: random.between(1, delay === 0 ? 6 : 25),
    lost: random.weighted(LOSSES),
    windowLost: random.chance(0.06),
  };
  const end = delay + (options.drainSeconds + 1) * SECOND;
  return cause === 'reboot' && end > SYSTEMD_STOP_LIMIT
    ? signalledStop(signalledAt, { ...options, killedAt: signalledAt + SYSTEMD_STOP_LIMIT })
    : signalledStop(signalledAt, options);
}

/** A rollout's stop of the same node: still on when the reboot begins, or over some minutes before. */
function planRolloutBefore(
  random: Random,
  cluster: Cluster,
  node: string,
  from: EpochMs,
  story: RebootStory,
): Stop | null {
  const { delay, topology } = cluster.base;
  if (topology === 'single') return null;
  if (story === 'during-rollout') {
    const before = random.between(31, delay / SECOND - 4) * SECOND;
    return planStop(random, cluster, node, from - before, 'rollout');
  }
  if (!story.endsWith('after-rollout')) return null;
  const start = planStop(random, cluster, node, from - delay - random.between(90, 420) * SECOND, 'rollout');
  const restartedAt = goneAt(start)! + random.between(25, 40) * SECOND;
  return restartedAt < from - 5 * SECOND ? { ...start, restartedAt } : null;
}

/** How long after a reboot began the next one may. */
export const BETWEEN_REBOOTS = { low: 6 * MINUTE, high: 12 * MINUTE } as const;
