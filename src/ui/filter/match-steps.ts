import { countBits, nextBit, type Bitset } from '../../base/bitset.ts';
import { lowerBound } from '../../base/search.ts';
import type { Row } from '../../model/interval-table.ts';
import type { Chart } from '../chart/chart.svelte.ts';

/** The place of a row among the matching ones, from 1; null where it is none of them. O(words). */
export function placeOf(rows: Bitset, row: Row): number | null {
  if (nextBit(rows, row, 1) !== row) return null;
  const before = rows.words.slice(0, (row >>> 5) + 1);
  const last = before.length - 1;
  // Of the row's own word, what stands up to it.
  before[last] &= 0xffffffff >>> (31 - (row & 31));
  return countBits({ length: row + 1, words: before });
}

/** The next (1) or previous (-1) matching row that is drawn, going round at the ends; null: none is. */
export function stepRow(rows: Bitset, from: Row, by: 1 | -1, isDrawn: (row: Row) => boolean): Row | null {
  const edge = by === 1 ? 0 : rows.length - 1;
  for (const start of [from, edge]) {
    for (let row = nextBit(rows, start, by); row >= 0; row = nextBit(rows, row + by, by)) {
      if (isDrawn(row)) return row;
    }
  }
  return null;
}

/** Selects the next or previous match, and brings it into sight. From what is selected, else from what is in sight. */
export function stepMatch(chart: Chart, by: 1 | -1): void {
  const { rows } = chart.search;
  if (rows === null) return;
  const { itemOfRow } = chart.lanes;
  const row = stepRow(rows, startOf(chart, by), by, (each) => itemOfRow[each] >= 0);
  if (row === null) return;
  chart.select(itemOfRow[row]);
  const { from, to } = chart.window;
  const at = chart.table.start[row];
  if (at < from || at > to) chart.glideTo({ from: at - (to - from) / 2, to: at + (to - from) / 2 });
}

/** The row that the search begins with. */
function startOf({ selected, lanes, table, window }: Chart, by: 1 | -1): Row {
  const row = selected === null ? -1 : lanes.row[selected];
  if (row >= 0) return row + by;
  const at = lowerBound(table.start, by === 1 ? window.from : window.to);
  return by === 1 ? at : at - 1;
}
