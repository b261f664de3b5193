/** Reasons of pod changes, constructed or watched. Source: openshift/origin: pkg/monitor/monitorapi/types.go. */
const POD_REASONS: ReadonlySet<string> = new Set(
  (
    'Created Scheduled GracefulDelete ForceDelete Deleted Evicted Preempted Failed PodReady PodNotReady PodIsPending ' +
    'PodIsNotPending PodWasPending DeletedBeforeScheduling DeletedAfterCompletion ContainerWait ContainerStart ' +
    'ContainerExit Ready NotReady Restarted TerminationStateCleared'
  ).split(' '),
);

/** Reasons that only the kubelet's log gives. */
const KUBELET_LOG_REASONS: ReadonlySet<string> = new Set(
  'ReadinessFailed ReadinessErrored StartupProbeFailed FailedToUpdateLease HttpClientConnectionLost'.split(
    ' ',
  ),
);

export function isPodReason(reason: string): boolean {
  return POD_REASONS.has(reason);
}

export function isKubeletReason(reason: string): boolean {
  return KUBELET_LOG_REASONS.has(reason);
}
