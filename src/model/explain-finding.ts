/** Why a finding says what it says: its rule in words, what it rests on, and what would change it. */
import { formatDuration as span } from '../base/duration.ts';
import { SECOND } from '../base/time.ts';
import { changesOf } from './finding-changes.ts';
import type { Finding, FindingKind } from './findings.ts';
import { shortNodeName } from './node-name.ts';
import type { CoverageReport, InputReport, Report } from './report.ts';
import {
  LATE_SIGNAL,
  OUTAGE_AFTER_STOP,
  OUTAGE_BEFORE,
  OUTAGE_PROMPT,
  OUTAGE_TAIL,
  SIGNAL_AFTER_REBOOT,
  SIGNAL_BEFORE_REBOOT,
} from './rules.ts';

export interface FindingExplanation {
  readonly rule: string;
  /** What was found, each reason once. */
  readonly reasons: readonly string[];
  /** What the absence of a signal was judged from at that time. */
  readonly coverage: readonly CoverageReport[];
  /** Paths of the inputs that hold something of that time. */
  readonly inputs: readonly string[];
  readonly changes: readonly string[];
  /** Indices into the report. */
  readonly episodes: readonly number[];
  readonly shutdowns: readonly number[];
}

const RULES: Readonly<Record<FindingKind, string>> = {
  'missing-signal': `An apiserver that is stopped in order says ShutdownInitiated first. Its signal counts when the same node gave it between ${span(SIGNAL_BEFORE_REBOOT)} before the reboot and ${span(SIGNAL_AFTER_REBOOT)} after its end; an earlier one counts only while that shutdown was still under way. Without one the signal is missing, but only where a source that would have shown it covers the node and the time.`,
  'silent-outage': `An outage belongs to a reboot, rollout or crash when it begins at most ${span(OUTAGE_BEFORE)} before it and ${span(OUTAGE_PROMPT)} after it began, or else while it lasts and ${span(OUTAGE_TAIL)} after. It is unsignalled when the apiserver that went away gave no ShutdownInitiated. One that gave it more than ${span(LATE_SIGNAL)} after the outage began was still there, and explains nothing.`,
  'unexplained-outage': `An outage is unsignalled with no apiserver going away when no reboot, rollout or crash of an apiserver that serves the backend lies near, and no shutdown was under way: from ${span(OUTAGE_BEFORE)} before its ShutdownInitiated until ${span(OUTAGE_AFTER_STOP)} after its end. That is said only where events or shutdown windows cover the time.`,
  undeterminable:
    'Neither signalled nor unsignalled may be said: a signal may have been given, and nothing that was read would have shown it.',
  'signalled-outage': `An outage is signalled when the apiserver that went away gave ShutdownInitiated, and the outage began between ${span(OUTAGE_BEFORE)} before it and ${span(OUTAGE_AFTER_STOP)} after the end of that shutdown, or belongs to the same reboot, rollout or crash.`,
  warning: 'A remark on the data. It changes no verdict by itself, but it may weaken one.',
};

/** How far before a finding coverage matters: the longest hard kill is 194 s. */
const BEFORE = 200 * SECOND;

export function explainFinding(report: Report, finding: Finding): FindingExplanation {
  const disruptions = finding.disruptions.map((i) => report.disruptions[i]);
  const episodes = new Set(finding.episode === null ? [] : [finding.episode]);
  const shutdowns = new Set<number>();
  if (finding.group !== null) for (const one of disruptions) one.episodes.forEach((i) => episodes.add(i));
  for (const i of episodes) addShutdown(shutdowns, report.episodes[i].shutdown);
  if (finding.group !== null) {
    for (const { shutdown, episodes: own, nearest } of disruptions)
      addShutdown(shutdowns, shutdown ?? (own.length === 0 ? nearest?.shutdown : null) ?? null);
  }
  const reasons = new Set([...episodes].map((i) => report.episodes[i].why));
  // What differs between the backends of an outage is only when each began.
  if (finding.group !== null)
    for (const { why } of disruptions) reasons.add(why.replace(/; the outage began .*$/, ''));
  const span = { from: Date.parse(finding.from) - BEFORE, to: Date.parse(finding.to) };
  const nodes = nodesOf(report, finding, [...episodes]);
  const tells = (all: readonly string[]) =>
    nodes === null || all.length === 0 || all.some((name) => nodes.has(shortNodeName(name)));
  return {
    rule: RULES[finding.kind],
    reasons: [...reasons].filter((why) => why !== '').slice(0, 6),
    coverage: report.coverage.filter(
      (one) => touches(one, span) && tells(one.node === null ? [] : [one.node]),
    ),
    inputs: report.inputs.filter((one) => touches(one, span) && tells(namesIn(one))).map(({ path }) => path),
    changes: changesOf(report, finding, [...reasons], span),
    episodes: [...episodes],
    shutdowns: [...shutdowns],
  };
}

/** What a source of coverage is, in words. */
export function describeCoverage({ kind, node }: CoverageReport): string {
  const what = COVERAGE_WORDS[kind] ?? kind;
  return node === null ? `${what}, of all nodes` : `${what}, of ${shortNodeName(node)}`;
}

const COVERAGE_WORDS: Readonly<Record<string, string>> = {
  events: 'Events are kept',
  windows: 'Windows of graceful shutdowns were constructed',
  'windows-blind': 'Windows may hide a shutdown',
  'events-blind': 'A repeated event may hide a shutdown',
  log: 'A life of an apiserver is logged to its end',
  extract: 'A list of nothing but reboots and signals',
};

/** The nodes that a finding is about, by their short names; null where it may be any. */
function nodesOf(report: Report, finding: Finding, episodes: readonly number[]): ReadonlySet<string> | null {
  const stops = finding.disruptions.flatMap((i) => report.disruptions[i].shutdown ?? []);
  const all = [...episodes.map((i) => report.episodes[i]), ...stops.map((i) => report.shutdowns[i])];
  const names = all.map(({ node }) => node);
  if (names.length === 0 || names.includes(null)) return null;
  return new Set(names.map((name) => shortNodeName(name!)));
}

/** The nodes that an input is of; none where it is of no node, or of all. */
function namesIn({ node, nodes }: InputReport): string[] {
  return node === null ? Object.keys(nodes).filter((name) => name !== '') : [node];
}

function addShutdown(into: Set<number>, index: number | null): void {
  if (index !== null) into.add(index);
}

function touches(
  { from, to }: { readonly from: string | null; readonly to: string | null },
  span: { readonly from: number; readonly to: number },
): boolean {
  return from !== null && to !== null && Date.parse(from) <= span.to && Date.parse(to) >= span.from;
}
