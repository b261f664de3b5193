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

/** Collects the intervals of one file; `finish` sorts and packs them. Memory: about 60 bytes a row, and the texts. */
export class IntervalTableBuilder {
  readonly #file: string;
  #columns = makeColumns(1 << 10);
  #length = 0;
  #sources = new Interner<string>();
  #locators = new Interner<Locator>();
  #texts = new TextPoolBuilder();

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
    columns.reason[row] = this.#texts.id(interval.reason);
    columns.message[row] = this.#texts.id(interval.message);
    columns.annotations[row] = this.#texts.id(annotationsText(interval.annotations));
    columns.locator[row] = this.#locators.id(locatorText(interval.locator), () => interval.locator);
    columns.place[row] = interval.place;
  }

  finish(): IntervalTable {
    return packTable(this.#columns, this.#length, {
      sources: this.#sources.values,
      locators: this.#locators.values,
      files: [this.#file],
      texts: this.#texts.finish(),
    });
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

/** The first `length` rows as a table: open edges set to the data's edges, rows in order. O(n) if they are in order. */
export function packTable(
  columns: Columns,
  length: number,
  dictionaries: Pick<IntervalTable, 'sources' | 'locators' | 'files' | 'texts'>,
): IntervalTable {
  closeOpenEdges(columns, length);
  const order = rowOrder(columns, length);
  const packed = makeColumns(length);
  for (const name of COLUMNS) {
    const [from, to] = [columns[name], packed[name]];
    if (order === null) to.set(from.subarray(0, length));
    else for (let row = 0; row < length; row++) to[row] = from[order[row]]!;
  }
  return { length, ...packed, ...dictionaries };
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

/** Row numbers by start, then end, then as they came; null where the rows are in order already. */
function rowOrder({ start, end }: Columns, length: number): Uint32Array | null {
  let isSorted = true;
  for (let row = 1; row < length && isSorted; row++) {
    isSorted = start[row - 1] < start[row] || (start[row - 1] === start[row] && end[row - 1] <= end[row]);
  }
  if (isSorted) return null;
  const order = new Uint32Array(length);
  for (let row = 0; row < length; row++) order[row] = row;
  return order.sort((a: Row, b: Row) => start[a] - start[b] || end[a] - end[b] || a - b);
}

function annotationsText(annotations: Readonly<Record<string, string>>): string {
  const names = Object.keys(annotations);
  if (names.length === 0) return '';
  if (names.length > 1) names.sort(compareText);
  let text = '{';
  for (const name of names) {
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:${JSON.stringify(annotations[name])}`;
  }
  return `${text}}`;
}
