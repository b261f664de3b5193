/** Milliseconds since the Unix epoch, UTC. Fractions of a millisecond are kept where a source has them. */
export type EpochMs = number;
/** A span of time in milliseconds. */
export type DurationMs = number;

export const SECOND: DurationMs = 1000;
export const MINUTE: DurationMs = 60_000;

/** How exact a time is, from the coarsest up; the number orders them. */
export const PRECISION = { inferred: 0, second: 1, millisecond: 2, microsecond: 3 } as const;
export type Precision = (typeof PRECISION)[keyof typeof PRECISION];

export type PrecisionName = keyof typeof PRECISION;

/** The word for a precision. */
export function precisionName(precision: Precision): PrecisionName {
  return (Object.keys(PRECISION) as PrecisionName[]).find((name) => PRECISION[name] === precision)!;
}

export interface ParsedTime {
  readonly at: EpochMs;
  readonly precision: Precision;
}

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?:([Zz])|([+-])(\d{2}):?(\d{2}))$/;

/** A clock that was never set tells 1970; what lies before, or far ahead, is no time of a run. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;
/** No place on Earth is further from UTC. */
const MAX_ZONE_HOURS = 14;

/**
 * Reads an RFC 3339 time. Null for text that is none, for dates that do not exist, for years before 1970 and from 2100 on,
 * and so for Go's zero time (`0001-01-01T00:00:00Z`), which means that no time was set.
 */
export function parseTime(text: string): ParsedTime | null {
  if (text.length > 40) return null;
  const match = RFC3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, , sign, zoneHour, zoneMinute] = match;
  if (Number(year) < FIRST_YEAR || Number(year) >= LAST_YEAR) return null;
  const whole = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const date = new Date(whole);
  // Date.UTC rolls 31 February over to March, and hour 25 over to the next day.
  if (date.getUTCDate() !== Number(day) || date.getUTCHours() !== Number(hour)) return null;
  if (Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(zoneHour ?? 0) > MAX_ZONE_HOURS || Number(zoneMinute ?? 0) > 59) return null;
  const offset =
    sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute)) * MINUTE;
  return {
    at: whole + (fraction === undefined ? 0 : Number(`0.${fraction}`) * SECOND) - offset,
    precision: precisionOfFraction(fraction),
  };
}

function precisionOfFraction(fraction: string | undefined): Precision {
  if (fraction === undefined) return PRECISION.second;
  return fraction.length <= 3 ? PRECISION.millisecond : PRECISION.microsecond;
}

/** Seconds as reports have them: to the millisecond, as their times. */
export function secondsOf(duration: DurationMs): number {
  return Math.round(duration) / SECOND;
}

/** RFC 3339, UTC, three fraction digits: the form of every time in a report. */
export function formatTime(at: EpochMs): string {
  return new Date(Math.floor(at + 1e-6)).toISOString();
}

/** `10:57:25`, or `10:57:25.807` where there are milliseconds; UTC. */
export function formatClock(at: EpochMs): string {
  const text = formatTime(at).slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}
