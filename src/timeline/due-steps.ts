import type { EpochMs } from '../base/time.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { CoverageReport, Report, Shutdown } from '../model/report.ts';

/** Steps of one shutdown that were due at the same time. */
export interface DueSteps {
  readonly at: EpochMs;
  /** In their order; at least one. */
  readonly steps: readonly string[];
}

/** A step that no source told, though one would have. A later name of the same step, or another sign of it, counts too. */
interface Expected {
  readonly step: string;
  readonly signs: readonly string[];
}

/** Right after the signal: the hooks run beside the delay. */
const AT_ONCE: readonly Expected[] = [
  {
    step: 'TerminationPreShutdownHooksFinished',
    signs: ['TerminationPreShutdownHooksFinished', 'PreShutdownHooksStopped'],
  },
];
/** When the delay is over, or some seconds later: how long draining takes nobody knows before. */
const AFTER_DELAY: readonly Expected[] = [
  {
    step: 'AfterShutdownDelayDuration',
    signs: ['AfterShutdownDelayDuration', 'NotAcceptingNewRequest'],
  },
  { step: 'HTTPServerStoppedListening', signs: ['HTTPServerStoppedListening'] },
];
/** Only OpenShift's apiservers say it. */
const FINISHED: Expected = {
  step: 'TerminationGracefulTerminationFinished',
  signs: ['TerminationGracefulTerminationFinished'],
};

/**
 * Steps of a shutdown that follow its signal, were not seen, and would have been: by the Events of the time, or by the log
 * of that life, which is known to its end. None of a shutdown whose begin was never seen, or whose delay is not known.
 */
export function findDueSteps(report: Report, shutdown: Shutdown): DueSteps[] {
  const { initiated, inferred, delaySeconds, gone, evidence } = shutdown;
  if (!report.complete || initiated === null || inferred) return [];
  const from = Date.parse(initiated);
  const isOpenShift = evidence.includes('event') || evidence.includes('termination-log');
  const later = isOpenShift ? [...AFTER_DELAY, FINISHED] : AFTER_DELAY;
  const due = [{ at: from, steps: unseen(AT_ONCE, shutdown) }];
  if (delaySeconds !== null) due.push({ at: from + delaySeconds * 1000, steps: unseen(later, shutdown) });
  const covers = report.coverage.filter((one) => isOfNode(one, shutdown.node));
  // Of a process that was gone before, nothing was due any more.
  const end = gone === null ? Infinity : Date.parse(gone);
  return due.filter(
    ({ at, steps }) => at <= end && steps.length > 0 && isCovered(covers, shutdown, from, at),
  );
}

function unseen(expected: readonly Expected[], { steps }: Shutdown): string[] {
  return expected.filter(({ signs }) => !signs.some((sign) => sign in steps)).map(({ step }) => step);
}

function isOfNode({ node }: CoverageReport, wanted: string | null): boolean {
  return node === null || (wanted !== null && shortNodeName(node) === shortNodeName(wanted));
}

function isCovered(
  coverage: readonly CoverageReport[],
  { evidence, outcome }: Shutdown,
  from: EpochMs,
  at: EpochMs,
): boolean {
  const isLogged = evidence.includes('klog') || evidence.includes('termination-log');
  return coverage.some(({ kind, from: begin, to }) => {
    const [first, last] = [Date.parse(begin), Date.parse(to)];
    if (first > from) return false;
    if (kind === 'events') return last >= at;
    // The log that holds the signal is of the life that ended; where it ended early, nothing came after.
    return kind === 'log' && isLogged && last >= from && (last >= at || outcome === 'incomplete');
  });
}
