import { SECOND, type DurationMs, type EpochMs } from '../../../../src/base/time.ts';
import type { Stop, Step } from './world.ts';

/** What the maker of a stop may leave to its defaults. */
export interface StopOptions {
  readonly node: string;
  readonly cause: Stop['cause'];
  readonly delay: DurationMs;
  readonly restartedAt: EpochMs | null;
  /** Killed then: later steps never happen. */
  readonly killedAt?: EpochMs;
  /** Seconds that draining and the last flush take after the delay. */
  readonly drainSeconds?: number;
  /** Reasons whose event could not be written. */
  readonly lost?: readonly string[];
  readonly windowLost?: boolean;
}

/** The reasons of a graceful stop, in order. */
export const STEP_REASONS = [
  'ShutdownInitiated',
  'TerminationPreShutdownHooksFinished',
  'AfterShutdownDelayDuration',
  'InFlightRequestsDrained',
  'HTTPServerStoppedListening',
  'TerminationGracefulTerminationFinished',
] as const;

/** A kube-apiserver that got the signal at `signalledAt` and went through the steps until its end or its kill. */
export function signalledStop(signalledAt: EpochMs, options: StopOptions): Stop {
  const { delay, killedAt, drainSeconds = 5 } = options;
  const stopsAccepting = signalledAt + delay;
  const stopsListening = stopsAccepting + drainSeconds * SECOND;
  const times: readonly EpochMs[] = [
    signalledAt,
    signalledAt + Math.min(SECOND, delay),
    stopsAccepting,
    stopsAccepting,
    stopsListening,
    stopsListening + SECOND,
  ];
  const lost = new Set(options.lost ?? []);
  const steps: Step[] = [];
  for (const [i, reason] of STEP_REASONS.entries()) {
    const at = times[i];
    if (killedAt === undefined || at < killedAt) steps.push({ reason, at, stored: !lost.has(reason) });
  }
  return { ...commonOf(options), signalledAt, steps, killedAt: killedAt ?? null };
}

/** A kube-apiserver that went away at `killedAt` without ever having got the signal. */
export function silentStop(killedAt: EpochMs, options: StopOptions): Stop {
  return { ...commonOf(options), signalledAt: null, steps: [], killedAt };
}

function commonOf(options: StopOptions): Omit<Stop, 'signalledAt' | 'steps' | 'killedAt'> {
  const { node, cause, delay, restartedAt, windowLost = false } = options;
  return {
    server: 'kube-apiserver',
    node,
    pod: `kube-apiserver-${node}`,
    cause,
    delay,
    restartedAt,
    windowLost,
  };
}

/** When the process was gone: its last step or its kill. */
export function goneAt(stop: Stop): EpochMs | null {
  return stop.killedAt ?? stop.steps[stop.steps.length - 1]?.at ?? null;
}
