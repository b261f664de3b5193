/** The spans of time by which signals and outages are judged; the analyses use them and the explanations say them. */
import { SECOND, type DurationMs } from '../base/time.ts';

/** A signal may be stored this long before the reboot that sent it was. */
export const SIGNAL_BEFORE_REBOOT: DurationMs = 30 * SECOND;
/** A whole second may have been cut off a time. */
export const SIGNAL_AFTER_REBOOT: DurationMs = 1 * SECOND;
/** A signal that comes later than this after the reboot began is late. Source: gaps in openshift/origin PR 27804 are 1 to 4 s. */
export const LATE_SIGNAL: DurationMs = 15 * SECOND;
/** An outage may be seen this long before what caused it. */
export const OUTAGE_BEFORE: DurationMs = 2 * SECOND;
/** An outage that begins up to this long after an apiserver began to go away is of it. */
export const OUTAGE_PROMPT: DurationMs = 15 * SECOND;
/** What an apiserver's absence may still cause after its end. */
export const OUTAGE_TAIL: DurationMs = 30 * SECOND;
/** A stop explains outages until this long after its end. */
export const OUTAGE_AFTER_STOP: DurationMs = 5 * SECOND;
