import { parseGoDuration } from '../base/duration.ts';
import type { ClockShift } from './report.ts';

/** A day is more than any clock or zone is wrong by. */
const MAX_SECONDS = 86_400;

/** Seconds to add to the times of a file: by its own path, else by that of the longest archive or folder around it. */
export function shiftOf(shifts: readonly ClockShift[], path: string): number {
  const own = shifts.filter((one) => isFor(one, path)).sort((a, b) => b.path.length - a.path.length)[0];
  return own?.seconds ?? 0;
}

/** Those that are for none of the files: their paths are mistyped. */
export function uselessShifts(shifts: readonly ClockShift[], paths: readonly string[]): ClockShift[] {
  return shifts.filter((one) => !paths.some((path) => isFor(one, path)));
}

function isFor(one: ClockShift, path: string): boolean {
  return one.path === path || path.startsWith(`${one.path} > `) || path.startsWith(`${one.path}/`);
}

/** Reads `+2.5s`, `-1m30s` or `2.5` (seconds); null for what is none, or more than a day. */
export function parseShift(text: string): number | null {
  const written = text.trim().replace('−', '-').replace(/\s/g, '');
  const ms = /^[+-]?\d{1,9}(?:\.\d{1,6})?$/.test(written) ? Number(written) * 1000 : parseGoDuration(written);
  return ms === null || Math.abs(ms) > MAX_SECONDS * 1000 ? null : Math.round(ms) / 1000;
}

/** `m0.log by +2.5 s, m1.log by −1 s`; '' for none. */
export function describeShifts(shifts: readonly ClockShift[]): string {
  return shifts.map(({ path, seconds }) => `${path} by ${describeShift(seconds)}`).join(', ');
}

/** `+2.5 s`, `−0.04 s`. */
export function describeShift(seconds: number): string {
  return `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)} s`;
}
