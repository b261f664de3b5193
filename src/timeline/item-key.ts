import type { IntervalTable } from '../model/interval-table.ts';
import { findRow, keyOfRow } from '../view/row-key.ts';
import { extraOfItem, type Item, type Lanes } from './lanes.ts';
import type { Extra } from './lifecycle.ts';

const MARK_PREFIX = 'mark-';

/** What a link says of a selected item: the row's key, or the mark's kind and time. */
export function keyOfItem(lanes: Lanes, table: IntervalTable, item: Item): string {
  const extra = extraOfItem(lanes, item);
  return extra === null ? keyOfRow(table, lanes.row[item]) : keyOfExtra(extra);
}

/** The item with this key; null where it is filtered away or not of this run. */
export function findItem(lanes: Lanes, table: IntervalTable, key: string): Item | null {
  if (!key.startsWith(MARK_PREFIX)) {
    const row = findRow(table, key);
    const item = row === null ? -1 : lanes.itemOfRow[row];
    return item < 0 ? null : item;
  }
  const index = lanes.extras.findIndex((extra) => keyOfExtra(extra) === key);
  if (index < 0) return null;
  const item = lanes.row.indexOf(-1 - index);
  return item < 0 ? null : item;
}

function keyOfExtra(extra: Extra): string {
  const subject = extra.lane ?? (extra.shutdown === null ? `e${extra.episode ?? ''}` : `s${extra.shutdown}`);
  return `${MARK_PREFIX}${extra.kind}-${extra.from}-${subject}`;
}
