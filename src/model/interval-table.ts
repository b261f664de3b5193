import type { EpochMs } from '../base/time.ts';
import { textOf, type TextPool } from './text-pool.ts';

/** Row number in an IntervalTable. */
export type Row = number;

/** The levels that origin writes, from mild to severe; a row's level is an index into this list. */
export const LEVELS = ['Info', 'Warning', 'Error'] as const;
export type Level = (typeof LEVELS)[number];

/** Bits of the flags column. */
export const FLAG = {
  /** The start was never seen; the row starts at the data's edge. */
  openStart: 1,
  /** The end was never seen; the row ends at the data's edge. */
  openEnd: 2,
  /** The producer's hint that a chart may show it. */
  display: 4,
  /** The end is computed by the producer, not seen. */
  predicted: 8,
  /** The source's end lay before its start; the row is drawn as an instant at its start. */
  backward: 16,
} as const;

/** What an interval is about: its type (may be empty) and its keys, in the order of their names. */
export interface Locator {
  readonly type: string;
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * All intervals of a run, one column a field; row i of every column is one interval. Rows ascend by start, then end.
 * Nothing changes after it is built. Columns are never null: absence is a flag or the empty text.
 */
export interface IntervalTable {
  readonly length: number;
  readonly start: Float64Array<ArrayBuffer>; // EpochMs
  readonly end: Float64Array<ArrayBuffer>; // EpochMs; equals start for an instant
  readonly level: Uint8Array<ArrayBuffer>; // index into LEVELS
  readonly flags: Uint8Array<ArrayBuffer>; // bits of FLAG
  readonly precision: Uint8Array<ArrayBuffer>; // Precision of the times
  readonly source: Uint16Array<ArrayBuffer>; // index into sources
  readonly reason: Uint32Array<ArrayBuffer>; // TextId
  readonly message: Uint32Array<ArrayBuffer>; // TextId
  readonly annotations: Uint32Array<ArrayBuffer>; // TextId of their JSON text, '' for none
  readonly locator: Uint32Array<ArrayBuffer>; // index into locators
  readonly file: Uint32Array<ArrayBuffer>; // index into files
  readonly place: Float64Array<ArrayBuffer>; // item number or line in its file, from 1
  readonly sources: readonly string[];
  readonly locators: readonly Locator[];
  readonly files: readonly string[];
  readonly texts: TextPool;
}

/** One interval on its way into a table. */
export interface NewInterval {
  readonly from: EpochMs | null; // null: never seen
  readonly to: EpochMs | null; // null: never seen
  readonly precision: number; // Precision
  readonly level: Level;
  readonly source: string;
  readonly locator: Locator;
  readonly reason: string;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly display: boolean;
  readonly isPredicted: boolean;
  readonly place: number;
}

/** The names of the columns that hold one number a row. */
export const COLUMNS = [
  'start',
  'end',
  'level',
  'flags',
  'precision',
  'source',
  'reason',
  'message',
  'annotations',
  'locator',
  'file',
  'place',
] as const;

/** The annotations of a row, parsed on demand. */
export function annotationsOf(table: IntervalTable, row: Row): Readonly<Record<string, string>> {
  const text = textOf(table.texts, table.annotations[row]);
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
}

export function isOpenEnd(table: IntervalTable, row: Row): boolean {
  return (table.flags[row] & FLAG.openEnd) !== 0;
}

/** The buffers to hand over when a table moves to another thread. */
export function buffersOf(table: IntervalTable): ArrayBuffer[] {
  return [...COLUMNS.map((name) => table[name].buffer), table.texts.bytes.buffer, table.texts.offsets.buffer];
}

/** First start and last end in the table, in EpochMs; null for an empty one. Open ends do not count. O(rows). */
export function rangeOf(table: IntervalTable): { from: EpochMs; to: EpochMs } | null {
  if (table.length === 0) return null;
  let to = -Infinity;
  for (let row = 0; row < table.length; row++) to = Math.max(to, table.end[row]);
  return { from: table.start[0], to };
}

/** Throws where the table breaks its own rules: lengths, order, start ≤ end, ids in range. For tests. */
export function checkTable(table: IntervalTable): void {
  const broken = (what: string, row: Row) => new Error(`interval table: ${what} at row ${row}`);
  for (const name of COLUMNS) {
    if (table[name].length !== table.length) throw new Error(`interval table: length of ${name}`);
  }
  const texts = table.texts.offsets.length - 1;
  for (let row = 0; row < table.length; row++) {
    if (!(table.start[row] <= table.end[row])) throw broken('start after end', row);
    if (row > 0) {
      const before = table.start[row - 1] - table.start[row];
      if (before > 0 || (before === 0 && table.end[row - 1] > table.end[row])) throw broken('order', row);
    }
    if (table.level[row] >= LEVELS.length) throw broken('level', row);
    if (table.source[row] >= table.sources.length) throw broken('source', row);
    if (table.locator[row] >= table.locators.length) throw broken('locator', row);
    if (table.file[row] >= table.files.length) throw broken('file', row);
    for (const name of ['reason', 'message', 'annotations'] as const) {
      if (table[name][row] >= texts) throw broken(name, row);
    }
  }
}
