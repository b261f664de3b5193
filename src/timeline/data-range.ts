import { rangeOf, type IntervalTable } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import type { TimeWindow } from '../view/steps.ts';

/** First start and last end of rows, or what the report says. */
export function dataRange(table: IntervalTable, report: Report): TimeWindow {
  const range = rangeOf(table);
  const from = range?.from ?? Date.parse(report.range?.from ?? '1970-01-01T00:00:00Z');
  const to = range?.to ?? Date.parse(report.range?.to ?? '1970-01-01T00:01:00Z');
  return { from, to: Math.max(to, from + 1) };
}
