import { parseGoDuration } from '../base/duration.ts';
import { MINUTE, parseTime, SECOND, type DurationMs } from '../base/time.ts';
import type { Pattern, TimeValue } from './query.ts';

const DAY: DurationMs = 24 * 60 * MINUTE;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?[Zz]?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?([Zz]|[+-]\d{2}:?\d{2})?$/;

/** Reads `5s`, `250ms`, `1.5m`, `1m10s`, `0`; null for other text, and below zero. */
export function parseSpan(text: string): DurationMs | null {
  const span = parseGoDuration(text);
  return span !== null && span >= 0 ? span : null;
}

/** Reads `10:57`, `10:57:20`, `10:57:20.250`, a date, or both with a `T` between, in UTC or with an offset. */
export function parseTimeValue(text: string): TimeValue | null {
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const [, hour, minute, second, fraction] = clock;
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
    const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
    const ofDay = seconds * SECOND + Number(`0.${fraction ?? 0}`) * SECOND;
    return { kind: 'clock', ofDay, unit: unitOf(second, fraction) };
  }
  if (DATE.test(text)) return instant(`${text}T00:00:00Z`, DAY);
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, start, second, fraction, zone] = match;
  const whole = `${start}:${second ?? '00'}${fraction === undefined ? '' : `.${fraction}`}${zone ?? 'Z'}`;
  return instant(whole, unitOf(second, fraction));
}

function instant(text: string, unit: DurationMs): TimeValue | null {
  const time = parseTime(text);
  return time === null ? null : { kind: 'instant', at: time.at, unit };
}

function unitOf(second: string | undefined, fraction: string | undefined): DurationMs {
  if (second === undefined) return MINUTE;
  return fraction === undefined ? SECOND : SECOND / 10 ** fraction.length;
}

/** A word as a pattern: its asterisks stand for any text. `isPart`: it may stand anywhere in what is looked at. */
export function patternOf(word: string, isPart: boolean): Pattern {
  const parts = word.split(/\*+/);
  if (parts.length === 1) return { kind: 'literal', text: word };
  const texts = parts.filter((part) => part !== '');
  if (!isPart || texts.length === 0) return { kind: 'wildcard', parts };
  return texts.length === 1
    ? { kind: 'literal', text: texts[0] }
    : { kind: 'wildcard', parts: ['', ...texts, ''] };
}
