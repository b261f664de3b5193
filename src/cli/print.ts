/** A report as a short summary for the terminal. */
import { formatCount, plural, printable } from '../base/text.ts';
import { describeShifts } from '../model/clock-shift.ts';
import { countInputs, describeUnread, expectedFormats } from '../model/count-inputs.ts';
import { describeUntimedTests } from '../model/describe-run.ts';
import { listInputs } from '../model/list-inputs.ts';
import { describeNodeFiles, nodesWithFiles } from '../model/describe-node-files.ts';
import { describeVerdict, findingsOf, type Finding } from '../model/findings.ts';
import { describeAudit, LONGEST_REACTIONS, longestReactions } from '../model/describe-requests.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Report } from '../model/report.ts';

const MARKS: Readonly<Record<Finding['kind'], string>> = {
  'missing-signal': '✗',
  'silent-outage': '✗',
  'unexplained-outage': '!',
  undeterminable: '?',
  'signalled-outage': '·',
  warning: '·',
};

/** `given`: the paths that the user named. */
export function printSummary(report: Report, given: readonly string[] = []): string {
  const lines = [describeVerdict(report), ''];
  for (const finding of findingsOf(report)) {
    const time = finding.from.slice(0, 19).replace('T', ' ');
    lines.push(`${MARKS[finding.kind]} ${time}  ${finding.title}`, `    ${finding.detail}`);
  }
  if (lines.length > 2) lines.push('');
  lines.push(...untimedLines(report), ...reactionLines(report));
  const audit = describeAudit(report);
  if (audit !== null && report.intervals > 0) lines.push(audit, '');
  lines.push(...nodeFileLines(report));
  const shifts = describeShifts(report.settings.shifts);
  if (shifts !== '') lines.push(`Clocks put right: ${shifts}`, '');
  lines.push(countLine(report, given));
  for (const { path, text } of listInputs(report.inputs, given)) lines.push(`  ${path}: ${text}`);
  const expected = expectedFormats(report.inputs);
  if (expected.length > 0) lines.push('', `Lapse reads: ${expected.join(', ')}.`);
  return `${lines.map(printable).join('\n')}\n`;
}

function countLine({ inputs, intervals }: Report, given: readonly string[]): string {
  const counts = countInputs(inputs, given);
  const { unused, failed } = counts;
  const usable = inputs.length - unused;
  const parts = [`Read ${formatCount(usable - failed)} of ${plural(usable, 'input')}`];
  // The others were not read.
  if (counts.partial > 0) parts.push(describeUnread({ ...counts, failed: 0 }));
  if (unused > 0) parts.push(`${formatCount(unused)} ignored`);
  return `${[...parts, plural(intervals, 'interval')].join(', ')}:`;
}

function nodeFileLines(report: Report): string[] {
  const nodes = nodesWithFiles(report);
  if (nodes.length === 0) return [];
  const lines = nodes.map((one) => `    ${shortNodeName(one.node)}: ${describeNodeFiles(one)}`);
  return ['Files of the control-plane nodes:', ...lines, ''];
}

/** So many names are told; `--json` has more. */
const MAX_TESTS = 5;

function untimedLines({ run: { untimedTests } }: Report): string[] {
  if (untimedTests === null) return [];
  const { count, names } = untimedTests;
  const told = names.slice(0, MAX_TESTS).map((name) => `    ${name}`);
  if (count > told.length) told.push(`    and ${formatCount(count - told.length)} more`);
  return [`${describeUntimedTests(untimedTests)}:`, ...told, ''];
}

function reactionLines(report: Report): string[] {
  const lines = longestReactions(report).map((line) => `    ${line}`);
  return lines.length === 0 ? [] : [LONGEST_REACTIONS, ...lines, ''];
}
