/**
 * Kubernetes audit logs: what an apiserver answered, a record each stage of a request. Writer: kubernetes/kubernetes:
 * staging/src/k8s.io/apiserver/plugin/pkg/audit/log.
 *
 *   {"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"…","stage":"ResponseComplete", …}
 *   ./master-0-audit-2024-09-09T14-17-24.568.log:{"kind":"Event", …}
 *   {"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[{"auditID":"…", …}]}
 *
 * Oddities: lines of hundreds of kilobytes; the first and the last may be cut; arrival is out of order, the stage's time
 * is not; log collectors wrap records (unwrap.ts). Sources of the wrappers: openshift/cluster-logging-operator:
 * hack/logsamples (ViaQ, OTLP); Azure/AKS and Google Cloud's documentation; openshift/hypershift (the banner of tail).
 */
import { fail, success } from '../../base/result.ts';
import { RequestTableBuilder } from '../../model/request-table-builder.ts';
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { documentHasRecord, isDocument, lineHasRecord } from './audit-head.ts';
import { nodeOfPath, serverOfPath } from './audit-names.ts';
import { finishAudit } from './finish-audit.ts';
import { AuditReader } from './audit-reader.ts';
import { createScanner } from './create-scanner.ts';

/** Members that only a record of this format has, as they stand in a file or inside a text. */
const SIGNS = /audit\.k8s\.io\/|\\?"auditID\\?"\s*:|"serviceName"\s*:\s*"k8s\.io"/;

export const auditLog: Format = {
  id: 'audit-log',
  label: 'Kubernetes audit log',

  detect({ text }: Head): boolean {
    if (!SIGNS.test(text)) return false;
    return isDocument(text) ? documentHasRecord(text) : text.split('\n', 50).some(lineHasRecord);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const builder = new RequestTableBuilder();
    const reader = new AuditReader(builder, job, await createScanner());
    for await (const chunk of input.chunks) {
      job.signal.throwIfAborted();
      reader.push(chunk);
    }
    const cutAt = reader.end();
    finishAudit(builder, { server: serverOfPath(input.name), node: nodeOfPath(input.name) }, sink);
    if (cutAt !== null) return fail({ code: 'cut-off', atByte: cutAt, records: builder.length });
    return success(undefined);
  },
};
