import { formatCount, truncate } from '../../base/text.ts';
import type { EpochMs } from '../../base/time.ts';
import type { IntervalTable } from '../../model/interval-table.ts';
import { textOf } from '../../model/text-pool.ts';
import { extraOfItem, laneOfItem, type Item, type Lanes } from '../../timeline/lanes.ts';
import { PAINT } from '../../timeline/paint.ts';
import { stateOfGroup } from '../../timeline/stack.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { ViewState } from '../../view/view-state.ts';
import { barText } from '../details/item-words.ts';

/** So many rows stand in the table at once. */
export const PAGE_ROWS = 200;

export interface TableRow {
  readonly item: Item;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly group: string;
  readonly lane: string;
  readonly what: string;
  readonly message: string;
}

/** What the chart shows between two times, in order of time; groups that are closed or hidden are left out. */
export function itemsInSight(lanes: Lanes, groups: ViewState['groups'], { from, to }: TimeWindow): Item[] {
  const found: Item[] = [];
  lanes.groups.forEach((group, index) => {
    if (stateOfGroup(lanes, index, groups) !== 'open') return;
    for (let item = lanes.first[group.firstLane]; item < lanes.first[group.endLane]; item++) {
      const isInSight = lanes.start[item] <= to && lanes.end[item] >= from;
      if (isInSight && lanes.paint[item] !== PAINT.healthy) found.push(item);
    }
  });
  return found.sort((a, b) => lanes.start[a] - lanes.start[b] || a - b);
}

/** Which page is shown: the one that was asked for, else that of the selection; within what there is. */
export function pageOf(items: readonly Item[], asked: number | null, selected: Item | null): number {
  const last = Math.max(0, Math.ceil(items.length / PAGE_ROWS) - 1);
  const own = selected === null ? 0 : Math.floor(Math.max(0, items.indexOf(selected)) / PAGE_ROWS);
  return Math.min(Math.max(asked ?? own, 0), last);
}

/** `rows 201–400 of 12,345`. */
export function pageText(total: number, page: number): string {
  if (total === 0) return 'no rows';
  const first = page * PAGE_ROWS;
  const last = Math.min(first + PAGE_ROWS, total);
  return `rows ${formatCount(first + 1)}–${formatCount(last)} of ${formatCount(total)}`;
}

/** The rows of one page. */
export function rowsOfPage(
  lanes: Lanes,
  table: IntervalTable,
  items: readonly Item[],
  page: number,
): TableRow[] {
  const first = page * PAGE_ROWS;
  return items.slice(first, first + PAGE_ROWS).map((item) => tableRow(lanes, table, item));
}

function tableRow(lanes: Lanes, table: IntervalTable, item: Item): TableRow {
  const lane = laneOfItem(lanes, item);
  const extra = extraOfItem(lanes, item);
  const row = lanes.row[item];
  return {
    item,
    from: lanes.start[item],
    to: lanes.end[item],
    group: lanes.groups[lanes.group[lane]].label,
    lane: lanes.labels[lane],
    what: extra?.title ?? (barText(lanes, table, item) || table.sources[table.source[row]]),
    message: extra === null ? truncate(textOf(table.texts, table.message[row]), 200) : '',
  };
}
