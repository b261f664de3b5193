import { formatDuration } from '../../base/duration.ts';
import { formatCount } from '../../base/text.ts';
import type { RequestGroup, RequestGrouping } from '../../query/requests/summarise-requests.ts';
import { numberColumn, textColumn, type Column } from '../parts/data-table.ts';

const COUNT_LABELS = { failed: '5xx', throttled: '429', late: 'late' } as const;

/**
 * Columns of the busiest users, agents and so on; what no group has is left out. Durations are exported in milliseconds;
 * -1: none.
 */
export function requestColumns(by: RequestGrouping, groups: readonly RequestGroup[]): Column<RequestGroup>[] {
  const counts = (['failed', 'throttled', 'late'] as const).filter((kind) =>
    groups.some((group) => group[kind] > 0),
  );
  return [
    textColumn('value', by, ({ value }) => (value === '' ? 'none' : value)),
    numberColumn('count', 'n', ({ count }) => count, formatCount),
    ...counts.map((kind) =>
      numberColumn<RequestGroup>(kind, COUNT_LABELS[kind], (group) => group[kind], formatCount),
    ),
    numberColumn('median', 'median', ({ median }) => median ?? -1, latencyText),
    numberColumn('slowest', 'slowest', ({ slowest }) => slowest ?? -1, latencyText),
  ];
}

export function latencyText(ms: number): string {
  return ms < 0 ? '–' : formatDuration(ms);
}
