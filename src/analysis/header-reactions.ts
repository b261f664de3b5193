/** How long load balancers went on sending to an apiserver that was told to stop: from what samplers read in headers. */
import { SECOND, secondsOf, type DurationMs } from '../base/time.ts';
import type { HeaderMark } from '../model/mark.ts';
import type { Connection, Reaction } from '../model/report.ts';
import type { Stop } from './shutdowns.ts';

/** Past this share of the delay the answer stops being seen, so that a value there is a lower bound (f.6). */
const CENSORED = 0.98;

/** One reaction per stop, load balancer and connection that a header window tells, the longest of several. */
export function findHeaderReactions(stops: readonly Stop[]): Reaction[] {
  return stops.flatMap((stop, index) => reactionsOf(stop, index));
}

/** Whether a time is so near to the longest that can be seen, which is the delay or less, that the true one may be longer. */
export function isCensored(elapsed: DurationMs, longest: DurationMs | null): boolean {
  return longest !== null && longest > 0 && elapsed >= CENSORED * longest;
}

function reactionsOf(stop: Stop, shutdown: number): Reaction[] {
  const longest = new Map<string, Reaction>();
  for (const mark of stop.headers) {
    for (const connection of ['new', 'reused'] as const) {
      const elapsed = lastSeen(mark, connection);
      if (elapsed === null) continue;
      const key = `${mark.loadBalancer} ${connection}`;
      const known = longest.get(key);
      if (known === undefined || elapsed / SECOND > known.seconds)
        longest.set(key, reaction(stop, shutdown, mark, connection, elapsed));
    }
  }
  return [...longest.values()];
}

function lastSeen(mark: HeaderMark, connection: Connection): DurationMs | null {
  return connection === 'new' ? mark.lastNew : mark.lastReused;
}

function reaction(
  stop: Stop,
  shutdown: number,
  mark: HeaderMark,
  connection: Connection,
  elapsed: DurationMs,
): Reaction {
  const delay = mark.delay ?? stop.delay;
  return {
    shutdown,
    loadBalancer: mark.loadBalancer,
    connection,
    protocol: null,
    seconds: secondsOf(elapsed),
    atLeast: isCensored(elapsed, delay),
    lateRequests: null,
    requests: null,
    best: true,
    source: 'window-message',
  };
}
