import { formatDuration } from '../../base/duration.ts';
import { formatClock, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `10:57:25`, with milliseconds where there are some; the zone stands beside it. */
export function clockText(at: EpochMs, zone: TimeZoneChoice): string {
  if (zone === 'utc') return formatClock(at);
  const date = new Date(at);
  const ms = date.getMilliseconds();
  const text = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return ms === 0 ? text : `${text}.${String(ms).padStart(3, '0')}`;
}

/** `2023-03-13 10:57:25`. */
export function momentText(at: EpochMs, zone: TimeZoneChoice): string {
  const shown = zone === 'utc' ? new Date(at).toISOString().slice(0, 10) : localDay(new Date(at));
  return `${shown} ${clockText(at, zone)}`;
}

/** `+02:00`, or `UTC`. */
export function zoneName(zone: TimeZoneChoice, at: EpochMs): string {
  if (zone === 'utc') return 'UTC';
  const minutes = -new Date(at).getTimezoneOffset();
  const sign = minutes < 0 ? '−' : '+';
  return `UTC${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** `12:57:25 UTC+02:00` where times are local; UTC is what a clock without a zone means. */
export function namedClock(at: EpochMs, zone: TimeZoneChoice): string {
  return zone === 'utc' ? clockText(at, zone) : `${clockText(at, zone)} ${zoneName(zone, at)}`;
}

const CLOCK_IN_TEXT = /\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{3})?\b/g;
const DAY: DurationMs = 86_400_000;

/**
 * A sentence of the report, whose clock times are UTC, in the zone that was chosen: each is that one next to `near`, and
 * the last names the zone.
 */
export function sentenceText(sentence: string, near: EpochMs, zone: TimeZoneChoice): string {
  let left = zone === 'utc' ? 0 : (sentence.match(CLOCK_IN_TEXT)?.length ?? 0);
  if (left === 0) return sentence;
  return sentence.replace(CLOCK_IN_TEXT, (_, hour: string, minute: string, second: string, rest?: string) => {
    const ofDay = (Number(hour) * 3600 + Number(minute) * 60 + Number(`${second}${rest ?? ''}`)) * 1000;
    const at = Math.round(ofDay + Math.round((near - ofDay) / DAY) * DAY);
    return --left === 0 ? namedClock(at, zone) : clockText(at, zone);
  });
}

/** `2023-03-13 09:31:04 – 12:00:31 UTC`; the day of the end stands there where it is another. */
export function rangeText(from: EpochMs, to: EpochMs, zone: TimeZoneChoice): string {
  const [start, end] = [momentText(from, zone), momentText(to, zone)];
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start} – ${isOneDay ? end.slice(11) : end} ${zoneName(zone, from)}`;
}

/** `Whole run`; one of several days names them. */
export function daysText({ from, to }: { from: EpochMs; to: EpochMs }, zone: TimeZoneChoice): string {
  const [start, end] = [from, to].map((at) => momentText(at, zone).slice(0, 10));
  return start === end ? 'Whole run' : `Whole run, ${start} – ${end}`;
}

/** `7 s`; an instant has none. */
export function spanText(from: EpochMs, to: EpochMs): string {
  return to === from ? 'instant' : formatDuration(to - from);
}

/** `12.3 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** What is left at the pace so far; '' while nothing can be said. */
export function timeLeft(done: number, total: number, elapsed: DurationMs): string {
  if (done <= 0 || elapsed < 500 || done >= total) return '';
  return `about ${formatDuration(Math.ceil(((total - done) / done) * (elapsed / 1000)) * 1000)} left`;
}

function localDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
