/** A report as a short summary for the terminal. */
import { formatCount, plural, printable } from '../base/text.ts';
import { describeInput } from '../model/describe-input.ts';
import { describeVerdict, findingsOf, type Finding } from '../model/findings.ts';
import type { Report } from '../model/report.ts';

const MARKS: Readonly<Record<Finding['kind'], string>> = {
  'missing-signal': '✗',
  'silent-outage': '✗',
  'unexplained-outage': '!',
  undeterminable: '?',
  'signalled-outage': '·',
  warning: '·',
};

export function printSummary(report: Report): string {
  const lines = [describeVerdict(report), ''];
  for (const finding of findingsOf(report)) {
    const time = finding.from.slice(0, 19).replace('T', ' ');
    lines.push(`${MARKS[finding.kind]} ${time}  ${finding.title}`, `    ${finding.detail}`);
  }
  if (lines.length > 2) lines.push('');
  const read = report.inputs.filter((input) => input.format !== null).length;
  const inputs = plural(report.inputs.length, 'input');
  lines.push(`Read ${formatCount(read)} of ${inputs}, ${plural(report.intervals, 'interval')}:`);
  for (const input of report.inputs) lines.push(`  ${input.path}: ${describeInput(input)}`);
  return `${lines.map(printable).join('\n')}\n`;
}
