import { FLAG, type IntervalTable, type Locator, type Row } from './interval-table.ts';
import { Interner, locatorText, makeColumns, packTable, type Columns } from './interval-table-builder.ts';
import { TextPoolBuilder } from './text-pool.ts';

export interface Merged {
  readonly table: IntervalTable;
  /** Per table: how many of its rows were exact duplicates of a row kept, and the place of the first of them. */
  readonly duplicates: readonly { readonly count: number; readonly firstPlace: number }[];
}

/**
 * One table of all rows. Of rows that are equal in all that their source says, the one of the first table, then of the
 * lowest place, is kept. `file` of a row is the number of its table. O(n log n) in the worst case, O(n) in order.
 */
export function mergeTables(tables: readonly IntervalTable[]): Merged {
  const texts = new TextPoolBuilder();
  const sources = new Interner<string>();
  const locators = new Interner<Locator>();
  const total = tables.reduce((sum, table) => sum + table.length, 0);
  const columns = makeColumns(total);
  let at = 0;
  tables.forEach((table, file) => {
    const textIds = texts.idsOf(table.texts);
    const sourceIds = table.sources.map((name) => sources.id(name, () => name));
    const locatorIds = table.locators.map((locator) => locators.id(locatorText(locator), () => locator));
    for (const name of ['start', 'end', 'level', 'flags', 'precision', 'place'] as const) {
      columns[name].set(table[name], at);
    }
    for (let row = 0; row < table.length; row++, at++) {
      columns.file[at] = file;
      columns.source[at] = sourceIds[table.source[row]]!;
      columns.locator[at] = locatorIds[table.locator[row]]!;
      columns.reason[at] = textIds[table.reason[row]]!;
      columns.message[at] = textIds[table.message[row]]!;
      columns.annotations[at] = textIds[table.annotations[row]]!;
    }
  });
  openEdges(columns, total);
  const { rows, duplicates } = findDistinct(columns, total, tables.length);
  const table = packTable(columns, total, rows, {
    sources: sources.values,
    locators: locators.values,
    files: tables.map((one) => one.files[0] ?? ''),
    texts: texts.finish(),
  });
  return { table, duplicates };
}

/** Undoes what one file's own edges made of open rows, so that the same open row of two files is the same. */
function openEdges(columns: Columns, length: number): void {
  for (let row = 0; row < length; row++) {
    if ((columns.flags[row] & FLAG.openEnd) !== 0) columns.end[row] = columns.start[row]!;
    if ((columns.flags[row] & FLAG.openStart) !== 0) columns.start[row] = columns.end[row]!;
  }
}

/** The rows to keep, ascending. */
function findDistinct(columns: Columns, length: number, files: number) {
  const duplicates = Array.from({ length: files }, () => ({ count: 0, firstPlace: Infinity }));
  let size = 1024;
  while (size < length * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const rows = new Uint32Array(length);
  let kept = 0;
  for (let row = 0; row < length; row++) {
    let slot = hashRow(columns, row) & (size - 1);
    while (slots[slot] !== -1 && !isSameRow(columns, slots[slot], row)) slot = (slot + 1) & (size - 1);
    if (slots[slot] === -1) {
      slots[slot] = row;
      rows[kept++] = row;
    } else {
      const own = duplicates[columns.file[row]];
      own.count++;
      own.firstPlace = Math.min(own.firstPlace, columns.place[row]);
    }
  }
  return { rows: rows.subarray(0, kept), duplicates };
}

function hashRow(columns: Columns, row: Row): number {
  // Start and end one after the other: they are the same in most rows, and would undo each other.
  let hash = mix(0, columns.start[row]);
  hash = mix(hash, columns.end[row]);
  hash = mix(hash, columns.locator[row]);
  hash = mix(hash, columns.message[row]);
  hash = mix(hash, columns.annotations[row]);
  return mix(hash, columns.reason[row]) >>> 0;
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function isSameRow(columns: Columns, a: Row, b: Row): boolean {
  const { start, end, level, flags, source, reason, message, annotations, locator } = columns;
  return (
    start[a] === start[b] &&
    end[a] === end[b] &&
    locator[a] === locator[b] &&
    message[a] === message[b] &&
    annotations[a] === annotations[b] &&
    reason[a] === reason[b] &&
    source[a] === source[b] &&
    level[a] === level[b] &&
    flags[a] === flags[b]
  );
}
