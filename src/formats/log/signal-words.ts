/**
 * The words of a signal, wherever they stand. Writers: kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/server
 * (lifecycle_signals.go, genericapiserver.go), openshift/kubernetes: patch_genericapiserver.go and cmd/watch-termination.
 */
const WORDS: readonly string[] = [
  'ShutdownInitiated',
  'TerminationStart',
  'AfterShutdownDelayDuration',
  'TerminationMinimalShutdownDurationFinished',
  'eceived signal t', // `to terminate`, `terminated`
  '[graceful-termination] shutdown event',
];

/** Whether a text holds them, as a line that cannot be read as a signal may: it then proves no absence of one. */
export function tellsOfSignal(text: string): boolean {
  return WORDS.some((word) => text.includes(word));
}
