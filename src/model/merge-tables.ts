import { COLUMNS, FLAG, type IntervalTable, type Locator, type Row } from './interval-table.ts';
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
  const { kept, duplicates } = dropDuplicates(columns, total, tables.length);
  const table = packTable(columns, kept, {
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

const CONTENT = [
  'start',
  'end',
  'level',
  'flags',
  'source',
  'reason',
  'message',
  'annotations',
  'locator',
] as const;

/** Moves the rows to keep to the front, in their order. */
function dropDuplicates(columns: Columns, length: number, files: number) {
  const duplicates = Array.from({ length: files }, () => ({ count: 0, firstPlace: Infinity }));
  let size = 1024;
  while (size < length * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  let kept = 0;
  for (let row = 0; row < length; row++) {
    let slot = hashRow(columns, row) & (size - 1);
    while (slots[slot] !== -1 && !isSameRow(columns, slots[slot], row)) slot = (slot + 1) & (size - 1);
    if (slots[slot] !== -1) {
      const own = duplicates[columns.file[row]];
      own.count++;
      own.firstPlace = Math.min(own.firstPlace, columns.place[row]);
      continue;
    }
    if (kept !== row) for (const name of COLUMNS) columns[name][kept] = columns[name][row]!;
    slots[slot] = kept++;
  }
  return { kept, duplicates };
}

function hashRow(columns: Columns, row: Row): number {
  let hash = columns.start[row] % 0x7fffffff;
  hash = Math.imul(hash ^ (columns.end[row] % 0x7fffffff), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ columns.locator[row], 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ columns.message[row], 0xc2b2ae35);
  hash = Math.imul(hash ^ columns.reason[row] ^ (columns.annotations[row] << 7), 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function isSameRow(columns: Columns, a: Row, b: Row): boolean {
  return CONTENT.every((name) => columns[name][a] === columns[name][b]);
}
