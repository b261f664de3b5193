/** How long load balancers went on sending to an apiserver that was told to stop: from headers, audit logs and logs. */
import type { Reaction } from '../model/report.ts';
import { findAuditReactions } from './audit-reactions.ts';
import type { Ground } from './ground.ts';
import { findHeaderReactions } from './header-reactions.ts';
import { findLogReactions } from './log-reactions.ts';
import type { Stop } from './shutdowns.ts';

/** What is believed first, of several sources for one cell (f.6). */
const SOURCES: readonly Reaction['source'][] = [
  'window-message',
  'header',
  'audit-shutdown',
  'audit-time',
  'during-graceful',
  'termination-log',
  'klog',
  'event',
];

/** All reactions, by shutdown; of several rows for one load balancer, connection and protocol one is the best. */
export function findReactions(stops: readonly Stop[], ground: Ground): Reaction[] {
  const audit = findAuditReactions(stops, ground);
  const counted = new Set(audit.flatMap((one) => ((one.lateRequests ?? 0) > 0 ? [one.shutdown] : [])));
  const all = [...findHeaderReactions(stops), ...audit, ...findLogReactions(stops, counted, ground)];
  const cellOf = (one: Reaction) => `${one.shutdown} ${one.loadBalancer} ${one.connection} ${one.protocol}`;
  const best = new Map<string, Reaction>();
  for (const one of all) {
    const known = best.get(cellOf(one));
    if (known === undefined || SOURCES.indexOf(one.source) < SOURCES.indexOf(known.source))
      best.set(cellOf(one), one);
  }
  return all
    .map((one) => ({ ...one, best: best.get(cellOf(one)) === one }))
    .sort(
      (a, b) =>
        (a.shutdown ?? -1) - (b.shutdown ?? -1) ||
        compare(a.loadBalancer ?? '', b.loadBalancer ?? '') ||
        compare(a.connection ?? '', b.connection ?? '') ||
        compare(a.protocol ?? '', b.protocol ?? '') ||
        SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
