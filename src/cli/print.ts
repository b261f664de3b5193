/** A report as text for people: a short summary for the terminal, and Markdown for a bug. */
import { formatDuration } from '../base/duration.ts';
import { formatCount, plural } from '../base/text.ts';
import { backendLabel, describeVerdict, findingsOf, type Finding } from '../model/findings.ts';
import type { InputReport, Report } from '../model/report.ts';

const MARKS: Readonly<Record<Finding['kind'], string>> = {
  'missing-signal': '✗',
  'silent-outage': '✗',
  'unexplained-outage': '!',
  undeterminable: '?',
  'signalled-outage': '·',
  warning: '·',
};

/** Control characters of file contents must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

export function printSummary(report: Report): string {
  const lines = [describeVerdict(report), ''];
  for (const finding of findingsOf(report)) {
    lines.push(
      `${MARKS[finding.kind]} ${finding.from.slice(0, 19).replace('T', ' ')}  ${finding.title}`,
      `    ${finding.detail}`,
    );
  }
  if (lines.length > 2) lines.push('');
  lines.push(`Read ${plural(report.inputs.length, 'input')}, ${plural(report.intervals, 'interval')}:`);
  for (const input of report.inputs) lines.push(`  ${describeInput(input)}`);
  return `${lines.map(printable).join('\n')}\n`;
}

/** One line on an input: what it is, how much of it was used, what is odd, why it failed. */
function describeInput({ path, format, records, skipped, notices, failure }: InputReport): string {
  const parts = [format ?? 'not read', plural(records, 'record')];
  if (skipped > 0) parts.push(`${formatCount(skipped)} skipped`);
  for (const { code, count, first } of notices) {
    const [[unit, at] = ['item', 0]] = Object.entries(first);
    parts.push(`${formatCount(count)} ${code} (first at ${unit} ${formatCount(at)})`);
  }
  return `${path}: ${parts.join(', ')}${failure === null ? '' : ` — ${failure.message}`}`;
}

/** Markdown in the form used in bug reports: verdict, reboots, outages, inputs. */
export function printMarkdown(report: Report): string {
  const { run, episodes, disruptions } = report;
  const lines = [`**${cell(describeVerdict(report))}**`, ''];
  const about = [
    ['Job', run.job],
    ['Build', run.buildId],
    ['Release', run.fromRelease === null ? run.release : `${run.fromRelease} → ${run.release ?? ''}`],
    ['Platform', run.platform],
    ['Topology', run.topology],
    ['Control plane', run.controlPlane.join(', ') || null],
  ].filter(([, value]) => value !== null);
  lines.push(...about.map(([name, value]) => `- ${name!}: ${cell(value!)}`));
  if (report.range !== null) lines.push(`- Range: ${report.range.from} – ${report.range.to}`);
  if (episodes.length > 0) {
    lines.push('', '| went away | node | from | to | signal | why |', '|---|---|---|---|---|---|');
    for (const one of episodes) {
      const what = one.server === 'kube-apiserver' ? one.kind : `${one.kind} (${one.server})`;
      lines.push(
        `| ${what} | ${cell(one.node ?? '–')} | ${one.from} | ${one.to ?? '–'} | ${one.signal} | ${cell(one.why)} |`,
      );
    }
  }
  const counted = disruptions.filter((one) => one.group !== null);
  if (counted.length > 0) {
    lines.push(
      '',
      '| outage | backend | from | length | signal | pattern | errors |',
      '|---|---|---|---|---|---|---|',
    );
    for (const one of counted) {
      const length = one.seconds === null ? 'open' : formatDuration(one.seconds * 1000);
      lines.push(
        `| ${one.group! + 1} | ${cell(backendLabel(one))} | ${one.from} | ${length} | ${one.signal} | ${one.pattern} | ${one.errors.join(', ')} |`,
      );
    }
  }
  lines.push('', ...report.warnings.map((one) => `- ${one.code}: ${cell(one.message)}`));
  lines.push(
    ...report.inputs.map(
      (input) => `- \`${cell(input.path)}\`: ${cell(describeInput(input).slice(input.path.length + 2))}`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

/** Text from files inside Markdown: no table breaks, no markup, no HTML. */
function cell(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|]/g, (mark) => `\\${mark}`);
}
