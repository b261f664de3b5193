import { truncate } from '../base/text.ts';
import type { EpochMs } from '../base/time.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import { textOf } from '../model/text-pool.ts';
import { extraOfItem, laneOfItem, type Item, type Lanes } from '../timeline/lanes.ts';
import { PAINT } from '../timeline/paint.ts';
import { stateOfGroup } from '../timeline/stack.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { ViewState } from '../view/view-state.ts';

/** A table of more rows serves nobody. */
export const MAX_TABLE_ROWS = 200;

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
export function rowsInSight(
  lanes: Lanes,
  table: IntervalTable,
  groups: ViewState['groups'],
  { from, to }: TimeWindow,
): { readonly rows: readonly TableRow[]; readonly total: number } {
  const found: Item[] = [];
  lanes.groups.forEach((group, index) => {
    if (stateOfGroup(lanes, index, groups) !== 'open') return;
    for (let item = lanes.first[group.firstLane]; item < lanes.first[group.endLane]; item++) {
      const isInSight = lanes.start[item] <= to && lanes.end[item] >= from;
      if (isInSight && lanes.paint[item] !== PAINT.healthy) found.push(item);
    }
  });
  found.sort((a, b) => lanes.start[a] - lanes.start[b] || a - b);
  return {
    rows: found.slice(0, MAX_TABLE_ROWS).map((item) => tableRow(lanes, table, item)),
    total: found.length,
  };
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
    what: extra?.title ?? textOf(table.texts, table.reason[row]),
    message: extra === null ? truncate(textOf(table.texts, table.message[row]), 200) : '',
  };
}
