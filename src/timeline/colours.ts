import { annotationsOf, FLAG, LEVELS, type IntervalTable, type Row } from '../model/interval-table.ts';
import { textReader } from '../model/text-pool.ts';
import { PAINT, type Paint } from './paint.ts';

/** Phases of a node. Source: openshift/origin e2e chart template; intervals.md 8.1. */
const BY_PHASE: Readonly<Record<string, Paint>> = {
  Update: PAINT.update,
  Drain: PAINT.drain,
  Reboot: PAINT.reboot,
  OperatingSystemUpdate: PAINT['os-update'],
};
/** Reasons of pods and containers; the pod pages of the same template. */
const BY_POD_REASON: Readonly<Record<string, Paint>> = {
  Created: PAINT.sky,
  Scheduled: PAINT.update,
  GracefulDelete: PAINT.degraded,
  ForceDelete: PAINT.degraded,
  ContainerWait: PAINT['container-wait'],
  ContainerStart: PAINT['container-start'],
  NotReady: PAINT.progressing,
  Ready: PAINT.passed,
  ReadinessFailed: PAINT.failed,
  ReadinessErrored: PAINT.failed,
  StartupProbeFailed: PAINT['startup-probe'],
};
const BY_CERTIFICATE_REASON: Readonly<Record<string, Paint>> = {
  CertificateUpdated: PAINT.sky,
  CertificateRemoved: PAINT.update,
  CertificateUpdateFailed: PAINT.progressing,
  ConfigMapUpdated: PAINT['container-start'],
  SignerUpdateRequired: PAINT['container-wait'],
  CABundleUpdateRequired: PAINT.passed,
  NoValidCertificateFound: PAINT.failed,
  TargetUpdateRequired: PAINT.shutdown,
  CSRCreated: PAINT.degraded,
  CSRApproved: PAINT['not-ready'],
  CertificateRotationStarted: PAINT.reboot,
  ClientCertificateCreated: PAINT.sky,
};
const BY_ETCD_REASON: Readonly<Record<string, Paint>> = {
  LeaderFound: PAINT['etcd-found'],
  LeaderLost: PAINT['etcd-lost'],
  LeaderElected: PAINT.progressing,
  LeaderMissing: PAINT['etcd-missing'],
};
const BY_TEST_STATUS: Readonly<Record<string, Paint>> = {
  Passed: PAINT.passed,
  Failed: PAINT.failed,
  Flaked: PAINT.degraded,
  Skipped: PAINT.skipped,
};
const BY_SEVERITY: Readonly<Record<string, Paint>> = {
  info: PAINT.progressing,
  warning: PAINT.degraded,
  none: PAINT.neutral,
};
const BY_CONDITION: Readonly<Record<string, Paint>> = {
  Available: PAINT.failed,
  Degraded: PAINT.degraded,
  Progressing: PAINT.progressing,
};
/** Levels of log lines, by index into LEVELS. */
const BY_LOG_LEVEL: readonly Paint[] = [PAINT.sky, PAINT.progressing, PAINT.failed];
/** Levels where nothing else is known. */
const BY_LEVEL: readonly Paint[] = [PAINT.neutral, PAINT.progressing, PAINT.failed];

type RowPaint = (row: Row) => Paint;

/**
 * The class of each row by the colours that people know from origin and Sippy; disruptions are judged elsewhere. Reads
 * annotations only where the source's colour hangs on them.
 */
export function createPainter(table: IntervalTable): RowPaint {
  const reason = textReader(table.texts, table.reason);
  const level = (row: Row) => BY_LEVEL[table.level[row]] ?? PAINT.neutral;
  const byReason = (paints: Readonly<Record<string, Paint>>, other: RowPaint): RowPaint => {
    return (row) => paints[reason(row)] ?? other(row);
  };
  const byAnnotation = (key: string, paints: Readonly<Record<string, Paint>>, other: RowPaint): RowPaint => {
    return (row) => paints[annotationsOf(table, row)[key] ?? ''] ?? other(row);
  };
  const log: RowPaint = (row) => BY_LOG_LEVEL[table.level[row]] ?? PAINT.sky;
  const notReady: RowPaint = byReason({ NotReady: PAINT['not-ready'] }, level);
  const alert: RowPaint = (row) => {
    const { alertstate, severity } = annotationsOf(table, row);
    if (alertstate === 'pending') return PAINT.progressing;
    return BY_SEVERITY[severity ?? ''] ?? PAINT.failed;
  };
  const event: RowPaint = (row) => {
    // Only rows meant for a chart carry the words that decide; the others are many.
    if ((table.flags[row] & FLAG.display) === 0) return level(row);
    const { pathological, interesting } = annotationsOf(table, row);
    if (pathological === 'true') return interesting === 'true' ? PAINT['known-event'] : PAINT.failed;
    return interesting === 'true' ? PAINT.shutdown : level(row);
  };
  const bySource: Readonly<Record<string, RowPaint>> = {
    OperatorState: byAnnotation('condition', BY_CONDITION, level),
    NodeState: byAnnotation('phase', BY_PHASE, notReady),
    NodeMonitor: notReady,
    SystemdLog: byReason({ Booted: PAINT.boot, Rebooting: PAINT.reboot }, level),
    APIServerGracefulShutdown: () => PAINT.shutdown,
    APIServerShutdown: () => PAINT.shutdown,
    APIUnreachableFromClient: () => PAINT.failed,
    EtcdLeadership: byReason(BY_ETCD_REASON, leadership(table)),
    EtcdLog: log,
    PodLog: log,
    KubeletLog: byReason({ StartupProbeFailed: PAINT['startup-probe'] }, log),
    Alert: alert,
    E2ETest: byAnnotation('status', BY_TEST_STATUS, level),
    KubeEvent: event,
    PodState: byReason(BY_POD_REASON, level),
    PodMonitor: byReason(BY_POD_REASON, level),
    CertificateRotation: byReason(BY_CERTIFICATE_REASON, () => PAINT.sky),
  };
  const painters = table.sources.map((source) =>
    Object.hasOwn(bySource, source) ? bySource[source] : level,
  );
  return (row) => painters[table.source[row]](row);
}

/** A reign has no reason; without a leader it is a lack. */
function leadership(table: IntervalTable): RowPaint {
  return (row) => {
    if (LEVELS[table.level[row]] !== 'Info') return PAINT.progressing;
    const leader = annotationsOf(table, row)['leader'];
    return leader === '' ? PAINT['etcd-missing'] : PAINT['etcd-found'];
  };
}
