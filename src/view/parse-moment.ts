import { parseGoDuration } from '../base/duration.ts';
import { fail, success, type Result } from '../base/result.ts';
import { parseTime, type DurationMs, type EpochMs } from '../base/time.ts';
import type { TimeWindow } from './steps.ts';
import type { TimeZoneChoice } from './view-state.ts';

/** What times can be told from. */
export interface MomentGround {
  readonly run: TimeWindow;
  /** When the first apiserver was told to stop; null: none was. */
  readonly shutdown: EpochMs | null;
  /** The selected interval; null: there is none. */
  readonly selection: TimeWindow | null;
  /** What a time without a zone is in. */
  readonly zone: TimeZoneChoice;
}

/** The ways to write a moment, for the help beside the fields. */
export const MOMENT_FORMS: readonly (readonly [form: string, meaning: string])[] = [
  ['10:57:25', 'that time on the day of the run'],
  ['2023-03-13T10:57:25Z', 'a date and a time'],
  ['+90s', 'after the start of the run'],
  ['-2m', 'before its end'],
  ['shutdown-10s', 'from the first shutdown'],
  ['selection+5s', 'from the start of the selected interval'],
  ['selection.end', 'its end; also start and end for the run'],
];

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?$/;
const DAY_CLOCK = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?$/;
const RELATIVE = /^(start|end|shutdown|selection(?:\.start|\.end)?)?\s*(?:([+-])\s*(\S+))?$/i;
const DAY: DurationMs = 86_400_000;

/** Reads a moment; fails with a sentence for the person who wrote it. */
export function parseMoment(text: string, ground: MomentGround): Result<EpochMs, string> {
  const written = text.trim();
  if (written === '') return fail('Write a time, such as 10:57:25 or +90s.');
  const zoned = parseTime(written);
  if (zoned !== null) return success(zoned.at);
  const at = dayClock(written, ground.zone) ?? clock(written, ground);
  if (at !== null) return success(at);
  const relative = RELATIVE.exec(written);
  if (relative === null) return fail(`“${written}” is not a time; write 10:57:25, +90s or shutdown-10s.`);
  return fromAnchor(relative, ground);
}

function fromAnchor([, name, sign, span]: RegExpExecArray, ground: MomentGround): Result<EpochMs, string> {
  const anchor = anchorOf((name ?? (sign === '-' ? 'end' : 'start')).toLowerCase(), ground);
  if (!anchor.ok || span === undefined) return anchor;
  // A bare number is seconds.
  const by = parseGoDuration(/^\d+(\.\d+)?$/.test(span) ? `${span}s` : span);
  if (by === null || by < 0) return fail(`“${span}” is not a duration; write 90s, 250ms or 1m30s.`);
  return success(anchor.value + (sign === '-' ? -by : by));
}

function anchorOf(name: string, { run, shutdown, selection }: MomentGround): Result<EpochMs, string> {
  if (name === 'start') return success(run.from);
  if (name === 'end') return success(run.to);
  if (name === 'shutdown')
    return shutdown === null ? fail('No shutdown is known in this run.') : success(shutdown);
  if (selection === null) return fail('No interval is selected.');
  return success(name === 'selection.end' ? selection.to : selection.from);
}

function dayClock(text: string, zone: TimeZoneChoice): EpochMs | null {
  const match = DAY_CLOCK.exec(text);
  if (match === null) return null;
  const [, year, month, day, ...parts] = match;
  const ofDay = clockOf(parts);
  if (ofDay === null) return null;
  const midnight = new Date(timeOfDay(Number(year), Number(month) - 1, Number(day), 0, zone));
  const isReal = (zone === 'utc' ? midnight.getUTCDate() : midnight.getDate()) === Number(day);
  return isReal ? timeOfDay(Number(year), Number(month) - 1, Number(day), ofDay, zone) : null;
}

/** The first such time at or after the start of the run; where the run ends before it, that of the day of the start. */
function clock(text: string, { run, zone }: MomentGround): EpochMs | null {
  const match = CLOCK.exec(text);
  const ofDay = match === null ? null : clockOf(match.slice(1));
  if (ofDay === null) return null;
  const start = new Date(run.from);
  const onDay = (offset: number) =>
    zone === 'utc'
      ? timeOfDay(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + offset, ofDay, zone)
      : timeOfDay(start.getFullYear(), start.getMonth(), start.getDate() + offset, ofDay, zone);
  // A minute or a second that the run began in is of this day, too.
  const isBefore = onDay(0) < Math.floor(run.from / 60_000) * 60_000;
  return isBefore && onDay(1) <= run.to ? onDay(1) : onDay(0);
}

/** Milliseconds of the day; null for a time that no clock shows. */
function clockOf([hour, minute, second = '0', fraction = '0']: readonly (
  string | undefined
)[]): DurationMs | null {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const ms =
    (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000 + Number(`0.${fraction}`) * 1000;
  return ms < DAY ? ms : null;
}

function timeOfDay(
  year: number,
  month: number,
  day: number,
  ofDay: DurationMs,
  zone: TimeZoneChoice,
): EpochMs {
  if (zone === 'utc') return Date.UTC(year, month, day) + ofDay;
  // By its parts, so that a day on which clocks change is right.
  const seconds = Math.floor(ofDay / 1000);
  return (
    new Date(
      year,
      month,
      day,
      Math.floor(seconds / 3600),
      Math.floor(seconds / 60) % 60,
      seconds % 60,
    ).getTime() +
    (ofDay - seconds * 1000)
  );
}
