/** A line of the table of events that `kubectl get events` prints. Writer: kubernetes/kubernetes: pkg/printers/internalversion. */
import type { DurationMs, ParsedTime } from '../../base/time.ts';
import { timeOfName } from './kube-event.ts';

export interface TableLine {
  readonly namespace: string; // empty: not told
  readonly type: string;
  readonly reason: string;
  readonly kind: string;
  readonly name: string;
  readonly message: string;
  readonly count: number;
  /** How long ago it was last seen; null: `<unknown>`. */
  readonly age: DurationMs | null;
  /** How long ago it was first seen; null: not told. */
  readonly firstAge: DurationMs | null;
  /** When it was first seen, which the event's name in a wide table tells. */
  readonly named: ParsedTime | null;
  /** The host of a kubelet that told it, from a wide table. */
  readonly kubelet: string;
}

/** One or two units, from years to seconds. Source: kubernetes/apimachinery: pkg/util/duration. */
const AGE = '(?:<unknown>|<invalid>|\\d{1,6}[smhdy](?:\\d{1,6}[smhd])?)';
const NAMESPACE = '([a-z0-9][a-z0-9-]{0,62})';
const ROW = new RegExp(
  // How often a repeated event was seen stands behind its age.
  `^\\s{0,20}(?:${NAMESPACE}\\s{1,80})?(${AGE})(?: \\(x(\\d{1,9}) over (${AGE})\\))?\\s{1,40}` +
    `(Normal|Warning)\\s{1,40}(\\S{1,128})\\s{1,80}([A-Za-z][A-Za-z0-9.-]{0,100})/(\\S{1,253})(?:\\s{1,120}(\\S.*))?$`,
  's',
);
/** What stands behind the message of a wide table: first seen, count, name. */
const WIDE_END = new RegExp(`\\s{2,40}(${AGE})\\s{2,40}(\\d{1,9})\\s{2,40}(\\S{1,300})\\s{0,20}$`);
/** What stands before it: the part of the object, and who tells. */
const SOURCE = /^[A-Za-z0-9._-]{1,100}(?:, (\S{1,253}))?$/;
const HEADER = /^\s{0,20}(?:NAMESPACE\s{1,80})?LAST SEEN\s{1,40}TYPE\s{1,40}REASON\s{1,128}OBJECT\b/;
/** Longer lines are no rows. */
const MAX_LINE = 1 << 14;

export function isTableHeader(text: string): boolean {
  return HEADER.test(text.slice(0, 1024));
}

/** Reads a row; null for other lines. */
export function readTableLine(text: string): TableLine | null {
  const match = text.length > MAX_LINE ? null : ROW.exec(text);
  if (match === null) return null;
  const [, namespace, age, times, since, type, reason, kind, name, rest] = match;
  return {
    namespace: namespace ?? '',
    type,
    reason,
    kind: kind.toLowerCase(),
    name,
    age: parseAge(age),
    ...readRest(rest ?? '', since, times),
  };
}

type Rest = Pick<TableLine, 'message' | 'count' | 'firstAge' | 'named' | 'kubelet'>;

function readRest(rest: string, since: string | undefined, times: string | undefined): Rest {
  // The pattern is anchored at the end: it is tried on no more than can match.
  const end = WIDE_END.exec(rest.slice(-512));
  if (end === null) {
    return {
      message: rest.trim(),
      count: Number(times ?? 1),
      firstAge: parseAge(since ?? ''),
      named: null,
      kubelet: '',
    };
  }
  const [all, firstAge, count, name] = end;
  const parts = rest.slice(0, rest.length - all.length).split(/ {2,}/);
  if (parts.length > 1 && parts[0].startsWith('spec.')) parts.shift();
  const source = parts.length > 1 ? SOURCE.exec(parts[0]) : null;
  if (source !== null) parts.shift();
  return {
    message: parts.join('  ').trim(),
    count: Number(count),
    firstAge: parseAge(firstAge),
    named: timeOfName(name),
    kubelet: source?.[0].startsWith('kubelet') === true ? (source[1] ?? '') : '',
  };
}

const UNITS: Readonly<Record<string, DurationMs>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 31_536_000_000,
};

/** `3m19s`, `18m`, `2d3h`; null for a text that tells no age. */
export function parseAge(text: string): DurationMs | null {
  if (!/^\d{1,6}[smhdy](?:\d{1,6}[smhd])?$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhdy])/g)) total += Number(amount) * UNITS[unit];
  return total;
}

/** Whether an age of this length is written to the second. */
export function isExactAge(age: DurationMs): boolean {
  return age < 10 * UNITS.m;
}
