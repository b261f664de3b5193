import { formatCount, plural } from '../base/text.ts';
import { formatDuration } from '../base/duration.ts';
import { NOTICE_CODES, type NoticeCode } from '../model/failure.ts';
import type { InputReport, NoticeCount, Place } from '../model/report.ts';

const WORDS: Readonly<Record<string, string>> = {
  'line-cut': 'cut lines',
  'no-time': 'without a time',
  'year-assumed': 'with an assumed year',
  'zone-assumed': 'with an assumed time zone',
  'zero-bytes': 'with zero bytes',
  'other-lines': 'of another kind',
  'lines-joined': 'joined from parts',
  'not-used': 'not used',
  encoding: 'with broken characters',
  duplicate: 'seen twice',
  'unknown-level': 'with an unknown level',
  'end-before-start': 'that end before they start',
  'cut-off': 'cut off',
};

/** What a notice means for what is shown. */
const MEANINGS: Readonly<Record<NoticeCode, string>> = {
  'line-cut': 'They were too long, or the file ends in them; what was there is used.',
  'no-time': 'They cannot be placed and are left out.',
  'year-assumed': 'The file writes no year; it was taken from the other files, or from today.',
  'zone-assumed': 'The file writes no time zone; UTC was taken.',
  'zero-bytes': 'Most likely the disk was written while the machine went down.',
  'other-lines': 'They are not of this format and are left out.',
  'lines-joined': 'One record was written in several parts.',
  'not-used': 'There were more than an analysis can use.',
  encoding: 'The text is not UTF-8; what could not be read is shown as �.',
  duplicate: 'The same record stands in several files, or twice in one; it is shown once.',
  'unknown-level': 'They are shown as Info.',
  'end-before-start': 'They are shown as instants at their start.',
  'cut-off': 'The archive ends too early; what came before is used.',
};

/** `14 without a time, first at item 812`. */
export function noticeText({ code, count, first }: NoticeCount): string {
  return `${formatCount(count)} ${WORDS[code] ?? code}, first at ${placeText(first)}`;
}

export function noticeMeaning({ code }: NoticeCount): string {
  const known = NOTICE_CODES.find((each) => each === code);
  return known === undefined ? '' : MEANINGS[known];
}

function placeText(place: Place): string {
  if ('line' in place) return `line ${formatCount(place.line)}`;
  if ('item' in place) return `item ${formatCount(place.item)}`;
  return `byte ${formatCount(place.byte)}`;
}

/** `09:31:04 – 12:00:31 UTC, 2 h 29 m`; '' for a file without times. */
export function inputSpan({ from, to }: InputReport): string {
  if (from === null || to === null) return '';
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  const end = isOneDay ? to.slice(11, 19) : `${to.slice(0, 10)} ${to.slice(11, 19)}`;
  return `${from.slice(0, 10)} ${from.slice(11, 19)} – ${end} UTC, ${formatDuration(Date.parse(to) - Date.parse(from))}`;
}

/** What happened, and what to do about it. */
export function failureParts(message: string): { readonly what: string; readonly hint: string } {
  const at = message.indexOf('. ');
  return at < 0 ? { what: message, hint: '' } : { what: message.slice(0, at), hint: message.slice(at + 2) };
}

export const FILE_ORDERS = ['as opened', 'trouble first', 'name', 'time', 'records'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

export function sortInputs(inputs: readonly InputReport[], order: FileOrder): InputReport[] {
  const trouble = ({ failure, notices, skipped }: InputReport) =>
    failure !== null ? 2 : notices.length > 0 || skipped > 0 ? 1 : 0;
  const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...inputs].sort((a, b) => {
    switch (order) {
      case 'as opened':
        return 0;
      case 'trouble first':
        return trouble(b) - trouble(a);
      case 'name':
        return compareText(a.path, b.path);
      case 'time':
        return compareText(a.from ?? '~', b.from ?? '~');
      case 'records':
        return b.records - a.records;
    }
  });
}

/** `settles 2 reboots and 3 disruptions`. */
export function settlesText(episodes: number, disruptions: number): string {
  const parts = [
    episodes === 0 ? '' : plural(episodes, 'episode'),
    disruptions === 0 ? '' : plural(disruptions, 'disruption'),
  ].filter((part) => part !== '');
  return parts.join(' and ');
}
