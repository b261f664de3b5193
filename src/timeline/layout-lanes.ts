import type { IntervalTable } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import { assignRows } from './assign.ts';
import type { CounterLane } from './counters.ts';
import type { Lanes } from './lanes.ts';
import { packLanes } from './pack-lanes.ts';
import type { RowFilter } from './row-filter.ts';
import { finishNow } from './slices.ts';

/** Both parts of a layout at once, for tables that are small. O(rows + lanes × log lanes). */
export function layoutLanes(
  table: IntervalTable,
  report: Report,
  filter: Partial<RowFilter> = {},
  counted: readonly CounterLane[] = [],
): Lanes {
  return finishNow(packLanes(finishNow(assignRows(table, report, counted)), filter));
}
