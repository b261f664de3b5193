import type { IntervalTable } from '../model/interval-table.ts';
import { textCount, textOf } from '../model/text-pool.ts';
import { locatorText } from './row-key.ts';

/** Says for each row whether it is kept (1); null: all are. */
export type RowMask = Uint8Array | null;

/**
 * Rows whose locator, source, reason or message holds the text, in any case. Each distinct text is looked at once:
 * O(bytes of texts + rows). The place of the query language, which takes over this seam.
 */
export function matchText(table: IntervalTable, query: string): RowMask {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  const inText = new Uint8Array(textCount(table.texts));
  for (let id = 0; id < inText.length; id++) inText[id] = holds(textOf(table.texts, id)) ? 1 : 0;
  const inLocator = Uint8Array.from(table.locators, (locator) => (holds(locatorText(locator)) ? 1 : 0));
  const inSource = Uint8Array.from(table.sources, (source) => (holds(source) ? 1 : 0));
  const mask = new Uint8Array(table.length);
  for (let row = 0; row < table.length; row++) {
    mask[row] =
      inLocator[table.locator[row]] |
      inSource[table.source[row]] |
      inText[table.reason[row]] |
      inText[table.message[row]];
  }
  return mask;
}
