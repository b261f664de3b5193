/** How answers and exports of Loki are told. */
import type { Head } from '../format.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { CsvReader } from './csv.ts';
import { isObject, own, parseJson, textOf, type Fields } from './json-value.ts';

/** `document`: the API's answer; `array`: Grafana's JSON; `csv`: Grafana's table; `lines`: an object a line. */
export type LokiForm = 'document' | 'array' | 'csv' | 'lines';

/** Null: it is none of Loki's. */
export function formOfLoki(text: string): LokiForm | null {
  const first = text.trimStart()[0];
  if (first === '{') {
    if (/"resultType"\s*:\s*"streams"/.test(text) || /^\s*\{\s*"streams"\s*:\s*\[\s*\{\s*"labels"/.test(text))
      return 'document';
    const line = parseJson(text.trimStart().split('\n', 1)[0]);
    return isObject(line) && isLokiLine(line) ? 'lines' : null;
  }
  if (first === '[') return isExport(text) ? 'array' : null;
  return columnsOf(headerOf(text)) === null ? null : 'csv';
}

export function isLokiHead({ text }: Pick<Head, 'text'>): boolean {
  return formOfLoki(text) !== null;
}

/** A line of `logcli -o jsonl`, or one that Loki packed with its labels. */
function isLokiLine(value: Fields): boolean {
  const isPacked = typeof own(value, '_entry') === 'string';
  return (
    isPacked || (isObject(value.labels) && typeof value.line === 'string' && value.timestamp !== undefined)
  );
}

function isExport(text: string): boolean {
  if (!/^\s*\[\s*\{/.test(text)) return false;
  let first: unknown;
  const splitter = new JsonItemSplitter({
    onItem(bytes) {
      first ??= parseJson(new TextDecoder().decode(bytes));
    },
    onSkip() {},
  });
  splitter.push(new TextEncoder().encode(text));
  return isObject(first) && lineOf(first) !== null && timeFieldOf(first) !== '';
}

/** The log line of an exported object. */
export function lineOf(value: Fields): string | null {
  const line = own(value, 'line') ?? own(value, 'Line');
  return typeof line === 'string' ? line : null;
}

/** The exactest time that an exported object has, as it is written; empty for none. */
export function timeFieldOf(value: Fields): string {
  for (const name of ['tsNs', 'timestamp', 'date', 'Time', 'time']) {
    const text = textOf(own(value, name));
    if (text !== '') return text;
  }
  return '';
}

export interface Columns {
  readonly line: number;
  readonly time: number;
  /** -1: the columns themselves are labels. */
  readonly labels: number;
  readonly names: readonly string[];
}

/** Where the columns of a table are, in whatever order; null for other tables. */
export function columnsOf(header: readonly string[]): Columns | null {
  if (header.length < 2 || header.some((name) => name.length > 200)) return null;
  const find = (...names: string[]) =>
    names.map((name) => header.findIndex((one) => one.trim().toLowerCase() === name)).find((at) => at >= 0) ??
    -1;
  const line = find('line');
  const time = find('tsns', 'timestamp', 'time', 'date');
  return line < 0 || time < 0 ? null : { line, time, labels: find('labels'), names: header };
}

function headerOf(text: string): string[] {
  let header: string[] | null = null;
  const end = text.indexOf('\n');
  // A header is short; what is longer is a line of something else.
  if (end < 0 || end > 4000) return [];
  const csv = new CsvReader((fields) => (header ??= fields));
  csv.push(text.slice(0, end + 1));
  return header ?? [];
}
