import { describe, expect, it } from 'vitest';
import {
  encodeTable,
  nextSorting,
  numberColumn,
  sortRows,
  textColumn,
} from '../../../../src/ui/parts/data-table.ts';
import { formatShare } from '../../../../src/ui/details/range-columns.ts';

interface Line {
  readonly name: string;
  readonly count: number;
}
const columns = [
  textColumn<Line>('name', 'what', ({ name }) => name),
  numberColumn<Line>(
    'count',
    'n',
    ({ count }) => count,
    (value) => `${value} times`,
  ),
];
const rows: Line[] = [
  { name: 'b|x', count: 2 },
  { name: '=1+1', count: 10 },
  { name: 'a "quoted", name', count: 2 },
];

describe('a table', () => {
  it('sorts numbers from the greatest, text from the first, and turns round', () => {
    const byCount = nextSorting(null, columns[1]);
    expect(byCount).toEqual({ column: 'count', isDown: true });
    expect(sortRows(rows, columns, byCount).map(({ count }) => count)).toEqual([10, 2, 2]);
    expect(nextSorting(byCount, columns[1]).isDown).toBe(false);
    expect(sortRows(rows, columns, nextSorting(null, columns[0]))[0].name).toBe('=1+1');
    expect(sortRows(rows, columns, null)).toBe(rows);
  });

  it('is copied as CSV that no spreadsheet runs', () => {
    expect(encodeTable('CSV', columns, rows)).toBe(
      ['what,n', 'b|x,2', "'=1+1,10", '"a ""quoted"", name",2'].join('\r\n'),
    );
  });

  it('is copied as Markdown with its pipes kept, and as JSON with its values', () => {
    expect(encodeTable('Markdown', columns, rows).split('\n')[2]).toBe('| b\\|x | 2 times |');
    expect(JSON.parse(encodeTable('JSON', columns, rows))).toEqual(rows);
  });

  it('tells little from nothing', () => {
    expect([0, 0.001, 0.27, 1].map(formatShare)).toEqual(['0 %', '< 1 %', '27 %', '100 %']);
  });
});
