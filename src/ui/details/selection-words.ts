import type { TimeZoneChoice } from '../../view/view-state.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import { describeItem } from './item-words.ts';
import { clockText, spanText, zoneName } from '../parts/times.ts';

/** What is selected, in one sentence for a screen reader; '' for nothing. */
export function describeSelection(
  { selected, range, lanes, table, report }: Pick<Chart, 'selected' | 'range' | 'lanes' | 'table' | 'report'>,
  zone: TimeZoneChoice,
): string {
  if (range !== null)
    return `Range of ${spanText(range.from, range.to)} from ${clockText(range.from, zone)} ${zoneName(zone, range.from)}.`;
  if (selected === null) return '';
  const { title, verdict, lane, from, to } = describeItem(lanes, table, report, selected);
  const parts = [
    title,
    verdict,
    lane,
    `${clockText(from, zone)} ${zoneName(zone, from)}`,
    spanText(from, to),
  ];
  return `Selected: ${parts.filter((part) => part !== '').join(', ')}.`;
}
