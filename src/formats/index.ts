import type { Format } from './format.ts';
import { apiserverLog } from './log/apiserver-log.ts';
import { journal } from './log/journal.ts';
import { loki } from './log/loki.ts';
import { operatorLog } from './log/operator-log.ts';
import { terminationLog } from './log/termination-log.ts';
import { auditLog } from './audit/audit-log.ts';
import { backendDisruption } from './backend-disruption.ts';
import { clusterObjects } from './cluster/cluster-objects.ts';
import { leases } from './cluster/leases.ts';
import { intervals } from './intervals.ts';
import { intervalsHtml } from './intervals-html.ts';
import { junit } from './junit/junit.ts';
import { kubeEvents } from './kube-events/kube-events.ts';
import { kubeEventsTable } from './kube-events/kube-events-table.ts';
import { monitorText } from './monitor-text.ts';
import { prowJob } from './prow/prow-job.ts';

/** Every format, in the order in which users read of them. Exactly one claims an input. */
export const FORMATS: readonly Format[] = [
  intervals,
  intervalsHtml,
  monitorText,
  backendDisruption,
  auditLog,
  kubeEvents,
  kubeEventsTable,
  leases,
  prowJob,
  clusterObjects,
  junit,
  apiserverLog,
  terminationLog,
  journal,
  operatorLog,
  loki,
];
