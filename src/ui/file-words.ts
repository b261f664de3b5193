import { formatCount } from '../base/text.ts';
import type { NoticeCount, Place } from '../model/report.ts';

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

/** `14 without a time, first at item 812`. */
export function noticeText({ code, count, first }: NoticeCount): string {
  return `${formatCount(count)} ${WORDS[code] ?? code}, first at ${placeText(first)}`;
}

function placeText(place: Place): string {
  if ('line' in place) return `line ${formatCount(place.line)}`;
  if ('item' in place) return `item ${formatCount(place.item)}`;
  return `byte ${formatCount(place.byte)}`;
}
