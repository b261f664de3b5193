import { formatCount } from '../base/text.ts';
import type { Chart } from './chart.svelte.ts';
import { placeOf } from './match-steps.ts';

/** `1,234 match`, with a selected match `7 of 1,234`; '' without a query. */
export function matchText({ search, selected, lanes, hasRequests }: Chart): string {
  const { rows, count, isAwaited } = search;
  if (isAwaited) return 'searching…';
  // The rows of the last good query stay in sight, and are said to be those.
  if (search.fault !== null)
    return count === null ? '' : `still showing ${formatCount(count)} of the last filter`;
  if (rows === null || count === null) return '';
  const row = selected === null ? -1 : lanes.row[selected];
  const place = row < 0 || row >= rows.length ? null : placeOf(rows, row);
  if (place !== null) return `${formatCount(place)} of ${formatCount(count)}`;
  if (count === 0) return hasRequests ? 'requests only' : 'no match';
  return `${formatCount(count)} match`;
}
