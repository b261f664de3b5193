import { formatCount, plural } from '../../base/text.ts';
import { formatDuration } from '../../base/duration.ts';
import { NOTICE_CODES, type NoticeCode } from '../../model/failure.ts';
import { countInputs, describeUnread } from '../../model/count-inputs.ts';
import { hintOf, stateOf } from '../../model/input-state.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { InputReport, NoticeCount, Place } from '../../model/report.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { rangeText } from '../parts/times.ts';

/** What follows the number: of one, and of several where that differs. */
const WORDS: Readonly<Record<NoticeCode, readonly [one: string, many?: string]>> = {
  'line-cut': ['cut line', 'cut lines'],
  'no-time': ['without a time'],
  'year-assumed': ['with an assumed year'],
  'zone-assumed': ['with an assumed time zone'],
  'zero-bytes': ['with zero bytes'],
  'other-lines': ['of another kind'],
  'lines-joined': ['joined from parts'],
  'not-used': ['not used'],
  encoding: ['with broken characters'],
  duplicate: ['seen twice'],
  'unknown-level': ['with an unknown level'],
  'end-before-start': ['that ends before it starts', 'that end before they start'],
  'cut-off': ['cut off'],
};

/** What a notice means for what is shown, whether there is one or many. */
const MEANINGS: Readonly<Record<NoticeCode, string>> = {
  'line-cut': 'Too long, or the file ends there; what was there is used.',
  'no-time': 'Without one it cannot be placed, and is left out.',
  'year-assumed':
    'The file writes no year; it was taken from the other files, from when the run or the file was made, or from today.',
  'zone-assumed': 'The file writes no time zone; UTC was taken.',
  'zero-bytes': 'Most likely the disk was written while the machine went down.',
  'other-lines': 'What is not of this format is left out.',
  'lines-joined': 'One record was written in several parts.',
  'not-used': 'There were more than an analysis can use.',
  encoding: 'The text is not UTF-8; what could not be read is shown as �.',
  duplicate: 'The same record stands in several files, or twice in one; it is shown once.',
  'unknown-level': 'Shown as Info.',
  'end-before-start': 'Shown as an instant, at its start.',
  'cut-off': 'The archive ends too early; what came before is used.',
};

/** `14 without a time, first at item 812`; of one only where it is. */
export function noticeText({ code, count, first }: NoticeCount): string {
  const known = codeOf(code);
  const [one, many = one] = known === undefined ? [code] : WORDS[known];
  return `${plural(count, one, many)}, ${count === 1 ? '' : 'first '}at ${placeText(first)}`;
}

export function noticeMeaning({ code }: NoticeCount): string {
  const known = codeOf(code);
  return known === undefined ? '' : MEANINGS[known];
}

function codeOf(code: string): NoticeCode | undefined {
  return NOTICE_CODES.find((each) => each === code);
}

/** `Files (40)`, or how many of them were not read, or else not whole; a tab has no room for more. */
export function filesLabel(inputs: readonly InputReport[]): string {
  const counts = countInputs(inputs);
  const unread = describeUnread(counts.failed > 0 ? { ...counts, partial: 0 } : counts);
  return `Files (${unread === '' ? formatCount(inputs.length) : unread})`;
}

function placeText(place: Place): string {
  if ('line' in place) return `line ${formatCount(place.line)}`;
  if ('item' in place) return `item ${formatCount(place.item)}`;
  return `byte ${formatCount(place.byte)}`;
}

/** `2023-03-13 09:31:04 – 12:00:31 UTC`; '' for a file without times. */
export function inputSpan({ from, to }: InputReport, zone: TimeZoneChoice): string {
  if (from === null || to === null) return '';
  const whole = (time: string) => Math.floor(Date.parse(time) / 1000) * 1000;
  return rangeText(whole(from), whole(to), zone);
}

/** `2 h 29 m`; '' for a file without times. */
export function inputLength({ from, to }: InputReport): string {
  return from === null || to === null ? '' : formatDuration(Date.parse(to) - Date.parse(from));
}

/** `audit-log · kube-apiserver on ip-10-0-12-62 · 2,494 records`. */
export function inputText({ format, server, node, records }: InputReport): string {
  const where = [server, node === null ? null : shortNodeName(node)].filter((part) => part !== null);
  return [format ?? 'not recognised', where.join(' on '), plural(records, 'record')]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `ip-10-0-12-62 2,494, ip-10-0-21-151 17`: the records of each node, where there are several. */
export function nodesText({ nodes }: InputReport): string {
  const counts = Object.entries(nodes);
  if (counts.length < 2) return '';
  return counts.map(([node, count]) => `${shortNodeName(node)} ${formatCount(count)}`).join(', ');
}

/** Hints that several files share, each with how many: they are said once for all. */
export function sharedHints(
  inputs: readonly InputReport[],
): { readonly hint: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const input of inputs) {
    const hint = ['failed', 'partial'].includes(stateOf(input)) ? hintOf(input.failure) : '';
    if (hint !== '') counts.set(hint, (counts.get(hint) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([hint, count]) => ({ hint, count }));
}

/** `settles 2 reboots and 3 disruptions`. */
export function settlesText(episodes: number, disruptions: number): string {
  const parts = [
    episodes === 0 ? '' : plural(episodes, 'episode'),
    disruptions === 0 ? '' : plural(disruptions, 'disruption'),
  ].filter((part) => part !== '');
  return parts.join(' and ');
}
