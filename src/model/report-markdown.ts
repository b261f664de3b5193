/** A report as Markdown for a bug: verdict, run, what went away, outages, inputs. The page and the command share it. */
import { formatDuration } from '../base/duration.ts';
import { formatCount, listWords, plural, printable } from '../base/text.ts';
import { describeShifts } from './clock-shift.ts';
import { listInputs } from './list-inputs.ts';
import { NODE_FILE_WORDS, nodeFileCells, nodesWithFiles } from './describe-node-files.ts';
import {
  describeAudit,
  describePath,
  describeReactionSource,
  describeReactionTime,
  reactionRows,
} from './describe-requests.ts';
import { backendLabel, describeVerdict, outagesOf, type OutageKind, type OutageSummary } from './findings.ts';
import { shortNodeName } from './node-name.ts';
import { NODE_FILE_KINDS, type Disruption, type Episode, type Report } from './report.ts';

/** Backends that are named one by one; more are counted. */
const MAX_BACKENDS = 12;

/** `given`: the paths that the user named, where they are known. */
export function reportMarkdown(report: Report, given: readonly string[] = []): string {
  const blocks = [
    `**${escaped(describeVerdict(report))}**`,
    runLines(report).join('\n'),
    table(
      ['went away', 'node', 'from', 'to', 'signal', 'why'],
      report.episodes.map((one) => [
        describeKind(one),
        one.node ?? '–',
        shortTime(one.from),
        one.to === null ? '–' : shortTime(one.to),
        one.signal,
        one.why,
      ]),
    ),
    table(
      ['outage', 'from', 'length', 'signal', 'pattern', 'backends', 'errors'],
      outagesOf(report).map((outage, i) => outageCells(report, outage, i)),
    ),
    table(
      ['shutdown', 'load balancer', 'went on sending for', 'requests', 'late', 'source'],
      reactionRows(report).map(({ stop, reaction }) => [
        stop,
        describePath(reaction),
        describeReactionTime(reaction),
        countOrDash(reaction.requests),
        countOrDash(reaction.lateRequests),
        describeReactionSource(reaction),
      ]),
    ),
    escaped(describeAudit(report) ?? ''),
    table(
      ['files of', ...NODE_FILE_KINDS.map((kind) => NODE_FILE_WORDS[kind])],
      nodesWithFiles(report).map((one) => [shortNodeName(one.node), ...nodeFileCells(one)]),
    ),
    report.warnings.map((one) => `- ${one.code}: ${escaped(one.message)}`).join('\n'),
    listInputs(report.inputs, given)
      .map(({ path, text }) => `- ${escaped(path)}: ${escaped(text)}`)
      .join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function runLines({ run, range, settings }: Report): string[] {
  const release = run.fromRelease === null ? run.release : `${run.fromRelease} → ${run.release ?? ''}`;
  const facts: [string, string | null][] = [
    ['Job', run.job],
    ['Build', run.buildId],
    ['Release', release],
    ['Platform', run.platform],
    ['Topology', run.topology],
    ['Control plane', run.controlPlane.length === 0 ? null : run.controlPlane.join(', ')],
    ['Clocks put right', settings.shifts.length === 0 ? null : describeShifts(settings.shifts)],
    ['Range (UTC)', range === null ? null : `${shortTime(range.from)} – ${shortTime(range.to)}`],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${escaped(value)}`]));
}

function describeKind({ kind, server, revision }: Episode): string {
  const where = server === 'kube-apiserver' ? kind : `${kind} of ${server}`;
  if (revision === null || revision.to === null) return where;
  return `${where}, revision ${revision.from ?? '?'} → ${revision.to}`;
}

const SIGNAL_WORDS: Readonly<Record<OutageKind, string>> = {
  silent: 'unsignalled: an apiserver went away in silence',
  unexplained: 'unsignalled: no apiserver went away',
  undeterminable: 'undeterminable',
  signalled: 'signalled',
};

function outageCells(report: Report, outage: OutageSummary, index: number): string[] {
  const all = outage.disruptions.map((i) => report.disruptions[i]);
  const length =
    outage.to === null ? 'open' : formatDuration(Date.parse(outage.to) - Date.parse(outage.from));
  return [
    String(index + 1),
    shortTime(outage.from),
    length,
    SIGNAL_WORDS[outage.kind],
    listWords([...new Set(all.map((one) => one.pattern))]),
    describeBackends(all),
    [...new Set(all.flatMap((one) => one.errors))].join(', '),
  ];
}

function describeBackends(all: readonly Disruption[]): string {
  const labels = [...new Set(all.map(backendLabel))];
  const named = labels.slice(0, MAX_BACKENDS).join('; ');
  const more = labels.length - MAX_BACKENDS;
  return more > 0 ? `${plural(labels.length, 'backend')}: ${named}; and ${more} more` : named;
}

function countOrDash(count: number | null): string {
  return count === null ? '–' : formatCount(count);
}

/** `2023-03-13 10:57:25`; milliseconds only where there are some. */
function shortTime(text: string): string {
  return text.replace('T', ' ').replace('.000Z', '').replace('Z', '');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text from files inside Markdown: no table breaks, no markup, no HTML. */
function escaped(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|]/g, (mark) => `\\${mark}`);
}
