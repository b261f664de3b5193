import type { EpochMs } from '../base/time.ts';
import { addYears, yearsToward } from '../base/year.ts';
import { rangeOf } from '../model/interval-table.ts';
import type { RunPart } from '../model/run.ts';
import { shiftPart } from './shift-part.ts';

/** Whether the times of a part have a year that nothing in it tells. */
export function isYearAssumed({ input }: RunPart): boolean {
  return input.notices.some((notice) => notice.code === 'year-assumed');
}

/**
 * Parts whose year was assumed are moved to the year that puts them nearest to the others, whose years are written, or
 * where no rows have any, to the begin or end of the run. With neither they stay.
 */
export function alignYears(parts: readonly RunPart[]): RunPart[] {
  const rows = parts
    .flatMap((part) => (isYearAssumed(part) ? [] : [rangeOf(part.table)]))
    .filter((one) => one !== null);
  const written = rows.length > 0 ? rows : parts.flatMap(timesOfRun);
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

/** What files of the run's job say of when it ran. */
function timesOfRun({ facts }: RunPart): { readonly from: EpochMs; readonly to: EpochMs }[] {
  return facts.flatMap((fact) =>
    fact.kind === 'run-start' || fact.kind === 'run-end' ? [{ from: fact.at, to: fact.at }] : [],
  );
}
