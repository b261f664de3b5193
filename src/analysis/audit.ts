/** What the audit logs of a run tell in all. */
import type { AuditBlock } from '../model/report.ts';
import { REQUEST, type RequestShard } from '../model/request-table.ts';

/** Requests of all shards, each counted once: the rows that no table before tells. */
export function countRequests(shards: readonly RequestShard[]): number {
  let count = 0;
  for (const { table } of shards)
    for (let row = 0; row < table.length; row++) if ((table.flags[row] & REQUEST.duplicate) === 0) count++;
  return count;
}

/** Null without audit logs. O(requests). */
export function measureAudit(shards: readonly RequestShard[]): AuditBlock | null {
  if (shards.length === 0) return null;
  const codes = new Map<number, number>();
  const late = new Map<number, number>();
  const count = { unanswered: 0, panics: 0, truncated: 0, loopback: 0, beforeReady: 0 };
  const add = (counts: Map<number, number>, code: number) => counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const { table } of shards) {
    for (let row = 0; row < table.length; row++) {
      const flags = table.flags[row];
      if ((flags & REQUEST.duplicate) !== 0) continue;
      const code = table.code[row];
      if (code > 0) add(codes, code);
      if ((flags & REQUEST.answered) === 0) count.unanswered++;
      if ((flags & REQUEST.panic) !== 0) count.panics++;
      if ((flags & REQUEST.truncated) !== 0) count.truncated++;
      if ((flags & REQUEST.loopback) !== 0) count.loopback++;
      if ((flags & REQUEST.beforeReady) !== 0) count.beforeReady++;
      // The server's own requests to itself do not go through a load balancer.
      if ((flags & REQUEST.late) !== 0 && (flags & REQUEST.loopback) === 0) add(late, code);
    }
  }
  return { codes: byCode(codes), ...count, late: byCode(late) };
}

function byCode(counts: ReadonlyMap<number, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a - b).map(([code, n]) => [String(code), n]));
}
