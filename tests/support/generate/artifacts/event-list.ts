/** `events.json` of a world: what the cluster had not forgotten when it was asked. */
import { MINUTE, SECOND, type DurationMs, type EpochMs } from '../../../../src/base/time.ts';
import type { Item } from '../items/item.ts';
import { worldItems } from '../items/items.ts';
import { SIGNAL_LAG } from '../logs/apiserver-lines.ts';
import { STEP_REASONS } from '../world/stops.ts';
import type { Span, World } from '../world/world.ts';

/** An event is forgotten so long after it was last seen. Source: the apiserver's option `event-ttl`. */
const LIFETIME: DurationMs = 180 * MINUTE;

/** Where the time of an event is told: by its name's end, by a field with microseconds, or only to the second. */
export type EventTimes = 'name' | 'field' | 'second';

export interface EventListOptions {
  /** When the cluster was asked. */
  readonly takenAt: EpochMs;
  readonly times: EventTimes;
  /** False: no apiserver could write the steps of its stop. */
  readonly hasSteps: boolean;
}

/** The stretch in which a list's events lie. */
export function eventListSpan(world: World, { takenAt }: EventListOptions): Span {
  return { from: Math.max(world.monitor.from, takenAt - LIFETIME), to: takenAt };
}

export function eventList(world: World, options: EventListOptions): string {
  const { from, to } = eventListSpan(world, options);
  const events = worldItems({ ...world, monitor: { from: world.monitor.from, to } })
    .filter(({ source, reason }) => source === 'KubeEvent' && (options.hasSteps || !isStep(reason)))
    .map((item) => ({ item, at: item.from! + (isStep(item.reason) ? SIGNAL_LAG + 2 : 0) }))
    .concat(otherEvents({ from, to }))
    .filter(({ at }) => at >= from && at <= to)
    .map(({ item, at }, i) => eventObject(item, at, i, options.times));
  return JSON.stringify({ kind: 'List', apiVersion: 'v1', items: events });
}

function isStep(reason: string): boolean {
  return STEP_REASONS.some((step) => step === reason) || reason === 'TerminationStart';
}

const NAMESPACES = ['openshift-etcd', 'openshift-dns', 'openshift-ingress', 'openshift-network', 'e2e-demo'];

/** What happens all the time and has nothing to do with apiservers. */
function otherEvents({ from, to }: Span): { item: Item; at: EpochMs }[] {
  const events: { item: Item; at: EpochMs }[] = [];
  for (let at = from, i = 0; at <= to; at += 45 * SECOND, i++) {
    const keys = { namespace: NAMESPACES[i % NAMESPACES.length], pod: `demo-${i % 40}` };
    const item: Item = {
      level: 'Info',
      source: 'KubeEvent',
      display: false,
      type: 'Kind',
      keys,
      reason: i % 2 === 0 ? 'Pulled' : 'Created',
      cause: '',
      text: 'Created container demo',
      annotations: null,
      from: at,
      to: at,
    };
    events.push({ item, at });
  }
  return events;
}

function eventObject(item: Item, at: EpochMs, index: number, times: EventTimes): unknown {
  const { pod, node, namespace, deployment } = item.keys ?? {};
  const isNode = item.type === 'Node';
  const [kind, name] = isNode
    ? ['Node', node]
    : pod !== undefined
      ? ['Pod', pod]
      : deployment !== undefined
        ? ['Deployment', deployment]
        : ['Namespace', namespace];
  const second = `${new Date(at).toISOString().slice(0, 19)}Z`;
  const isFromKubelet = node !== undefined && (!isNode || item.reason === 'Starting');
  const exact = times === 'name' ? `${(BigInt(at) * 1_000_000n).toString(16)}` : null;
  return {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: {
      name: `${name}.${exact ?? `demo-${index}`}`,
      namespace: namespace ?? 'default',
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      creationTimestamp: second,
    },
    involvedObject: { kind, name, apiVersion: 'v1', ...(namespace === undefined ? {} : { namespace }) },
    reason: item.reason,
    message: item.text,
    type: item.level === 'Info' ? 'Normal' : 'Warning',
    source: isFromKubelet
      ? { component: 'kubelet', host: node }
      : { component: isNode ? 'machineconfigdaemon' : 'demo' },
    firstTimestamp: second,
    lastTimestamp: second,
    count: 1,
    eventTime: times === 'field' ? new Date(at).toISOString().replace('Z', '000Z') : null,
  };
}
