import { lowerBound } from '../base/search.ts';
import type { EpochMs } from '../base/time.ts';
import type { IntervalTable, Locator, Row } from '../model/interval-table.ts';
import { locatorText } from '../model/locator-text.ts';
import { textOf } from '../model/text-pool.ts';

/** A short name of an interval that survives a reload: its start, and a hash of its locator and reason. */
export function rowKey(start: EpochMs, locator: Locator, reason: string): string {
  return `${start}-${hashText(`${locatorText(locator)}\n${reason}`)}`;
}

export function keyOfRow(table: IntervalTable, row: Row): string {
  const locator = table.locators[table.locator[row]];
  return rowKey(table.start[row], locator, textOf(table.texts, table.reason[row]));
}

/** The first row with this key; null when there is none. O(log rows + rows of the same start). */
export function findRow(table: IntervalTable, key: string): Row | null {
  const start = Number(key.slice(0, key.lastIndexOf('-')));
  if (!Number.isFinite(start)) return null;
  for (let row = lowerBound(table.start, start); row < table.length && table.start[row] === start; row++) {
    if (keyOfRow(table, row) === key) return row;
  }
  return null;
}

/** 53 bits of a text, in base 36 (cyrb53, public domain): short enough for a link, wide enough for rows of one start. */
function hashText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
