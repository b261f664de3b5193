/**
 * Brings the words of every era to today's: sources that were not written, names of disruption backends, reasons of
 * shutdown windows. Writers: openshift/origin: pkg/monitor/intervalcreation (until 2023), pkg/monitortests (since).
 */
import { isKubeletReason, isPodReason } from './interval-words.ts';
import type { NewInterval } from '../model/interval-table.ts';

/**
 * An interval in the words that files use today, from one as its item says it; `isStructured`: the item's locator was an
 * object. What is today's already comes back as it is.
 */
export function normaliseEra(interval: NewInterval, isStructured: boolean): NewInterval {
  const isOld = !isStructured && isOldDisruption(interval);
  if (interval.locator.type === 'Disruption' || isOld)
    return normaliseDisruption(interval, isStructured, isOld);
  if (isWindow(interval)) return normaliseWindow(interval);
  if (interval.reason === 'GracefulShutdownInterval' || interval.reason === 'GracefulShutdownDisruption') {
    return { ...interval, source: 'APIServerShutdown', isPredicted: true };
  }
  if (isStructured) return interval;
  const source = interval.source !== '' ? interval.source : inferSource(interval);
  const repeats = source === 'KubeEvent' ? REPEATS.exec(interval.message)?.[1] : undefined;
  if (repeats === undefined) return { ...interval, source };
  return { ...interval, source, annotations: { ...interval.annotations, count: repeats } };
}

/** Before events had a `count`, a repeated one said so at its end. */
const REPEATS = / \((\d{1,6}) times\)$/;

/** The names that samplers had as whole locators, 2019 to mid 2021. */
const OLD_BACKEND = /^(kube|openshift|oauth)-apiserver(?:-(new|reused?)-connection)?$/;
const OLD_DISRUPTION_TEXT =
  /started failing: |is not responding to GET requests|started responding to GET requests|stopped responding to GET requests/;

function isOldDisruption({ locator, message }: NewInterval): boolean {
  const names = Object.keys(locator.keys);
  return names.length === 1 && OLD_BACKEND.test(names[0]) && OLD_DISRUPTION_TEXT.test(message);
}

function normaliseDisruption(interval: NewInterval, isStructured: boolean, isOld: boolean): NewInterval {
  const keys = isOld ? oldBackendKeys(interval) : backendKeys(interval.locator.keys);
  const reason = interval.reason !== '' ? interval.reason : disruptionReason(interval.message);
  return {
    ...interval,
    source: interval.source !== '' ? interval.source : 'Disruption',
    display: interval.display || (!isStructured && reason !== 'DisruptionEnded'),
    locator: { type: 'Disruption', keys },
    reason,
    annotations: reason === interval.reason ? interval.annotations : { ...interval.annotations, reason },
  };
}

function oldBackendKeys({ locator }: NewInterval): Record<string, string> {
  const [, target, connection] = OLD_BACKEND.exec(Object.keys(locator.keys)[0])!;
  const backend = `${target}-api`;
  if (connection === undefined) return { 'backend-disruption-name': backend, disruption: backend };
  const kind = connection === 'new' ? 'new' : 'reused';
  return {
    'backend-disruption-name': `${backend}-${kind}-connections`,
    connection: kind,
    disruption: backend,
  };
}

/** `disruption/kube-api connection/new` (late 2021) had no stable name beside it yet. */
function backendKeys(keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { disruption, connection } = keys;
  if (Object.hasOwn(keys, 'backend-disruption-name') || disruption === undefined) return keys;
  const suffix = connection === undefined ? '' : `-${connection}-connections`;
  return { ...keys, 'backend-disruption-name': `${disruption}${suffix}` };
}

/** What the message of a sampler says happened, from before it had a reason. */
export function disruptionReason(message: string): string {
  if (
    message.startsWith('DNS lookup timeouts began') ||
    message.includes('likely a problem in cluster running tests')
  ) {
    return 'DisruptionSamplerOutageBegan';
  }
  if (/started responding to GET requests/.test(message)) return 'DisruptionEnded';
  return OLD_DISRUPTION_TEXT.test(message) ? 'DisruptionBegan' : '';
}

