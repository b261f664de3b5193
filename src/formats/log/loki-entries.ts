/** The lines in answers and exports of Loki, with their times and labels, as they stand in the file. */
import { fail, success, type Result } from '../../base/result.ts';
import { parseTime, PRECISION } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { readLines } from '../lines.ts';
import { CsvReader } from './csv.ts';
import { unquoteGo } from './go-quoted.ts';
import { begin } from './head-chunks.ts';
import { layersOfLabels, timeOfNanoseconds } from './json-layers.ts';
import { isObject, own, parseJson, textOf, type Fields } from './json-value.ts';
import { merge, NO_LAYERS, type Layers, type PrefixTime } from './layers.ts';
import { columnsOf, formOfLoki, lineOf, timeFieldOf, type Columns } from './loki-head.ts';

export interface LokiEntry {
  readonly text: string;
  readonly layers: Layers;
  /** Line, or in documents and tables the number of the entry. */
  readonly place: number;
}

export interface LokiHandlers {
  readonly onEntry: (entry: LokiEntry) => void;
  /** Something that should have been an entry. */
  readonly onSkip: (place: number, isCut: boolean) => void;
}

/** Gives all entries in the order of the file. */
export async function readLoki(
  input: AsyncIterable<Uint8Array>,
  handlers: LokiHandlers,
): Promise<Result<void, Failure>> {
  const { head, chunks } = await begin(input);
  switch (formOfLoki(head)) {
    case 'document':
    case 'array':
      return readDocuments(chunks, handlers);
    case 'csv':
      return readCsv(chunks, handlers);
    case 'lines':
    case null:
      return readJsonLines(chunks, handlers);
  }
}

async function readJsonLines(chunks: AsyncIterable<Uint8Array>, { onEntry, onSkip }: LokiHandlers) {
  for await (const { text, number, isCut } of readLines(chunks)) {
    if (text.trim() === '') continue;
    const value = parseJson(text);
    if (isObject(value)) onEntry({ text, layers: { ...NO_LAYERS, isPicked: true }, place: number });
    else onSkip(number, isCut || /^\s*\{/.test(text));
  }
  return success(undefined);
}

async function readDocuments(chunks: AsyncIterable<Uint8Array>, handlers: LokiHandlers) {
  const decoder = new TextDecoder();
  let place = 0;
  const give = (text: string | null, time: string, labels: Fields) => {
    place++;
    if (text === null) handlers.onSkip(place, false);
    else handlers.onEntry({ text, layers: layersOf(time, labels), place });
  };
  const splitter = new JsonItemSplitter({
    onItem(bytes) {
      const value = parseJson(decoder.decode(bytes));
      if (!isObject(value)) give(null, '', {});
      else if (!readAnswer(value, give)) give(lineOf(value), timeFieldOf(value), labelsOfExport(value));
    },
    onSkip(reason) {
      if (reason !== 'not-json') give(null, '', {});
    },
  });
  for await (const chunk of chunks) splitter.push(chunk);
  const end = splitter.end();
  if (end.cutAt === null) return success(undefined);
  return fail<Failure>({ code: 'cut-off', atByte: end.bytes, records: place });
}

type Give = (text: string | null, time: string, labels: Fields) => void;

/** The API's answer of today and of Loki's first year; false for any other object. */
function readAnswer(value: Fields, give: Give): boolean {
  const data = isObject(value.data) ? value.data : {};
  const streams = Array.isArray(data.result) ? data.result : value.streams;
  if (!Array.isArray(streams)) return false;
  for (const stream of streams as readonly unknown[]) {
    if (!isObject(stream)) continue;
    const labels = isObject(stream.stream) ? stream.stream : labelsOf(stream.labels);
    const values = Array.isArray(stream.values) ? stream.values : stream.entries;
    for (const one of Array.isArray(values) ? (values as readonly unknown[]) : []) {
      if (Array.isArray(one)) {
        const [time, line] = one as unknown[];
        give(typeof line === 'string' ? line : null, textOf(time), labels);
      } else if (isObject(one)) {
        give(typeof one.line === 'string' ? one.line : null, textOf(one.ts ?? one.timestamp), labels);
      }
    }
  }
  return true;
}

/** Labels stand in a member of their own, or in `fields`. */
function labelsOfExport(value: Fields): Fields {
  const labels = labelsOf(own(value, 'labels'));
  const fields = own(value, 'fields');
  return isObject(fields) ? { ...fields, ...labels } : labels;
}

async function readCsv(chunks: AsyncIterable<Uint8Array>, handlers: LokiHandlers) {
  const decoder = new TextDecoder();
  let columns: Columns | null = null;
  let place = 0;
  let bytes = 0;
  const csv = new CsvReader((fields, isCut) => {
    if (columns === null) columns = columnsOf(fields);
    else {
      place++;
      const { line, time } = columns;
      if (isCut || fields.length <= Math.max(line, time)) handlers.onSkip(place, true);
      else
        handlers.onEntry({
          text: fields[line],
          layers: layersOf(fields[time], labelsOfRecord(fields, columns)),
          place,
        });
    }
  });
  for await (const chunk of chunks) {
    bytes += chunk.length;
    csv.push(decoder.decode(chunk, { stream: true }));
  }
  csv.push(decoder.decode());
  const end = csv.end();
  if (end === 'whole') return success(undefined);
  if (end === 'open') return fail<Failure>({ code: 'cut-off', atByte: bytes, records: place });
  handlers.onSkip(place, true);
  return success(undefined);
}

function labelsOfRecord(fields: readonly string[], { labels, names }: Columns): Fields {
  if (labels >= 0) return labelsOf(fields[labels]);
  return Object.fromEntries(names.map((name, i) => [name, fields[i] ?? '']));
}

/** An object, its JSON text, or `{pod_name="x", container="y"}`. */
function labelsOf(labels: unknown): Fields {
  if (isObject(labels)) return labels;
  const text = textOf(labels).trim();
  const value = parseJson(text);
  if (isObject(value)) return value;
  const pairs: [string, string][] = [];
  let at = 1;
  while (pairs.length < 100) {
    const key = /^[,\s]{0,20}([A-Za-z_][A-Za-z0-9_]{0,100})=/.exec(text.slice(at, at + 130));
    const quoted = key === null ? null : unquoteGo(text, at + key[0].length);
    if (key === null || quoted === null) break;
    pairs.push([key[1], quoted.value]);
    at = quoted.end;
  }
  return Object.fromEntries(pairs);
}

function layersOf(time: string, labels: Fields): Layers {
  const told = layersOfLabels(labels);
  // What has no pod, but a service, is of the journal of a node.
  const isJournal = told.pod === null && told.ident !== null && told.host !== null;
  return merge(NO_LAYERS, { ...told, time: readTime(time), isPicked: true, isJournal });
}

/** Nanoseconds, microseconds, milliseconds or seconds since 1970, RFC 3339, or local time. Null for other texts. */
export function readTime(text: string): PrefixTime | null {
  if (/^\d{18,19}$/.test(text)) return timeOfNanoseconds(text);
  if (/^\d{16}$/.test(text))
    return { at: Number(text) / 1000, precision: PRECISION.microsecond, isZoneKnown: true };
  if (/^\d{13}$/.test(text)) return { at: Number(text), precision: PRECISION.millisecond, isZoneKnown: true };
  if (/^\d{10}$/.test(text))
    return { at: Number(text) * 1000, precision: PRECISION.second, isZoneKnown: true };
  const isZoned = /(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text);
  const time = parseTime(isZoned ? text : `${text}Z`);
  return time === null ? null : { ...time, isZoneKnown: isZoned };
}
