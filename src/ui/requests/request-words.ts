import { formatDuration } from '../../base/duration.ts';
import { formatCount, plural } from '../../base/text.ts';
import type { REQUEST } from '../../model/request-table.ts';
import type { RequestItem } from '../../query/requests/summarise-requests.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import type { Fact } from '../details/item-words.ts';
import { momentText, zoneName } from '../parts/times.ts';

/** How many single requests are shown at once. */
export const PAGE_REQUESTS = 50;

const FLAG_WORDS: Readonly<Record<keyof typeof REQUEST, string | null>> = {
  answered: null,
  duplicate: null,
  longRunning: 'a watch or the like: its length is no latency',
  panic: 'the server panicked',
  truncated: 'the audit backend cut the record',
  late: 'late: on a connection made after 80 % of the shutdown delay',
  beforeReady: 'before the server was ready',
  loopback: 'from the server’s own host',
};

/** Whether both are the same record of the same file. */
export function isSameRequest(one: RequestItem, other: RequestItem | null): boolean {
  return one.file === other?.file && one.place === other.place;
}

/** `long-running`, `12 ms`; '' where it is not known. */
export function lengthText({ flags, latency }: RequestItem): string {
  if (flags.includes('longRunning')) return 'long-running';
  return latency === null ? '' : formatDuration(Math.max(0, latency));
}

/** `101–200 of 1,234`. */
export function pageWords(page: number, matched: number): string {
  const first = page * PAGE_REQUESTS + 1;
  return `${formatCount(first)}–${formatCount(Math.min(matched, first + PAGE_REQUESTS - 1))} of ${formatCount(matched)}`;
}

/** `1,234 requests in sight, as filtered`. */
export function stretchWords(matched: number, isRange: boolean, query: string): string {
  const count = matched === 0 ? 'No request' : plural(matched, 'request');
  return `${count} ${isRange ? 'in the range' : 'in sight'}${query.trim() === '' ? '' : ', as filtered'}`;
}

/** What is known of one request; what is not known is left out. */
export function requestFacts(item: RequestItem, zone: TimeZoneChoice): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: string | null, isMachine = false) => {
    if (value !== null && value !== '') facts.push({ name, value, isMachine });
  };
  add('arrived', `${momentText(item.received, zone)} ${zoneName(zone, item.received)}`);
  add('took', item.latency === null ? null : formatDuration(Math.max(0, item.latency)));
  add('answer', item.code === null ? 'none told' : String(item.code));
  add('user', item.user, true);
  add('agent', item.agent, true);
  add('resource', item.resource, true);
  add('namespace', item.namespace, true);
  add('peer', item.address, true);
  add('server', [item.server, item.node].filter((part) => part !== '').join(' on '), true);
  for (const [kind, value] of item.notes) add(kind, noteText(kind, value));
  for (const flag of item.flags) add('note', FLAG_WORDS[flag]);
  add('file', `${item.file}, byte ${formatCount(item.place)}`, true);
  return facts;
}

function noteText(kind: RequestItem['notes'][number][0], value: number): string {
  if (kind === 'elapsed') return `${formatDuration(value * 1000)} since the shutdown began`;
  return kind === 'share' ? `${value} % of the shutdown delay` : formatDuration(value);
}
