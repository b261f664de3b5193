import { SECOND, type DurationMs } from '../../../../src/base/time.ts';
import type { Platform } from './world.ts';

/** How long a kube-apiserver keeps serving after its signal, and when it is killed at the latest. */
export interface StopTimes {
  readonly delay: DurationMs;
  readonly kill: DurationMs;
}

const SECONDS: Readonly<Record<Platform, readonly [delay: number, kill: number]>> = {
  aws: [129, 194],
  gcp: [95, 160],
  azure: [70, 135],
  default: [70, 135],
};

/** The shutdown times of a platform; a single-node cluster has its own. */
export function stopTimesOf(platform: Platform, topology: 'ha' | 'single'): StopTimes {
  const [delay, kill] = topology === 'single' ? [0, 15] : SECONDS[platform];
  return { delay: delay * SECOND, kill: kill * SECOND };
}

/** systemd's patience with a unit on reboot. */
export const SYSTEMD_STOP_LIMIT: DurationMs = 90 * SECOND;

/** Go's text of a whole number of seconds: `2m9s`, `1m10s`, `0s`. */
export function goSeconds(span: DurationMs): string {
  const seconds = Math.round(span / SECOND);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  const rest = `${minutes % 60}m${seconds % 60}s`;
  return minutes < 60 ? rest : `${Math.floor(minutes / 60)}h${rest}`;
}
