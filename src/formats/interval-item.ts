/**
 * One item of an interval file, whatever its shape, as an interval. The shape is decided for the locator and for the
 * message by itself: strings (2021 to mid 2023), strings with structured objects beside them (mid to end of 2023),
 * objects (since 2024). Writer: openshift/origin: pkg/monitor/serialization.
 */
import { parseTime, PRECISION, type ParsedTime } from '../base/time.ts';
import type { NoticeCode } from '../model/failure.ts';
import { LEVELS, type Level, type Locator, type NewInterval } from '../model/interval-table.ts';
import { parseLocatorText } from './locator-text.ts';
import { parseMessageText, parseOperatorMessageText, type MessageParts } from './message-text.ts';
import { normaliseEra } from './interval-eras.ts';

export type ItemResult =
  | { readonly interval: NewInterval; readonly notices: readonly NoticeCode[] }
  | { readonly interval: null; readonly why: 'no-time' | 'not-an-interval' };

/** Reads a parsed item; `place` is its number in the file. Unknown members are ignored, absent ones are empty. */
export function readItem(item: unknown, place: number): ItemResult {
  if (!isObject(item) || !looksLikeInterval(item)) return { interval: null, why: 'not-an-interval' };
  const from = readTime(item['from']);
  const to = readTime(item['to']);
  if (from === null && to === null) return { interval: null, why: 'no-time' };
  const notices: NoticeCode[] = [];
  const level = readLevel(item['level']);
  if (level === null) notices.push('unknown-level');
  if (from !== null && to !== null && to.at < from.at) notices.push('end-before-start');
  const locator = readLocator(item);
  const message = readMessage(item, locator);
  const raw: NewInterval = {
    from: from?.at ?? null,
    to: to?.at ?? null,
    precision: Math.min(from?.precision ?? PRECISION.microsecond, to?.precision ?? PRECISION.microsecond),
    level: level ?? 'Info',
    source: textOr(item['source']) || textOr(item['tempSource']),
    locator,
    reason: message.reason,
    message: message.message,
    annotations: message.annotations,
    display: item['display'] === true,
    isPredicted: false,
    place,
  };
  return { interval: normaliseEra(raw, isObject(item['locator'])), notices };
}

/** Whether an object has what makes an item: a locator, and a time or the place of one. */
export function looksLikeInterval(item: Readonly<Record<string, unknown>>): boolean {
  const { locator } = item;
  if (typeof locator !== 'string' && !isObject(locator)) return false;
  return item['message'] !== undefined && (item['from'] !== undefined || item['to'] !== undefined);
}

/** Times that were read last: most items begin and end at a time that others have too. */
const recentTimes = new Map<string, ParsedTime | null>();
const MAX_RECENT_TIMES = 1 << 12;

function readTime(value: unknown): ParsedTime | null {
  if (typeof value !== 'string') return null;
  let time = recentTimes.get(value);
  if (time === undefined) {
    time = parseTime(value);
    if (recentTimes.size === MAX_RECENT_TIMES) recentTimes.clear();
    recentTimes.set(value, time);
  }
  return time;
}

function readLevel(value: unknown): Level | null {
  return LEVELS.find((level) => level === value) ?? null;
}

function readLocator(item: Readonly<Record<string, unknown>>): Locator {
  const { locator, tempStructuredLocator: structured } = item;
  if (isObject(locator)) return structuredLocator(locator);
  if (isObject(structured)) {
    const read = structuredLocator(structured);
    if (read.type !== '' || Object.keys(read.keys).length > 0) return joinLocators(read, textOr(locator));
  }
  return parseLocatorText(textOr(locator));
}

/** Locators by the object that they were read from, which items share (item-parser.ts). */
const knownLocators = new WeakMap<Readonly<Record<string, unknown>>, Locator>();

function structuredLocator(locator: Readonly<Record<string, unknown>>): Locator {
  let known = knownLocators.get(locator);
  if (known === undefined) {
    known = { type: textOr(locator['type']), keys: textRecord(locator['keys']) };
    knownLocators.set(locator, known);
  }
  return known;
}

function readMessage(item: Readonly<Record<string, unknown>>, locator: Locator): MessageParts {
  const { message, tempStructuredMessage: structured } = item;
  if (isObject(message)) return structuredMessage(message);
  const text = textOr(message);
  const parse = locator.type === 'ClusterOperator' ? parseOperatorMessageText : parseMessageText;
  if (isObject(structured)) {
    const read = structuredMessage(structured);
    if (read.reason !== '' || read.message !== '' || Object.keys(read.annotations).length > 0) {
      return joinMessages(read, parse(text));
    }
  }
  return parse(text);
}

/** While the objects were being introduced either might say only part of what its text said. */
function joinLocators(structured: Locator, text: string): Locator {
  const told = text === '' ? null : parseLocatorText(text);
  if (told === null) return structured;
  const keys = { ...told.keys, ...structured.keys };
  return { type: structured.type !== '' ? structured.type : told.type, keys };
}

function joinMessages(structured: MessageParts, told: MessageParts): MessageParts {
  return {
    reason: structured.reason !== '' ? structured.reason : told.reason,
    message: structured.message !== '' ? structured.message : told.message,
    annotations: { ...told.annotations, ...structured.annotations },
  };
}

function structuredMessage(message: Readonly<Record<string, unknown>>): MessageParts {
  const annotations = textRecord(message['annotations']);
  const own =
    textOr(message['reason']) || (Object.hasOwn(annotations, 'reason') ? annotations['reason'] : '');
  const text = textOr(message['humanMessage']);
  if (own === '' && text.startsWith('reason/'))
    return joinMessages({ reason: '', message: '', annotations }, parseMessageText(text));
  const reason = own.trim();
  const cause = textOr(message['cause']);
  return {
    reason,
    message: text,
    annotations:
      cause !== '' && !Object.hasOwn(annotations, 'cause') ? { ...annotations, cause } : annotations,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A map of texts; values of other kinds are kept as their JSON, so that nothing that a file says is lost. */
function textRecord(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return NO_TEXTS;
  return isTexts(value) ? value : asTexts(value);
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

function isTexts(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, string>> {
  for (const name in value) if (typeof value[name] !== 'string') return false;
  return true;
}

function asTexts(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
}
