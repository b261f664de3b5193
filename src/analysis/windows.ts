/** What a constructed shutdown window really tells. Writer: openshift/origin: pkg/monitortests/kubeapiserver/apiservergracefulrestart. */
import { SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { isTooLong, type WindowMark } from '../model/mark.ts';
import type { Ground } from './ground.ts';

/** A window that begins this close to its monitor's start was opened by the monitor, not by a signal. */
const MONITOR_START: DurationMs = 2 * SECOND;
/** An event this close to a window's begin confirms it. */
const CONFIRMED: DurationMs = 3 * SECOND;

/** The signal and the end that a window stands for; null for what it only seems to tell. `events`: times of raw signals. */
export function timesOfWindow(
  window: WindowMark,
  all: readonly WindowMark[],
  events: readonly EpochMs[],
  ground: Ground,
): { readonly t0: EpochMs | null; readonly t3: EpochMs | null } {
  if (window.isStartMissing) return { t0: null, t3: window.end };
  const isConfirmed = events.some((at) => Math.abs(at - window.at) <= CONFIRMED);
  if (isTooLong(window)) return { t0: isConfirmed ? window.at : null, t3: null };
  if (!isConfirmed && hasInventedStart(window, all, ground)) return { t0: null, t3: window.end };
  return { t0: window.at, t3: window.end };
}

/** An end without a start was drawn from the monitor's start, or from the end of the window before. */
function hasInventedStart(window: WindowMark, all: readonly WindowMark[], ground: Ground): boolean {
  if (ground.monitorStarts.some((at) => Math.abs(at - window.at) <= MONITOR_START)) return true;
  return all.some((other) => other !== window && other.end === window.at && other.at < window.at);
}
