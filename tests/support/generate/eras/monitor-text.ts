import { SECOND } from '../../../../src/base/time.ts';
import type { WrittenItem } from './era.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line of the monitor's text time line, with milliseconds and without a year. */
export function monitorLine(item: WrittenItem): string {
  const { from, to, level, locator } = item;
  const date = new Date(from ?? to ?? 0);
  const day = String(date.getUTCDate()).padStart(2, '0');
  const when = `${MONTHS[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 23)}`;
  const message = item.message.replaceAll('\n', '\\n');
  const isInstant = to === null || from === null || to === from;
  const length = isInstant ? '' : `- ${lengthText(to - from).padEnd(5)} `;
  return `${when} ${length}${level[0]} ${locator} ${message}`;
}

function lengthText(length: number): string {
  return length < SECOND ? `${length}ms` : `${Math.floor(length / SECOND)}s`;
}
