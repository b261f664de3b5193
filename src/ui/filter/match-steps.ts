import { countBits, nextBit, type Bitset } from '../../base/bitset.ts';
import { lowerBound } from '../../base/search.ts';
import type { Row } from '../../model/interval-table.ts';
import type { MissingMark } from '../../query/missing-marks.ts';
import { extraOfItem, itemOfMissing, type Item } from '../../timeline/lanes.ts';
import type { Chart } from '../chart/chart.svelte.ts';

/** Where a match stands among the rows: a row at its number, a mark, which has no row, between two. */
type Place = number;

/** Rows that match, and the places of the marks that do, ascending. */
export interface Matches {
  readonly rows: Bitset;
  readonly marks: readonly Place[];
}

/** The places of marks, by time: before the first row that starts then or later. `start`: by row, ascending. */
export function placesOfMarks(marks: readonly MissingMark[], start: Float64Array): Place[] {
  return marks.map(({ at }, index) => lowerBound(start, at) - 1 + (index + 1) / (marks.length + 1));
}

/** The number of a place among the matches, from 1; null where it is none of them. O(words). */
export function numberOf({ rows, marks }: Matches, place: Place): number | null {
  const isMatch = Number.isInteger(place) ? nextBit(rows, place, 1) === place : marks.includes(place);
  if (!isMatch) return null;
  return countTo(rows, Math.floor(place)) + marks.filter((mark) => mark <= place).length;
}

/** How many rows match up to one, itself included. */
function countTo(rows: Bitset, row: Row): number {
  if (row < 0) return 0;
  const words = rows.words.slice(0, (row >>> 5) + 1);
  // Of the row's own word, what stands up to it.
  words[words.length - 1] &= 0xffffffff >>> (31 - (row & 31));
  return countBits({ length: row + 1, words });
}

/** The nearest match beyond a place that is drawn, on (1) or back (-1), going round at the ends; null: none is. */
export function stepPlace(
  { rows, marks }: Matches,
  from: Place,
  by: 1 | -1,
  isDrawn: (place: Place) => boolean,
): Place | null {
  const drawn = marks.filter(isDrawn);
  for (const start of [from, by === 1 ? -Infinity : Infinity]) {
    const mark = by === 1 ? drawn.find((each) => each > start) : drawn.findLast((each) => each < start);
    const row = stepRow(rows, start, by, isDrawn);
    if (row !== null && mark !== undefined) return by === 1 ? Math.min(row, mark) : Math.max(row, mark);
    const found = row ?? mark;
    if (found !== undefined) return found;
  }
  return null;
}

function stepRow(rows: Bitset, from: Place, by: 1 | -1, isDrawn: (row: Row) => boolean): Row | null {
  const first = by === 1 ? Math.max(Math.floor(from) + 1, 0) : Math.min(Math.ceil(from), rows.length) - 1;
  for (let row = nextBit(rows, first, by); row >= 0; row = nextBit(rows, row + by, by)) {
    if (isDrawn(row)) return row;
  }
  return null;
}

/** What the filter finds, as places; null without a filter. */
export function matchesOf({ search, table }: Pick<Chart, 'search' | 'table'>): Matches | null {
  const { rows, marks } = search;
  return rows === null ? null : { rows, marks: placesOfMarks(marks, table.start) };
}

/** The place of what is selected; null where nothing is that could match. */
export function selectedPlace(
  { selected, lanes, search }: Pick<Chart, 'selected' | 'lanes' | 'search'>,
  { marks }: Matches,
): Place | null {
  if (selected === null) return null;
  const extra = extraOfItem(lanes, selected);
  if (extra === null) return lanes.row[selected];
  if (extra.kind !== 'missing') return null;
  return marks[search.marks.findIndex(({ episode }) => episode === extra.episode)] ?? null;
}

/** Selects the next or previous match, and brings it into sight. From what is selected, else from what is in sight. */
export function stepMatch(chart: Chart, by: 1 | -1): void {
  const matches = matchesOf(chart);
  if (matches === null) return;
  const itemAt = (place: Place): Item | null => {
    if (!Number.isInteger(place))
      return itemOfMissing(chart.lanes, chart.search.marks[matches.marks.indexOf(place)].episode);
    const item = chart.lanes.itemOfRow[place];
    return item < 0 ? null : item;
  };
  const from = selectedPlace(chart, matches) ?? edgeOfSight(chart, by);
  const place = stepPlace(matches, from, by, (each) => itemAt(each) !== null);
  const item = place === null ? null : itemAt(place);
  if (item === null) return;
  chart.select(item);
  const { from: left, to: right } = chart.window;
  const at = chart.lanes.start[item];
  if (at < left || at > right) chart.glideTo({ from: at - (right - left) / 2, to: at + (right - left) / 2 });
}

/** What is beyond it is in sight, or comes after. */
function edgeOfSight({ table, window }: Chart, by: 1 | -1): Place {
  return by === 1 ? lowerBound(table.start, window.from) - 1 : lowerBound(table.start, window.to);
}
