import type { EpochMs } from './time.ts';

/** A time of which the year is not written. Month 1 to 12. */
export interface YearlessTime {
  readonly month: number;
  readonly day: number;
  /** Milliseconds since midnight, UTC. */
  readonly ofDay: number;
}

/**
 * The time in the year that puts it nearest to the reference, and not after `latest`; null for a day that no such year
 * has.
 */
export function nearestYear(
  { month, day, ofDay }: YearlessTime,
  reference: EpochMs,
  latest: EpochMs = Infinity,
): EpochMs | null {
  const year = new Date(reference).getUTCFullYear();
  let nearest: EpochMs | null = null;
  for (const candidate of [year - 1, year, year + 1]) {
    const midnight = Date.UTC(candidate, month - 1, day);
    // 29 February exists in leap years only; Date.UTC rolls it over.
    if (new Date(midnight).getUTCDate() !== day) continue;
    const at = midnight + ofDay;
    if (at > latest) continue;
    if (nearest === null || Math.abs(at - reference) < Math.abs(nearest - reference)) nearest = at;
  }
  return nearest;
}

/** The same month, day and clock time, years later or earlier. */
export function addYears(at: EpochMs, years: number): EpochMs {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime() + (at - Math.floor(at));
}

/** How many years to add to `at` so that it lies nearest to the reference. */
export function yearsToward(at: EpochMs, reference: EpochMs): number {
  const years = new Date(reference).getUTCFullYear() - new Date(at).getUTCFullYear();
  const candidates = [years - 1, years, years + 1];
  return candidates.reduce((best, one) =>
    Math.abs(addYears(at, one) - reference) < Math.abs(addYears(at, best) - reference) ? one : best,
  );
}
