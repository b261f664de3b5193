/** What audit logs and load balancers tell, in words; the page and the command share them. */
import { formatDuration } from '../base/duration.ts';
import { formatCount, plural } from '../base/text.ts';
import { shortNodeName } from './node-name.ts';
import type { Reaction, Report } from './report.ts';

/** `12,345 requests in audit logs: 12 answered with 5xx, 3 with 429; 2 late.` Null without audit logs. */
export function describeAudit({ requests, audit }: Report): string | null {
  if (audit === null) return null;
  const sum = (codes: Readonly<Record<string, number>>, isWanted: (code: number) => boolean) =>
    Object.entries(codes).reduce((all, [code, count]) => all + (isWanted(Number(code)) ? count : 0), 0);
  const told = [
    [sum(audit.codes, (code) => code >= 500), 'answered with 5xx'],
    [sum(audit.codes, (code) => code === 429), 'with 429'],
    [sum(audit.late, () => true), 'late'],
    [audit.beforeReady, 'before the server was ready'],
    [audit.panics, 'ended in a panic'],
    [audit.unanswered, 'without an answer'],
  ] as const;
  const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  const head = `${plural(requests, 'request')} in audit logs`;
  return parts.length === 0 ? `${head}.` : `${head}: ${parts.join(', ')}.`;
}

/** `external, new, http2`; `any` for what the source cannot tell. */
export function describePath({ loadBalancer, connection, protocol }: Reaction): string {
  const parts = [loadBalancer, connection, protocol].filter((part) => part !== null);
  return parts.length === 0 ? 'any' : parts.join(', ');
}

/** `22 s`, `≥ 1 m 03 s`. */
export function describeReactionTime({ seconds, atLeast }: Reaction): string {
  return `${atLeast ? '≥ ' : ''}${formatDuration(seconds * 1000)}`;
}

const SOURCE_WORDS: Readonly<Record<Reaction['source'], string>> = {
  'window-message': 'response headers',
  header: 'response headers',
  'audit-shutdown': 'audit annotations',
  'audit-time': 'audit log',
  'during-graceful': 'late audit lines',
  'termination-log': 'termination log',
  klog: 'apiserver log',
  event: 'event',
};

/** Where a reaction is known from, in words. */
export function describeReactionSource({ source }: Pick<Reaction, 'source'>): string {
  return SOURCE_WORDS[source];
}

/** The reactions to show of some shutdowns, by their indices in the report. */
export function reactionsOf(report: Report, shutdowns: readonly number[]): Reaction[] {
  return shownReactions(report).filter(({ shutdown }) => shutdown !== null && shutdowns.includes(shutdown));
}

/**
 * The best row of each shutdown, load balancer, connection and protocol, with the requests that the cell's other rows
 * counted: the source of the best time need not be the one that counts.
 */
function shownReactions({ reactions }: Report): Reaction[] {
  return reactions
    .filter(({ best }) => best)
    .map((shown) => {
      const cell = reactions.filter((one) => isSameCell(one, shown));
      const late = told(cell.map(({ lateRequests }) => lateRequests));
      const requests = told(cell.map((one) => one.requests));
      return {
        ...shown,
        // No late request is counted in two rows (they add up); another count of requests is of the same ones.
        lateRequests: late.length === 0 ? null : late.reduce((sum, count) => sum + count, 0),
        requests: shown.requests ?? (requests.length === 0 ? null : Math.max(...requests)),
      };
    });
}

function isSameCell(a: Reaction, b: Reaction): boolean {
  return (
    a.shutdown === b.shutdown &&
    a.loadBalancer === b.loadBalancer &&
    a.connection === b.connection &&
    a.protocol === b.protocol
  );
}

function told(counts: readonly (number | null)[]): number[] {
  return counts.filter((count) => count !== null);
}

/** The words over the longest reactions. */
export const LONGEST_REACTIONS =
  'Load balancers went on sending to a stopping apiserver, at the longest, for';

/** The longest reaction of each load balancer and connection, over all shutdowns: `external, new: 22 s (m0, 10:57:25; audit log)`. */
export function longestReactions(report: Report): string[] {
  const longest = new Map<string, { readonly stop: string; readonly reaction: Reaction }>();
  for (const row of reactionRows(report)) {
    if (row.reaction.shutdown === null) continue; // late requests alone, which are counted elsewhere
    const path = describePath(row.reaction);
    const known = longest.get(path);
    if (known === undefined || row.reaction.seconds > known.reaction.seconds) longest.set(path, row);
  }
  return [...longest].map(
    ([path, { stop, reaction }]) =>
      `${path}: ${describeReactionTime(reaction)} (${stop}; ${describeReactionSource(reaction)})`,
  );
}

/** The reactions to show, one for each cell, with the stop that they are of: `m0, 10:57:25`. */
export function reactionRows(report: Report): { readonly stop: string; readonly reaction: Reaction }[] {
  return shownReactions(report).map((reaction) => ({
    reaction,
    stop: describeStop(report, reaction.shutdown),
  }));
}

function describeStop({ shutdowns }: Report, index: number | null): string {
  if (index === null) return 'unknown shutdown';
  const { node, pod, initiated } = shutdowns[index];
  const name = node === null ? (pod ?? 'unknown node') : shortNodeName(node);
  return initiated === null ? name : `${name}, ${initiated.slice(11, 19)}`;
}
