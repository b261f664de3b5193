import {
  COLUMNS,
  FLAG,
  LEVELS,
  type IntervalTable,
  type Locator,
  type NewInterval,
  type Row,
} from './interval-table.ts';
import { TextPoolBuilder } from './text-pool.ts';
import { compareText } from '../base/text.ts';

/** The columns of a table that may still change, or are being put together. */
export type Columns = Pick<IntervalTable, (typeof COLUMNS)[number]>;

/** A text for each locator that is the same for equal locators, whatever the order of their keys. */
export function locatorText(locator: Locator): string {
  const keys = Object.keys(locator.keys);
  if (keys.length > 1) keys.sort(compareText);
  let text = locator.type;
  for (const key of keys) text += `\u0000${key}\u0001${locator.keys[key]}`;
  return text;
}

/** Gives each distinct value an index, in the order of first use. */
export class Interner<T> {
  readonly values: T[] = [];
  #ids = new Map<string, number>();

  id(key: string, make: () => T): number {
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.values.length;
      this.values.push(make());
      this.#ids.set(key, id);
    }
    return id;
  }
}

/** Fresh columns with room for `length` rows. */
export function makeColumns(length: number): Columns {
  return {
    start: new Float64Array(length),
    end: new Float64Array(length),
    level: new Uint8Array(length),
    flags: new Uint8Array(length),
    precision: new Uint8Array(length),
    source: new Uint16Array(length),
    reason: new Uint32Array(length),
    message: new Uint32Array(length),
    annotations: new Uint32Array(length),
    locator: new Uint32Array(length),
    file: new Uint32Array(length),
    place: new Float64Array(length),
  };
}

/** The most distinct sources that a table holds; further ones become `other`. */
const MAX_SOURCES = 60_000;

/** Texts of at most this length, in code units, are kept as strings as well, this many of them. */
const MAX_RECENT_LENGTH = 256;
const MAX_RECENT_TEXTS = 4096;

/** Collects the intervals of one file; `finish` sorts and packs them. Memory: about 60 bytes a row, and the texts. */
export class IntervalTableBuilder {
  readonly #file: string;
  #columns = makeColumns(1 << 10);
  #length = 0;
  #sources = new Interner<string>();
  #locators = new Interner<Locator>();
  #texts = new TextPoolBuilder();
  // Intervals of one file share their texts and objects: these are known before they are looked into.
  #textIds = new Map<string, number>();
  #locatorIds = new WeakMap<Locator, number>();
  #annotationIds = new WeakMap<NewInterval['annotations'], number>();

  constructor(file: string) {
    this.#file = file;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds one row. At least one of its times must be known. */
  add(interval: NewInterval): void {
    if (this.#length === this.#columns.start.length) this.#grow();
    const row = this.#length++;
    const columns = this.#columns;
    const from = interval.from ?? interval.to ?? 0;
    const isBackward = interval.to !== null && interval.to < from;
    columns.start[row] = from;
    columns.end[row] = interval.to === null || isBackward ? from : interval.to;
    columns.level[row] = LEVELS.indexOf(interval.level);
    columns.flags[row] =
      (interval.from === null ? FLAG.openStart : 0) |
      (interval.to === null ? FLAG.openEnd : 0) |
      (interval.display ? FLAG.display : 0) |
      (interval.isPredicted ? FLAG.predicted : 0) |
      (isBackward ? FLAG.backward : 0);
    columns.precision[row] = interval.precision;
    columns.source[row] = this.#sourceId(interval.source);
    columns.reason[row] = this.#textId(interval.reason);
    columns.message[row] = this.#textId(interval.message);
    columns.annotations[row] = this.#annotationsId(interval.annotations);
    columns.locator[row] = this.#locatorId(interval.locator);
    columns.place[row] = interval.place;
  }

  finish(): IntervalTable {
    return packTable(this.#columns, this.#length, allRows(this.#length), {
      sources: this.#sources.values,
      locators: this.#locators.values,
      files: [this.#file],
      texts: this.#texts.finish(),
    });
  }

  #textId(text: string): number {
    let id = this.#textIds.get(text);
    if (id === undefined) {
      id = this.#texts.id(text);
      if (this.#textIds.size === MAX_RECENT_TEXTS) this.#textIds.clear();
      if (text.length <= MAX_RECENT_LENGTH) this.#textIds.set(text, id);
    }
    return id;
  }

  #annotationsId(annotations: NewInterval['annotations']): number {
    let id = this.#annotationIds.get(annotations);
    if (id === undefined) {
      id = this.#texts.id(annotationsText(annotations));
      this.#annotationIds.set(annotations, id);
    }
    return id;
  }

  #locatorId(locator: Locator): number {
    let id = this.#locatorIds.get(locator);
    if (id === undefined) {
      id = this.#locators.id(locatorText(locator), () => locator);
      this.#locatorIds.set(locator, id);
    }
    return id;
  }

