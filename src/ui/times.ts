import { formatDuration } from '../base/duration.ts';
import { formatClock, type DurationMs, type EpochMs } from '../base/time.ts';
import type { TimeZoneChoice } from '../view/view-state.ts';

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
