import { formatTime, type EpochMs } from '../base/time.ts';
import type { Coverage, Fact } from '../model/fact.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import type { Mark } from '../model/mark.ts';
import type { RunPart } from '../model/run.ts';

type Shift = (at: EpochMs) => EpochMs;

/** A part of which every time is another. `shift` must keep their order. */
export function shiftPart(part: RunPart, shift: Shift): RunPart {
  const text = (at: string | null) => (at === null ? null : formatTime(shift(Date.parse(at))));
  return {
    input: { ...part.input, from: text(part.input.from), to: text(part.input.to) },
    table: shiftTable(part.table, shift),
    requests:
      part.requests === null ? null : { ...part.requests, received: part.requests.received.map(shift) },
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

function shiftTable(table: IntervalTable, shift: Shift): IntervalTable {
  return { ...table, start: table.start.map(shift), end: table.end.map(shift) };
}

function shiftMark(mark: Mark, shift: Shift): Mark {
  const moved = { ...mark, at: shift(mark.at) };
  if (moved.kind === 'incident' && moved.requests !== undefined)
    return { ...moved, requests: { ...moved.requests, last: shift(moved.requests.last) } };
  if (moved.kind === 'reboot' && moved.earliest !== undefined)
    return { ...moved, earliest: shift(moved.earliest), end: moved.end === null ? null : shift(moved.end) };
  return 'end' in moved && moved.end !== null ? { ...moved, end: shift(moved.end) } : moved;
}

function shiftFact(fact: Fact, shift: Shift): Fact {
  return 'at' in fact && fact.at !== null ? { ...fact, at: shift(fact.at) } : fact;
}
