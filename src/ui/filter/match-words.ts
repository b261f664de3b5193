import { formatCount } from '../../base/text.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import { placeOf } from './match-steps.ts';

/** What is wrong with the query, and that the rows of the last good one stay in sight; '' for nothing. */
export function faultText({ fault, count }: Pick<Chart['search'], 'fault' | 'count'>): string {
  if (fault === null) return '';
  const stays = count === null ? '' : ` Still showing the ${formatCount(count)} of the last filter.`;
  return `${fault.words}${stays}`;
}

/** `1,234 match`, with a selected match `7 of 1,234`; '' without a query. */
export function matchText({ search, selected, lanes, hasRequests }: Chart): string {
  const { rows, count, isAwaited } = search;
  if (isAwaited) return 'searching…';
  if (search.fault !== null || rows === null || count === null) return '';
  const row = selected === null ? -1 : lanes.row[selected];
  const place = row < 0 || row >= rows.length ? null : placeOf(rows, row);
  if (place !== null) return `${formatCount(place)} of ${formatCount(count)}`;
  if (count === 0) return hasRequests ? 'requests only' : 'no match';
  return `${formatCount(count)} match`;
}