  #sourceId(source: string): number {
    const known = this.#sources.values.length < MAX_SOURCES ? source : 'other';
    return this.#sources.id(known, () => known);
  }

  #grow(): void {
    const grown = makeColumns(this.#length * 2);
    for (const name of COLUMNS) grown[name].set(this.#columns[name]);
    this.#columns = grown;
  }
}

/** All empty tables share their columns, which hold nothing. */
const EMPTY = new IntervalTableBuilder('').finish();

/** The table of a file without intervals. Its columns must not be handed over to another thread. */
export function emptyTable(file: string): IntervalTable {
  return { ...EMPTY, files: [file] };
}

/** The numbers from 0 up. */
function allRows(length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

/**
 * Some rows as a table: open edges set to the edges of the first `length` rows, `rows` in order. `rows` ascends; it is
 * sorted in its place. O(n) if the columns are in order.
 */
export function packTable(
  columns: Columns,
  length: number,
  rows: Uint32Array,
  dictionaries: Pick<IntervalTable, 'sources' | 'locators' | 'files' | 'texts'>,
): IntervalTable {
  closeOpenEdges(columns, length);
  const isWhole = rows.length === length && isInOrder(columns, rows);
  const order = isWhole ? null : sortRows(columns, rows);
  const packed = makeColumns(rows.length);
  for (const name of COLUMNS) {
    if (order === null) packed[name].set(columns[name].subarray(0, length));
    else gather(columns[name], packed[name], order);
  }
  return { length: rows.length, ...packed, ...dictionaries };
}

function gather(from: Columns[keyof Columns], to: Columns[keyof Columns], order: Uint32Array): void {
  for (let i = 0; i < order.length; i++) to[i] = from[order[i]]!;
}

/** Rows of which one time was never seen reach to the first start, or to the last end, of the rows that have both. */
function closeOpenEdges(columns: Columns, length: number): void {
  const { start, end, flags } = columns;
  let first = Infinity;
  let last = -Infinity;
  for (let row = 0; row < length; row++) {
    if ((flags[row] & FLAG.openStart) === 0) first = Math.min(first, start[row]);
    if ((flags[row] & FLAG.predicted) !== 0) last = Math.max(last, start[row]);
    else last = Math.max(last, (flags[row] & FLAG.openEnd) === 0 ? end[row] : start[row]);
  }
  for (let row = 0; row < length; row++) {
    if ((flags[row] & FLAG.openStart) !== 0) start[row] = Math.min(first, end[row]);
    if ((flags[row] & FLAG.openEnd) !== 0) end[row] = Math.max(last, start[row]);
  }
}

function isInOrder({ start, end }: Columns, rows: Uint32Array): boolean {
  for (let i = 1; i < rows.length; i++) if (isAfter(start, end, rows[i - 1], rows[i])) return false;
  return true;
}

function isAfter(start: Float64Array, end: Float64Array, a: Row, b: Row): boolean {
  return start[a] > start[b] || (start[a] === start[b] && end[a] > end[b]);
}

/** A row that is at most this far from its place is put there; one that is further begins a new run. */
const REACH = 64;

/**
 * Sorts row numbers by start, then end; equal ones stay as they came. Files are sorted but for the ends, and several of
 * them are sorted runs: what is near its place is put there, and the runs that are left are merged.
 */
function sortRows({ start, end }: Columns, rows: Uint32Array): Uint32Array {
  let runs = sortNear(start, end, rows);
  let from = rows;
  let to: Uint32Array = new Uint32Array(runs.length > 1 ? rows.length : 0);
  while (runs.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const middle = runs[run + 1] ?? rows.length;
      const last = runs[run + 2] ?? rows.length;
      merged.push(runs[run]);
      let [left, right] = [runs[run], middle];
      for (let i = left; i < last; i++) {
        const isLeft = right === last || (left < middle && !isAfter(start, end, from[left], from[right]));
        to[i] = isLeft ? from[left++] : from[right++];
      }
    }
    runs = merged;
    [from, to] = [to, from];
  }
  return from;
}

/** Moves rows by at most about REACH; gives where each of the runs that are then in order begins. */
function sortNear(start: Float64Array, end: Float64Array, rows: Uint32Array): number[] {
  const runs = [0];
  let first = 0; // of the last run
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i];
    if (!isAfter(start, end, rows[i - 1], row)) continue;
    if (i - first > REACH && isAfter(start, end, rows[i - REACH], row)) {
      first = i;
      runs.push(i);
      continue;
    }
    let at = i;
    for (; at > first && isAfter(start, end, rows[at - 1], row); at--) rows[at] = rows[at - 1];
    rows[at] = row;
  }
  return runs;
}

/** JSON with its names in order, so that equal annotations are equal texts. */
function annotationsText(annotations: Readonly<Record<string, string>>): string {
  const names = Object.keys(annotations);
  if (names.length === 0) return '';
  if (names.every((name, i) => i === 0 || names[i - 1] < name)) return JSON.stringify(annotations);
  names.sort(compareText);
  const members = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(annotations[name])}`);
  return `{${members.join(',')}}`;
}
