import { shiftOf } from '../model/clock-shift.ts';
import type { ClockShift } from '../model/report.ts';
import type { RunPart } from '../model/run.ts';
import { shiftPart } from './shift-part.ts';

/** The parts with the clocks of their inputs put right: intervals, marks, requests and coverage alike. */
export function shiftClocks(parts: readonly RunPart[], shifts: readonly ClockShift[]): RunPart[] {
  return parts.map((part) => {
    const by = shiftOf(shifts, part.input.path) * 1000;
    return by === 0 ? part : shiftPart(part, (at) => at + by);
  });
}
