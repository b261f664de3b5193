/** Tables that sort and can be copied: what a column holds, and the text forms of a whole table. */

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Numbers stand right, and begin with the greatest when they are sorted by. */
  readonly isNumber: boolean;
  /** What it is sorted and exported by. */
  value(row: Row): number | string;
  /** What is shown. */
  text(row: Row): string;
}

export interface Sorting {
  readonly column: string;
  readonly isDown: boolean;
}

export const TABLE_FORMS = ['CSV', 'Markdown', 'JSON'] as const;
export type TableForm = (typeof TABLE_FORMS)[number];

export function textColumn<Row>(id: string, label: string, text: (row: Row) => string): Column<Row> {
  return { id, label, isNumber: false, value: text, text };
}

export function numberColumn<Row>(
  id: string,
  label: string,
  value: (row: Row) => number,
  format: (value: number) => string,
): Column<Row> {
  return { id, label, isNumber: true, value, text: (row) => format(value(row)) };
}

/** Rows that are equal keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sorting?.column);
  if (column === undefined || sorting === null) return rows;
  const sign = sorting.isDown ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(column.value(a), column.value(b)));
}

/** What a click on a column's head asks for: first its own way round, then the other. */
export function nextSorting<Row>(sorting: Sorting | null, { id, isNumber }: Column<Row>): Sorting {
  return { column: id, isDown: sorting?.column === id ? !sorting.isDown : isNumber };
}

export function encodeTable<Row>(
  form: TableForm,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  switch (form) {
    case 'CSV':
      return [
        columns.map(({ label }) => csvCell(label)),
        ...rows.map((row) => columns.map((each) => csvCell(each.value(row)))),
      ]
        .map((cells) => cells.join(','))
        .join('\r\n');
    case 'Markdown':
      return [
        columns.map(({ label }) => markdownCell(label)),
        columns.map(({ isNumber }) => (isNumber ? '---:' : '---')),
        ...rows.map((row) => columns.map((each) => markdownCell(each.text(row)))),
      ]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');
    case 'JSON':
      return JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((each) => [each.id, each.value(row)]))),
        null,
        2,
      );
  }
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A cell that begins like a formula gets an apostrophe: spreadsheets would run it. */
function csvCell(value: number | string): string {
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function markdownCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}
