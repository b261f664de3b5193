/** How a stop ended that was told to end: in order, or killed in its delay, or while it drained. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import { formatDuration } from '../base/duration.ts';
import type { IncidentMark, StepName } from '../model/mark.ts';
import type { Shutdown } from '../model/report.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { finishOf, type Stop } from './shutdowns.ts';

/** systemd kills what has not stopped after this on a reboot. Source: systemd: DefaultTimeoutStopSec. */
export const STOP_TIMEOUT: DurationMs = 90 * SECOND;
/** A process says this soon after its start how the one before ended. */
const FIRST_WORDS: DurationMs = 15 * SECOND;
/** A process that was killed is told of by the next one, after the machine or the container is back. */
const NEXT_START: DurationMs = 1800 * SECOND;

/** Steps that come when the delay is over. */
const PAST_DELAY: readonly StepName[] = [
  'AfterShutdownDelayDuration',
  'NotAcceptingNewRequest',
  'InFlightRequestsDrained',
  'HTTPServerStoppedListening',
];

/** When a process was gone, and what tells it; both null where nothing does. */
export interface Gone {
  readonly at: EpochMs | null;
  readonly from: Shutdown['goneFrom'];
}

/** When the process of a stop was gone. `isReboot`: its node went down. */
export function goneOf(stop: Stop, ground: Ground, isReboot: boolean): Gone {
  const { t0, outcome } = stop;
  const finish = finishOf(stop);
  if (finish !== null) return { at: finish, from: 'finish' };
  if (t0 === null || outcome !== 'incomplete') return { at: null, from: null };
  const kill = killOf(stop, ground);
  if (kill !== undefined) return { at: kill.at, from: 'kill' };
  const last = endOfLog(stop, ground);
  if (last !== null) return { at: last, from: 'log' };
  const isOutOfTime = isReboot && outOfTime(stop) !== null;
  return isOutOfTime ? { at: t0 + STOP_TIMEOUT, from: 'timeout' } : { at: null, from: null };
}

/** The last line of the life that was stopped. Without a next life its log may only have been fetched then. */
function endOfLog({ t0, server, node, kill }: Stop, ground: Ground): EpochMs | null {
  if (node === null) return null;
  const [next] = ground.marks.starts.touching(ownerKey(server, node), t0! + 1, t0! + NEXT_START);
  if (next === undefined) return null;
  return ground.coverage.lastLine(server, node, { from: t0! + 1, to: t0! + kill.max }, next.at);
}

function killOf({ t0, server, node, kill }: Stop, ground: Ground): IncidentMark | undefined {
  return ground.marks.kills.touching(ownerKey(server, node), t0! + 1, t0! + kill.max)[0];
}

/** `; killed during its delay: …` of a stop that was cut short; empty where nothing says so. `isReboot`: its node went down. */
export function describeEnd(stop: Stop, ground: Ground, isReboot: boolean): string {
  if (stop.t0 === null || finishOf(stop) !== null) return '';
  const cause = killed(stop, ground) ?? (isReboot ? outOfTime(stop) : null) ?? saidToHaveFailed(stop, ground);
  if (cause === null) return '';
  const isOver = isPastDelay(stop) || (stop.delay !== null && (cause.after ?? 0) >= stop.delay);
  return `; ${cause.isOwnWord === true ? 'ended' : 'killed'} ${isOver ? 'while it drained' : 'during its delay'}${cause.words}`;
}

interface Cause {
  /** How long after the signal it ended, where that is told. */
  readonly after: DurationMs | null;
  readonly words: string;
  /** Its own watcher says it: it was not killed from outside. */
  readonly isOwnWord?: boolean;
}

/** systemd killed it, as the node's journal tells. */
function killed(stop: Stop, ground: Ground): Cause | null {
  const mark = killOf(stop, ground);
  if (mark === undefined) return null;
  const { t0, delay } = stop;
  const after = mark.at - t0!;
  const limit = delay === null ? '' : `: the delay is ${formatDuration(delay)}`;
  return { after, words: `, ${formatDuration(after)} after its signal${limit}` };
}

/** Its node does not wait as long as its delay is. */
function outOfTime(stop: Stop): Cause | null {
  if (stop.delay === null || stop.delay <= STOP_TIMEOUT || isPastDelay(stop)) return null;
  const [delay, limit] = [formatDuration(stop.delay), formatDuration(STOP_TIMEOUT)];
  return { after: null, words: `: the delay is ${delay}, and a rebooting node gives it ${limit}` };
}

/** The next process says it, or its watcher. */
function saidToHaveFailed({ t0, server, node }: Stop, ground: Ground): Cause | null {
  const owner = ownerKey(server, node);
  const [told] = ground.marks.nonGraceful.touching(owner, t0! + 1, t0! + NEXT_START);
  // After a life between, it is another stop that is spoken of.
  if (told === undefined || ground.marks.starts.touching(owner, t0! + 1, told.at - FIRST_WORDS).length > 0)
    return null;
  // A termination log tells of the process before at the start of the next; of its own it tells when it ended.
  const isNext = ground.marks.starts.touching(owner, told.at - FIRST_WORDS, told.at).length > 0;
  return {
    after: null,
    words: `: at ${formatClock(told.at)} it was said not to have terminated gracefully`,
    isOwnWord: told.evidence === 'termination-log' && !isNext,
  };
}

/** A step after the delay was seen. */
function isPastDelay({ steps }: Stop): boolean {
  return PAST_DELAY.some((step) => steps.has(step));
}
