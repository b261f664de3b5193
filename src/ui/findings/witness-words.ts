import type { EpochMs, PrecisionName } from '../../base/time.ts';
import { describeCoverage } from '../../model/explain-finding.ts';
import { hasLines } from '../../model/log-lines.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { EvidenceKind, Report, WitnessReport } from '../../model/report.ts';
import type { Extra } from '../../timeline/lifecycle.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { clockText } from '../parts/times.ts';

/** One source's word on one step. */
export interface WitnessWords {
  readonly step: string;
  readonly at: EpochMs;
  /** `to the second`. */
  readonly exact: string;
  /** `termination log`. */
  readonly by: string;
  readonly path: string;
  readonly place: number;
  /** The place is that of a line, or of a record that has one. */
  readonly isLine: boolean;
}

const EXACT: Readonly<Record<PrecisionName, string>> = {
  inferred: 'computed',
  second: 'to the second',
  millisecond: 'to the millisecond',
  microsecond: 'to the microsecond',
};

const BY: Readonly<Record<EvidenceKind, string>> = {
  event: 'event',
  window: 'shutdown window',
  header: 'response headers',
  klog: 'apiserver log',
  'termination-log': 'termination log',
  audit: 'audit log',
};

/** Lines that fit beside the pointer. */
const MAX_LINES = 6;

/** Who saw what a mark stands for: of a step all that saw it, of other parts of a shutdown all of that; by time. */
export function witnessesOf(report: Report, extra: Extra): WitnessWords[] {
  const shutdown = extra.shutdown === null ? undefined : report.shutdowns[extra.shutdown];
  if (shutdown === undefined || extra.kind === 'due') return [];
  const isWanted = ({ step }: WitnessReport) =>
    extra.step === undefined || step === extra.step || isUnready(step, extra.step);
  return shutdown.witnesses.filter(isWanted).map((one) => wordsOf(report, one));
}

/** Readiness turns false with the signal. */
function isUnready(step: string, of: string): boolean {
  return step === 'readyz=false' && of === 'ShutdownInitiated';
}

function wordsOf(
  report: Report,
  { step, at, precision, evidence, input, place }: WitnessReport,
): WitnessWords {
  const { path, format } = report.inputs[input];
  return {
    step,
    at: Date.parse(at),
    exact: EXACT[precision],
    by: format === 'journal' ? 'journal' : BY[evidence],
    path,
    place,
    isLine: hasLines(format),
  };
}

/** The same for a tooltip: each source once, or where nothing saw it what would have. */
export function seenBy(report: Report, extra: Extra, zone: TimeZoneChoice): string[] {
  if (extra.kind === 'missing' || extra.kind === 'due') return coveredBy(report, extra, zone);
  if (extra.step === undefined) return [];
  const all = witnessesOf(report, extra);
  // Of several lines of a source the first: they ascend by time.
  const each = new Map<string, WitnessWords>();
  for (const one of all) {
    const key = `${one.step} ${one.by} ${one.path}`;
    if (!each.has(key)) each.set(key, one);
  }
  const lines = [...each.values()].map((one) => {
    const step = one.step === extra.step ? '' : `${one.step}: `;
    return `${step}${one.by}, ${clockText(one.at, zone)} ${one.exact} · ${fileName(one.path)}`;
  });
  return shorten(lines);
}

function coveredBy(report: Report, extra: Extra, zone: TimeZoneChoice): string[] {
  const node = placeOf(report, extra);
  const covers = report.coverage.filter(
    ({ kind, node: of, from, to }) =>
      !kind.endsWith('-blind') &&
      (of === null || shortNodeName(of) === shortNodeName(node)) &&
      Date.parse(from) <= extra.from &&
      Date.parse(to) >= extra.from,
  );
  return shorten(
    covers.map((one) => {
      const [from, to] = [one.from, one.to].map((at) => clockText(Date.parse(at), zone));
      return `Would have shown it: ${describeCoverage(one)}, ${from} – ${to}`;
    }),
  );
}

function placeOf(report: Report, { shutdown, episode }: Extra): string {
  const told = episode === null ? undefined : report.episodes[episode].node;
  return told ?? (shutdown === null ? undefined : report.shutdowns[shutdown].node) ?? '';
}

function shorten(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  return [...lines.slice(0, MAX_LINES - 1), `and ${lines.length - MAX_LINES + 1} more`];
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split(/\/| > /).pop() ?? path;
}
