import { formatTime, parseTime, type EpochMs } from '../../base/time.ts';
import type { Report } from '../../model/report.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';

/** Files whose times hang on a time of the run: the year was a guess, or they tell ages. */
export function yearlessInputs({ inputs }: Pick<Report, 'inputs'>): number {
  return inputs.filter(
    ({ notices, failure }) =>
      failure?.code === 'relative-times' || notices.some(({ code }) => code === 'year-assumed'),
  ).length;
}

/** `2023-03-13 11:00:00Z`. */
export function asOfText(at: EpochMs): string {
  return formatTime(at).slice(0, 19).replace('T', ' ') + 'Z';
}

/** A day, a day and a clock in the chosen zone, or an RFC 3339 time; undefined for what is none. */
export function parseAsOf(written: string, zone: TimeZoneChoice): EpochMs | undefined {
  const text = written.trim();
  const zoned = parseTime(text)?.at;
  if (zoned !== undefined) return zoned;
  const [, day, clock = '12:00', second = ':00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const utc = parseTime(`${day}T${clock}${second}Z`)?.at;
  if (utc === undefined || zone === 'utc') return utc;
  return Date.parse(`${day}T${clock}${second}`);
}
