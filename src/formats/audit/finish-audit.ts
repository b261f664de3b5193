/** What an audit log tells as a whole: whose it is, and what it shows of its apiserver's readiness. */
import type { RequestTable } from '../../model/request-table.ts';
import type { RequestTableBuilder } from '../../model/request-table-builder.ts';
import { textCount, textOf } from '../../model/text-pool.ts';
import type { RunSink } from '../format.ts';
import { findReadinessMarks } from './readiness-marks.ts';
import { findSignalMarks } from './signal-marks.ts';

/** Groups that an aggregated apiserver serves. Source: openshift/cluster-openshift-apiserver-operator, -authentication-operator */
const SERVER_BY_GROUP: ReadonlyMap<string, string> = new Map([
  ...['apps', 'authorization', 'build', 'image', 'project', 'quota', 'route', 'security', 'template'].map(
    (group) => [`${group}.openshift.io`, 'openshift-apiserver'] as const,
  ),
  ...['oauth', 'user'].map((group) => [`${group}.openshift.io`, 'oauth-apiserver'] as const),
]);

/** Joins stages and gives requests and marks. `server` and `node`: what the path tells; the records tell the rest. */
export function finishAudit(
  builder: RequestTableBuilder,
  { server, node }: { readonly server: string | null; readonly node: string | null },
  sink: RunSink,
): void {
  if (builder.length === 0) return;
  const finished = builder.finish(null, node);
  const table = { ...finished.table, server: server ?? serverOfContent(finished.table) };
  sink.requests({ ...finished, table });
  for (const name of new Set(table.nodes)) {
    // Whoever writes an audit log of the kube-apiserver is of the control plane.
    const isControlPlane = table.server === 'kube-apiserver';
    if (name !== '') sink.fact({ kind: 'node', name, role: isControlPlane ? 'control-plane' : null });
  }
  for (const mark of [...findSignalMarks(table), ...findReadinessMarks(table)]) sink.mark(mark);
}

/**
 * The apiserver that serves the resources asked for. A kube-apiserver logs what it passes on too, so that an aggregated
 * one is told by there being nothing else.
 */
function serverOfContent({ texts, resource, length }: RequestTable): string | null {
  const used = new Uint8Array(textCount(texts));
  for (let row = 0; row < length; row++) used[resource[row]] = 1;
  const servers = new Set<string>();
  used.forEach((isUsed, id) => {
    if (isUsed === 0 || id === 0) return;
    const group = textOf(texts, id).split('/', 1)[0].split('.').slice(1).join('.');
    servers.add(SERVER_BY_GROUP.get(group) ?? 'kube-apiserver');
  });
  if (servers.has('kube-apiserver')) return 'kube-apiserver';
  return servers.size === 1 ? [...servers][0] : null;
}
