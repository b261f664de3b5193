import type { IntervalTable } from '../model/interval-table.ts';

const PARTS = [
  'length',
  'start',
  'end',
  'level',
  'flags',
  'source',
  'reason',
  'message',
  'annotations',
  'locator',
  'file',
  'sources',
  'locators',
  'files',
  'texts',
] as const;

/** What a query looks at: a table, or a copy of these parts of it in another thread. */
export type QueryTable = Pick<IntervalTable, (typeof PARTS)[number]>;

/** Only what a query looks at, the same buffers: what to post to another thread. */
export function queryTableOf(table: IntervalTable): QueryTable {
  return Object.fromEntries(PARTS.map((part) => [part, table[part]])) as unknown as QueryTable;
}
