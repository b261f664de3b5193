import { MINUTE } from '../base/time.ts';
import { rangeOf, type IntervalTable } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';

/** From the first to the last time of rows, and of what else the report knows: requests have no rows. */
export function dataRange(table: IntervalTable, report: Report): TimeWindow {
  const range = rangeOf(table);
  const told =
    report.range === null ? null : { from: Date.parse(report.range.from), to: Date.parse(report.range.to) };
  if (range === null && told === null) return { from: 0, to: MINUTE };
  const from = Math.min(range?.from ?? Infinity, told?.from ?? Infinity);
  const to = Math.max(range?.to ?? -Infinity, told?.to ?? -Infinity);
  return { from, to: Math.max(to, from + 1) };
}
