import { formatCount } from '../../base/text.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import { matchesOf, numberOf, selectedPlace } from './match-steps.ts';

/** What is wrong with the query, and that the rows of the last good one stay in sight; '' for nothing. */
export function faultText({ fault, count }: Pick<Chart['search'], 'fault' | 'count'>): string {
  if (fault === null) return '';
  const stays = count === null ? '' : ` Still showing the ${formatCount(count)} of the last filter.`;
  return `${fault.words}${stays}`;
}

/** `1,234 match`, with a selected match `7 of 1,234`; '' without a query. */
export function matchText(chart: Chart): string {
  const { search, hasRequests } = chart;
  const { count, isAwaited } = search;
  if (isAwaited) return 'searching…';
  const matches = matchesOf(chart);
  if (search.fault !== null || matches === null || count === null) return '';
  const place = selectedPlace(chart, matches);
  const number = place === null || place >= matches.rows.length ? null : numberOf(matches, place);
  if (number !== null) return `${formatCount(number)} of ${formatCount(count)}`;
  if (count === 0) return hasRequests ? 'requests only' : 'no match';
  return `${formatCount(count)} match`;
}
