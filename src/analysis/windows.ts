/** What a constructed shutdown window really tells. Writer: openshift/origin: pkg/monitortests/kubeapiserver/apiservergracefulrestart. */
import { lowerBound } from '../base/search.ts';
import { SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { isTooLong, type WindowMark } from '../model/mark.ts';
import type { Ground } from './ground.ts';

/** A window that begins this close to its monitor's start was opened by the monitor, not by a signal. */
const MONITOR_START: DurationMs = 2 * SECOND;
/** An event this close to a window's begin confirms it. */
const CONFIRMED: DurationMs = 3 * SECOND;

/** When windows of one apiserver end, and the earliest begin of those that end then. */
export function endsOfWindows(windows: readonly WindowMark[]): ReadonlyMap<EpochMs, EpochMs> {
  const ends = new Map<EpochMs, EpochMs>();
  for (const { at, end } of windows) if (end !== null) ends.set(end, Math.min(at, ends.get(end) ?? Infinity));
  return ends;
}

/** What else is known of a window's apiserver. All times ascend. */
export interface WindowHints {
  readonly ends: ReturnType<typeof endsOfWindows>;
  /** Its raw signals. */
  readonly signals: readonly EpochMs[];
  /** Those of them that its own logs tell. */
  readonly logged: readonly EpochMs[];
}

/** The signal and the end that a window stands for; null for what it only seems to tell. */
export function timesOfWindow(
  window: WindowMark,
  { ends, signals, logged }: WindowHints,
  ground: Ground,
): { readonly t0: EpochMs | null; readonly t3: EpochMs | null } {
  if (window.isStartMissing) return { t0: null, t3: window.end };
  const isConfirmed =
    (signals[lowerBound(signals, window.at - CONFIRMED)] ?? Infinity) <= window.at + CONFIRMED;
  if (isTooLong(window)) return { t0: isConfirmed ? window.at : null, t3: null };
  if (!isConfirmed && (hasInventedStart(window, ends, ground) || isBelied(window, logged)))
    return { t0: null, t3: window.end };
  return { t0: window.at, t3: window.end };
}

/** An end without a start was drawn from the monitor's start, or from the end of the window before. */
function hasInventedStart(window: WindowMark, ends: ReadonlyMap<EpochMs, EpochMs>, ground: Ground): boolean {
  if (ground.monitorStarts.some((at) => Math.abs(at - window.at) <= MONITOR_START)) return true;
  return (ends.get(window.at) ?? Infinity) < window.at;
}

/** A log tells all signals of its apiserver: one that comes later in the window is the one that its end belongs to. */
function isBelied({ at, end }: WindowMark, logged: readonly EpochMs[]): boolean {
  const next = logged[lowerBound(logged, at)];
  return next !== undefined && next <= (end ?? at);
}
