/**
 * A line of the monitor's text time line, as the build log and backend summaries hold it.
 * Writer: openshift/origin: pkg/monitor/monitorapi/types.go.
 */
import { nearestYear } from '../base/year.ts';
import { formatTime, MINUTE } from '../base/time.ts';
import type { Job } from './format.ts';
import { parseGoDuration } from '../base/duration.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LINE =
  /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\.(\d{3}) (?:- (\d[0-9a-z.µ]{0,15}) +)?([IWE]) (.*)$/s;
const LEVELS = { I: 'Info', W: 'Warning', E: 'Error' } as const;

/** An item in the form of the string eras, as `readItem` takes it. */
export interface MonitorItem {
  readonly level: string;
  readonly locator: string;
  readonly message: string;
  readonly from: string;
  readonly to: string;
}

export function isMonitorLine(text: string): boolean {
  return text.length < 1 << 20 && LINE.test(text);
}

/** No item lasts longer; such a line is broken. */
const MAX_DURATION = 366 * 24 * 60 * MINUTE;

/** Without a time of the run, a line is at most this much younger than its reading: clocks differ. */
const AHEAD = 24 * 60 * MINUTE;

/** Reads a line; its year is the one nearest to the run's time, or the last that is not to come. Null for other lines. */
export function parseMonitorLine(text: string, { asOf, now }: Pick<Job, 'asOf' | 'now'>): MonitorItem | null {
  const match = LINE.exec(text);
  if (match === null) return null;
  const [, month, day, hour, minute, second, fraction, length, level, rest] = match;
  const ofDay = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction);
  const at = nearestYear(
    { month: MONTHS.indexOf(month) + 1, day: Number(day), ofDay },
    asOf ?? now,
    asOf === null ? now + AHEAD : Infinity,
  );
  const duration = length === undefined ? 0 : parseGoDuration(length);
  if (at === null || duration === null || duration > MAX_DURATION || Number(hour) > 23) return null;
  const { locator, message } = splitLocator(rest);
  return {
    level: LEVELS[level as keyof typeof LEVELS],
    locator,
    message,
    from: formatTime(at),
    to: formatTime(at + duration),
  };
}

/** Words that begin a message, though they look like a part of a locator. */
const MESSAGE_PART =
  /^(?:reason|cause|constructed|phase|roles?|state|condition|status|config|duration|code|count)\//;

/**
 * The locator's parts stand first, then the message, with a blank between all. The locator ends before a word that is no
 * `key/value` (but for the very first, which may be a bare name), one that begins a message, or a key that came before.
 */
function splitLocator(text: string): { locator: string; message: string } {
  const seen = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const end = text.startsWith('e2e-test/"', at) ? endOfQuoted(text, at) : endOfWord(text, at);
    const word = text.slice(at, end);
    const key = /^[a-z][a-z0-9-]*(?=[/=])/.exec(word)?.[0];
    if (key === undefined ? at > 0 || word === '' : seen.has(key) || MESSAGE_PART.test(word)) break;
    seen.add(key ?? word);
    at = end + 1;
  }
  return { locator: text.slice(0, at).trim(), message: text.slice(at) };
}

function endOfWord(text: string, from: number): number {
  const end = text.indexOf(' ', from);
  return end < 0 ? text.length : end;
}

function endOfQuoted(text: string, from: number): number {
  let at = from + 'e2e-test/"'.length;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}
