import { formatCount, plural } from '../base/text.ts';
import type { InputReport } from './report.ts';

/** One line on an input, without its path: what it is, how much of it was used, what is odd, why it failed. */
export function describeInput({ format, records, skipped, notices, failure }: InputReport): string {
  const parts = format === null ? ['not read'] : [format, plural(records, 'record')];
  if (skipped > 0) parts.push(`${formatCount(skipped)} skipped`);
  for (const { code, count, first } of notices) {
    const [[unit, at] = ['item', 0]] = Object.entries(first);
    parts.push(`${formatCount(count)} ${code} (first at ${unit} ${formatCount(at)})`);
  }
  return `${parts.join(', ')}${failure === null ? '' : ` — ${failure.message}`}`;
}
