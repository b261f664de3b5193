/** What ties failed samples to the requests of audit logs: the audit ID, which the apiserver gave back with its answer. */
import { listWords } from '../../base/text.ts';
import { annotationsOf } from '../../model/interval-table.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { Disruption, InputReport } from '../../model/report.ts';
import { hashAuditId, type AuditHash } from '../../model/request-table.ts';
import type { Item } from '../../timeline/lanes.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { linksOfDisruptions, type ItemLink, type LinkGround } from './item-links.ts';
import { rangeText } from '../parts/times.ts';

/** Samplers write this where no answer came. */
const NO_ID = 'no-audit-id';

/** Audit IDs of the item's row and of the outage that it belongs to. */
export function auditIdsOfItem({ lanes, table, report }: LinkGround, item: Item): string[] {
  const row = lanes.row[item];
  if (row < 0) return [];
  const own = annotationsOf(table, row)['request-audit-id'];
  const disruption: Disruption | undefined = report.disruptions[lanes.disruptionOfRow.get(row) ?? -1];
  const all = new Set([...(own === undefined ? [] : [own]), ...(disruption?.auditIds ?? [])]);
  return [...all].filter((id) => id !== '' && id !== NO_ID);
}

/** The disruptions that have a request's audit ID. */
export function linksOfRequest(ground: LinkGround, { high, low }: AuditHash): ItemLink[] {
  const encoder = new TextEncoder();
  const isIt = (id: string) => {
    const hash = hashAuditId(encoder.encode(id));
    return hash.high === high && hash.low === low;
  };
  const found = ground.report.disruptions.flatMap(({ auditIds }, i) => (auditIds.some(isIt) ? [i] : []));
  return linksOfDisruptions(ground, found);
}

/** Which audit logs would hold a request of this time that none at hand holds, in a sentence. */
export function wantedLogs(
  {
    inputs,
    run,
  }: { readonly inputs: readonly InputReport[]; readonly run: { readonly controlPlane: readonly string[] } },
  { from, to }: TimeWindow,
  zone: TimeZoneChoice,
): string {
  const there = new Set(inputs.filter((input) => covers(input, from, to)).flatMap(nodesOf));
  const lacking = run.controlPlane.map(shortNodeName).filter((node) => !there.has(node));
  if (there.size > 0 && run.controlPlane.length > 0 && lacking.length === 0) {
    return 'The audit logs at hand cover this time on each control-plane node: the request was not logged, or reached no apiserver.';
  }
  const where = lacking.length === 0 ? 'of each control-plane node' : `of ${listWords(lacking)}`;
  return `It would be in the audit logs of kube-apiserver ${where} for ${rangeText(from, to, zone)}: audit_logs/kube-apiserver in a must-gather, or audit-logs.tar.gz of the job.`;
}

function covers({ server, from, to }: InputReport, start: number, end: number): boolean {
  if (server !== 'kube-apiserver' || from === null || to === null) return false;
  return Date.parse(from) <= end && Date.parse(to) >= start;
}

function nodesOf({ node, nodes }: InputReport): string[] {
  return [...Object.keys(nodes), ...(node === null ? [] : [node])].map(shortNodeName);
}
