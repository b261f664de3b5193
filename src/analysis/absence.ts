import { SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import type { Episode, EpisodeKind, EpisodeSignal } from '../model/report.ts';
import type { Stop } from './shutdowns.ts';

/** An episode while it is being related to disruption. Times in EpochMs. */
export interface Absence {
  readonly kind: EpisodeKind;
  readonly server: string;
  readonly node: string | null;
  readonly from: EpochMs;
  readonly to: EpochMs | null;
  /** Until when disruption may come from it: its end, or where that was not seen the latest moment it may have had. */
  readonly until: EpochMs;
  /** How long before `from` the apiserver may have been gone already. */
  readonly lead: DurationMs;
  readonly revision: Episode['revision'];
  readonly signal: EpisodeSignal;
  readonly stop: Stop | null;
  readonly why: string;
}

/** The next life of a static pod needs about this long to serve; f.5 counts it to the rollout. */
export const START_UP: DurationMs = 120 * SECOND;
/** A crash is told by the next start, after the restart's back-off. */
export const RESTART: DurationMs = 120 * SECOND;
/** The longest hard kill of any platform. */
export const MAX_STOP: DurationMs = 194 * SECOND;
/** A node that was never seen to come back is given up after this. */
export const LONG_REBOOT: DurationMs = 1800 * SECOND;
