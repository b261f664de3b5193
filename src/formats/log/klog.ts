/**
 * The klog layer: `I0310 18:03:45.807438      15 genericapiserver.go:978] "message" key="value"`.
 * Writer: kubernetes/klog: internal/serialize, and its form as JSON: kubernetes/kubernetes:
 * staging/src/k8s.io/component-base/logs/json.
 */
import { PRECISION, SECOND, type EpochMs, type Precision } from '../../base/time.ts';
import type { YearlessTime } from '../../base/year.ts';
import { isObject, textOf } from './json-value.ts';
import { unquoteGo } from './go-quoted.ts';

export type KlogLevel = 'I' | 'W' | 'E' | 'F';

/** Where a line was written. */
export interface KlogHeader {
  readonly level: KlogLevel;
  /** Null in JSON. */
  readonly thread: number | null;
  /** `genericapiserver.go`; empty where JSON names none. */
  readonly file: string;
  readonly line: number;
}

export interface KlogLine {
  readonly header: KlogHeader;
  readonly time: YearlessTime;
  /** Null: not written, as klog has it; glog writes it. */
  readonly year: number | null;
  readonly precision: Precision;
  readonly message: string;
}

/** Tools that store a log anew write other fractions of the second than klog's six digits. */
const LINE =
  /^([IWEF])(\d{4})?(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? {1,20}(\d{1,10}) ([^\s:\]]{1,200}):(\d{1,9})\] ?/;

/** Whether the text begins with klog's header. */
export function isKlogLine(text: string): boolean {
  return LINE.test(text.slice(0, 300));
}

/** Null for other lines. A line whose clock cannot be one has a time that no year has. */
export function parseKlogLine(text: string): KlogLine | null {
  const first = text.charCodeAt(0);
  // I, W, E or F; anything else is no klog line, and most lines of other logs end here.
  if (first !== 0x49 && first !== 0x57 && first !== 0x45 && first !== 0x46) return null;
  const match = LINE.exec(text.slice(0, 300));
  if (match === null) return null;
  const [head, level, year, month, day, hour, minute, second, fraction, thread, file, line] = match;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
  const ofDay =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * SECOND +
    Number((fraction ?? '').padEnd(6, '0').slice(0, 6)) / 1000;
  return {
    header: { level: level as KlogLevel, thread: Number(thread), file, line: Number(line) },
    time: { month: isClock ? Number(month) : 0, day: Number(day), ofDay },
    year: year === undefined ? null : Number(year),
    precision: precisionOfFraction(fraction),
    message: text.slice(head.length),
  };
}

function precisionOfFraction(fraction = ''): Precision {
  if (fraction === '') return PRECISION.second;
  return fraction.length > 3 ? PRECISION.microsecond : PRECISION.millisecond;
}

/** What klog's structured form says: a quoted text, then `key=value` words. */
export interface Structured {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

const MAX_VALUES = 200;

/** The text of a message without its quotes, and its values; of a plain message the message itself. */
export function readStructured(message: string): Structured {
  const quoted = message.startsWith('"') ? unquoteGo(message, 0) : null;
  if (quoted === null) return { text: message, values: new Map() };
  const values = new Map<string, string>();
  let at = quoted.end;
  while (values.size < MAX_VALUES) {
    const key = /^\s{1,20}([^\s=]{1,200})=/.exec(message.slice(at, at + 300));
    if (key === null) break;
    const value = readValue(message, at + key[0].length);
    values.set(key[1], value.value);
    at = value.end;
  }
  return { text: quoted.value, values };
}

function readValue(message: string, from: number): { value: string; end: number } {
  const quoted = unquoteGo(message, from);
  if (quoted !== null) return quoted;
  if (message.startsWith('<\n', from)) return readBlock(message, from + 2);
  if (message[from] === '{' || message[from] === '[') return readBracketed(message, from);
  const end = nextBlank(message, from);
  return { value: message.slice(from, end), end };
}

/** `<`, lines that begin with a tab, and ` >`. */
function readBlock(message: string, from: number): { value: string; end: number } {
  const end = message.indexOf('\n >', from);
  const block = message.slice(from, end < 0 ? message.length : end);
  const value = block
    .split('\n')
    .map((line) => line.replace(/^\t/, ''))
    .join('\n');
  return { value, end: end < 0 ? message.length : end + '\n >'.length };
}

/** Objects and lists as Go prints them may hold blanks: to the bracket that closes the first. */
function readBracketed(message: string, from: number): { value: string; end: number } {
  let depth = 0;
  for (let at = from; at < message.length; at++) {
    const char = message[at];
    if (char === '"') at = (unquoteGo(message, at)?.end ?? message.length) - 1;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0)
      return { value: message.slice(from, at + 1), end: at + 1 };
  }
  const end = nextBlank(message, from);
  return { value: message.slice(from, end), end };
}

function nextBlank(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === ' ' || text[at] === '\n') return at;
  return text.length;
}

export interface JsonKlogLine {
  readonly header: KlogHeader;
  readonly at: EpochMs;
  readonly precision: Precision;
  readonly structured: Structured;
}

/** Seconds since 1970 stay below this for three thousand years; milliseconds passed it in 1973. */
const MAX_SECONDS = 1e11;

/** `{"ts":1678471425807.438,"caller":"app/server.go:42","msg":"…","v":0}`; `ts` in seconds or milliseconds. Null for other JSON. */
export function readJsonKlog(value: Readonly<Record<string, unknown>>): JsonKlogLine | null {
  const { ts, msg, caller, v, err } = value;
  const isKlog =
    typeof ts === 'number' &&
    typeof msg === 'string' &&
    (v !== undefined || caller !== undefined || err !== undefined);
  if (!isKlog || !Number.isFinite(ts) || ts <= 0 || ts > MAX_SECONDS * 1000) return null;
  const place = /^(?:.{0,300}\/)?([^/:]{1,200}):(\d{1,9})$/.exec(textOf(caller));
  const values = new Map<string, string>();
  for (const [key, one] of Object.entries(value).slice(0, MAX_VALUES)) {
    if (key === 'ts' || key === 'msg' || key === 'caller' || key === 'v') continue;
    values.set(key, typeof one === 'string' ? one : valueText(one));
  }
  return {
    header: {
      level: v === undefined && err !== undefined ? 'E' : 'I',
      thread: null,
      file: place?.[1] ?? '',
      line: place === null ? 0 : Number(place[2]),
    },
    at: Math.round((ts < MAX_SECONDS ? ts * SECOND : ts) * 1000) / 1000,
    precision: PRECISION.microsecond,
    structured: { text: msg, values },
  };
}

/** References to objects are written as `namespace/name`, as in text. */
function valueText(value: unknown): string {
  if (isObject(value) && typeof value.name === 'string' && Object.keys(value).length <= 2) {
    return typeof value.namespace === 'string' ? `${value.namespace}/${value.name}` : value.name;
  }
  return JSON.stringify(value) ?? '';
}