function isWindow({ source, reason, annotations }: NewInterval): boolean {
  return (
    source === 'APIServerGracefulShutdown' ||
    reason === 'GracefulShutdownWindow' ||
    annotations['constructed'] === 'graceful-shutdown-analyzer'
  );
}

/**
 * A constructed window. From 4.12 to 4.13 pod, namespace and node stood in the text, each two signs of a pod in a row made
 * a window, and a sign without another was an Error of one second that named the sign that was seen.
 */
function normaliseWindow(interval: NewInterval): NewInterval {
  const text = interval.message;
  const inText = (name: string) => new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(text)?.[1];
  const keys: Record<string, string> = { ...interval.locator.keys };
  delete keys['shutdown'];
  for (const [key, name] of [
    ['pod', 'name'],
    ['namespace', 'namespace'],
    ['node', 'host'],
  ] as const) {
    const value = inText(name);
    if (value !== undefined && !keys[key]) keys[key] = value;
  }
  const only = /missing complementary event: reason=(\S+)/.exec(text)?.[1];
  const isPair = only !== undefined || text.includes('shutdown window: ');
  const isIncomplete = only !== undefined || interval.to === null || interval.reason.startsWith('Incomplete');
  const reason = isIncomplete ? 'IncompleteAPIServerShutdown' : 'GracefulAPIServerShutdown';
  return {
    ...interval,
    source: 'APIServerGracefulShutdown',
    display: true,
    locator: { type: '', keys },
    reason,
    // The parts of the locator that 4.12 repeats in the text end with a colon that stands alone.
    message: isPair ? text.slice(text.indexOf(' : ') + 3) : text,
    // Without its end, the second that such a row lasts is invented.
    to: only !== undefined && isStartStep(only) ? null : interval.to,
    annotations: {
      ...interval.annotations,
      reason,
      ...(only === undefined ? {} : { only }),
      ...(isPair ? { constructed: 'pairs' } : {}),
    },
  };
}

function isStartStep(reason: string): boolean {
  return reason === 'ShutdownInitiated' || reason === 'TerminationStart';
}

const NODE_CHANGES: ReadonlySet<string> = new Set(
  'Ready NotReady MachineConfigChange MachineConfigReached Deleted'.split(' '),
);
const UPGRADE_MARKS = /^Upgrade(Started|Version|Rollback|Failed|Complete)$/;

/** The source that a row of the string eras would have today; empty where nothing tells. */
function inferSource({ locator, reason, message, annotations, from, to }: NewInterval): string {
  const constructed = annotations['constructed'];
  const hasDuration = from !== to;
  switch (locator.type) {
    case 'E2ETest':
      return 'E2ETest';
    case 'Alert':
      return 'Alert';
    case 'ClusterOperator':
      return hasDuration ? 'OperatorState' : 'ClusterOperatorMonitor';
    case 'ClusterVersion':
      return UPGRADE_MARKS.test(reason) ? 'KubeEvent' : hasDuration ? 'VersionState' : 'ClusterVersion';
    case 'Machine':
      return 'MachineMonitor';
    case 'Node':
      if (reason === 'NodeUpdate' || constructed !== undefined || (reason === 'NotReady' && hasDuration)) {
        return 'NodeState';
      }
      return NODE_CHANGES.has(reason) || annotations['condition'] !== undefined
        ? 'NodeMonitor'
        : nodeText(reason, message);
    case 'Pod':
    case 'Container':
      if (constructed !== undefined || (hasDuration && isPodReason(reason))) return 'PodState';
      return isPodReason(reason) ? 'PodMonitor' : isKubeletReason(reason) ? 'KubeletLog' : 'KubeEvent';
    default:
      return reason !== '' ? 'KubeEvent' : '';
  }
}

function nodeText(reason: string, message: string): string {
  return reason === '' && / changed$/.test(message) ? 'NodeMonitor' : 'KubeEvent';
}
