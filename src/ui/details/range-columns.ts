import { formatDuration } from '../../base/duration.ts';
import { formatCount } from '../../base/text.ts';
import type { DurationMs } from '../../base/time.ts';
import type { BackendSum, RangeSum } from '../../timeline/measure-range.ts';
import { numberColumn, textColumn, type Column } from '../parts/data-table.ts';

/** Columns of the tables of a range; shares are of its length. Durations are exported in milliseconds. */
export function rangeColumns<Sum extends RangeSum>(what: string, length: DurationMs): Column<Sum>[] {
  return [textColumn('name', what, (sum) => sum.name), ...measures<Sum>(length)];
}

export function backendColumns(length: DurationMs): Column<BackendSum>[] {
  return [
    textColumn('name', 'backend', (sum) => sum.name),
    textColumn('connection', 'conn.', (sum) => sum.connection),
    { ...textColumn<BackendSum>('loadBalancer', 'LB', (sum) => sum.loadBalancer), text: shortBalancer },
    ...measures<BackendSum>(length),
  ];
}

/** What fits into a narrow panel; what is copied has the whole name. */
function shortBalancer({ loadBalancer }: BackendSum): string {
  return loadBalancer === 'service-network' ? 'service' : loadBalancer;
}

function measures<Sum extends RangeSum>(length: DurationMs): Column<Sum>[] {
  return [
    numberColumn('count', 'n', (sum) => sum.count, formatCount),
    numberColumn('union', 'union', (sum) => sum.union, formatDuration),
    numberColumn('longest', 'longest', (sum) => sum.longest, formatDuration),
    numberColumn('share', 'share', (sum) => (length === 0 ? 0 : sum.union / length), formatShare),
  ];
}

/** `12 %`, `< 1 %` for little that is not nothing. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %';
  return `${Math.round(share * 100)} %`;
}
