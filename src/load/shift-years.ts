import { addYears, yearsToward } from '../base/year.ts';
import { rangeOf } from '../model/interval-table.ts';
import type { RunPart } from '../model/run.ts';
import { shiftPart } from './shift-part.ts';

/** Whether the times of a part have a year that nothing in it tells. */
export function isYearAssumed({ input }: RunPart): boolean {
  return input.notices.some((notice) => notice.code === 'year-assumed');
}

/**
 * Parts whose year was assumed are moved to the year that puts them nearest to the others, whose years are written. With
 * no such others they stay.
 */
export function alignYears(parts: readonly RunPart[]): RunPart[] {
  const written = parts
    .flatMap((part) => (isYearAssumed(part) ? [] : [rangeOf(part.table)]))
    .filter((one) => one !== null);
  if (written.length === 0) return [...parts];
  const middle =
    (written.reduce((first, one) => Math.min(first, one.from), Infinity) +
      written.reduce((last, one) => Math.max(last, one.to), -Infinity)) /
    2;
  return parts.map((part) => {
    const from = isYearAssumed(part) ? part.input.from : null; // a log may have lines and no rows
    const years = from === null ? 0 : yearsToward(Date.parse(from), middle);
    return years === 0 ? part : shiftPart(part, (at) => addYears(at, years));
  });
}
