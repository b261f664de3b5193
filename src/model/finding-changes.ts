/** What would change the verdict of a finding: files that are not there, and what they would have to say. */
import { listWords } from '../base/text.ts';
import type { EpochMs } from '../base/time.ts';
import { adviceOf } from './advice.ts';
import { NODE_FILE_WORDS } from './describe-node-files.ts';
import type { Finding } from './findings.ts';
import { shortNodeName } from './node-name.ts';
import type { NodeFileKind, NodeFiles, Report } from './report.ts';
import { KUBE_APISERVER } from './server.ts';

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A sentence for each thing; `span`: the time in which sources matter. None for what nothing would change. */
export function changesOf(
  report: Report,
  finding: Finding,
  reasons: readonly string[],
  span: Span,
): string[] {
  const clock = `${finding.from.slice(11, 19)} and ${finding.to.slice(11, 19)}`;
  switch (finding.kind) {
    case 'missing-signal':
      return changesOfSilence(report, finding, clock, span);
    case 'silent-outage':
      return [
        'It follows the apiserver that went away: a ShutdownInitiated of that one would make it signalled.',
        'A failing control outside of the cluster at the same time would make it the client’s network.',
      ];
    case 'unexplained-outage':
      return [
        `A shutdown, reboot or crash of an apiserver around ${clock.slice(0, 8)} would explain it: look in ${filesOfNodes(report, span)}another e2e-events file of the run.`,
        'A failing control outside of the cluster at the same time would make it the client’s network.',
      ];
    case 'undeterminable': {
      const advice = [...new Set(reasons.map(adviceOf).filter((each) => each !== null))];
      return advice.length > 0
        ? advice.map((each) => `${each}.`)
        : ['No file is known that would settle it.'];
    }
    case 'signalled-outage':
      return ['Only a source that gives the shutdown or the outage another time would.'];
    case 'warning':
      return [];
  }
}

/** Where a signal may still stand: files of the node that were not read. */
function changesOfSilence(report: Report, { episode }: Finding, clock: string, span: Span): string[] {
  const { kind, node, server } = report.episodes[episode ?? 0];
  const where = node === null ? server : shortNodeName(node);
  const own = report.nodes.find((one) => node !== null && shortNodeName(one.node) === shortNodeName(node));
  const isHere = (file: NodeFileKind) => own !== undefined && isRead(own, file, span);
  const files =
    server === KUBE_APISERVER
      ? (['termination-log', 'audit-log', 'apiserver-log'] as const)
          .filter((file) => !isHere(file))
          .map((file) => `its ${NODE_FILE_WORDS[file]}, `)
      : [`its ${server} log, `];
  const signal = `A ShutdownInitiated of ${where} between ${clock}, or a shutdown of it still under way then, would make it signalled: look in ${files.join('')}${files.length === 0 ? '' : 'or '}another e2e-events file of the run.`;
  if (kind !== 'reboot') return [signal];
  const sign = 'A sign that the node did not reboot then would take the finding away';
  return [signal, isHere('journal') ? `${sign}; its journal was read.` : `${sign}: its journal.`];
}

/** `the termination log of m0, the journal of m0 and m1, or `; empty where all were read. */
function filesOfNodes({ nodes }: Report, span: Span): string {
  if (nodes.length === 0) return "each node's termination log and journal, or ";
  const parts = (['termination-log', 'journal'] as const).flatMap((kind) => {
    const without = nodes.filter((one) => !isRead(one, kind, span)).map(({ node }) => shortNodeName(node));
    return without.length === 0 ? [] : [`the ${NODE_FILE_WORDS[kind]} of ${listWords(without)}, `];
  });
  return parts.length === 0 ? '' : `${parts.join('')}or `;
}

/** Whether a node's file of a kind is there and tells of that time. */
function isRead({ files }: NodeFiles, kind: NodeFileKind, span: Span): boolean {
  const file = files.find((one) => one.kind === kind);
  if (file === undefined || file.from === null || file.to === null) return false;
  return Date.parse(file.from) <= span.to && Date.parse(file.to) >= span.from;
}
