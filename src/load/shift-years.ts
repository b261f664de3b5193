import { addYears, yearsToward } from '../base/year.ts';
import type { EpochMs } from '../base/time.ts';
import { formatTime } from '../base/time.ts';
import type { Coverage, Fact } from '../model/fact.ts';
import { rangeOf, type IntervalTable } from '../model/interval-table.ts';
import type { Mark } from '../model/mark.ts';
import type { RunPart } from '../model/run.ts';

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
    const range = isYearAssumed(part) ? rangeOf(part.table) : null;
    const years = range === null ? 0 : yearsToward(range.from, middle);
    return years === 0 ? part : shiftPart(part, years);
  });
}

function shiftPart(part: RunPart, years: number): RunPart {
  const shift = (at: EpochMs) => addYears(at, years);
  const text = (at: string | null) => (at === null ? null : formatTime(shift(Date.parse(at))));
  return {
    input: { ...part.input, from: text(part.input.from), to: text(part.input.to) },
    table: shiftTable(part.table, shift),
    requests: part.requests, // their years are always written
    marks: part.marks.map((mark) => shiftMark(mark, shift)),
    facts: part.facts.map((fact) => shiftFact(fact, shift)),
    coverage: part.coverage.map((one): Coverage => ({
      ...one,
      from: shift(one.from),
      to: shift(one.to),
      lastBegin: shift(one.lastBegin),
    })),
  };
}

function shiftTable(table: IntervalTable, shift: (at: EpochMs) => EpochMs): IntervalTable {
  return { ...table, start: table.start.map(shift), end: table.end.map(shift) };
}

function shiftMark(mark: Mark, shift: (at: EpochMs) => EpochMs): Mark {
  const moved = { ...mark, at: shift(mark.at) };
  if (moved.kind === 'incident' && moved.requests !== undefined)
    return { ...moved, requests: { ...moved.requests, last: shift(moved.requests.last) } };
  if (moved.kind === 'reboot' && moved.earliest !== undefined)
    return { ...moved, earliest: shift(moved.earliest), end: moved.end === null ? null : shift(moved.end) };
  return 'end' in moved && moved.end !== null ? { ...moved, end: shift(moved.end) } : moved;
}

function shiftFact(fact: Fact, shift: (at: EpochMs) => EpochMs): Fact {
  return 'at' in fact && fact.at !== null ? { ...fact, at: shift(fact.at) } : fact;
}
