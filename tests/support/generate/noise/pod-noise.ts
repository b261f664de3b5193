import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { BARE, type Item, type Keys, type Level } from '../items/item.ts';
import { kubeEventItem } from '../items/kube-event.ts';
import type { Random } from '../random.ts';
import type { CastPod } from './cast.ts';

const CONSTRUCTED: Keys = { constructed: 'pod-lifecycle-constructor' };

/** What monitors call a pod: the constructed rows leave the node out. */
function podKeys(pod: CastPod, withNode: boolean, container?: string): Keys {
  return {
    namespace: pod.namespace,
    pod: pod.pod,
    uid: pod.uid,
    ...(withNode ? { node: pod.node.name } : {}),
    ...(container === undefined ? {} : { container }),
  };
}

/** One change of a pod, or of one of its containers. */
export function podInstant(
  pod: CastPod,
  reason: string,
  at: EpochMs,
  more: { container?: string; level?: Level; text?: string; cause?: string; annotations?: Keys } = {},
): Item {
  const { container, level = 'Info', text = '', cause = '', annotations = null } = more;
  return {
    ...BARE,
    level,
    source: 'PodMonitor',
    type: container === undefined ? 'Pod' : 'Container',
    keys: podKeys(pod, true, container),
    reason,
    cause,
    text,
    annotations,
    from: at,
    to: at,
  };
}

/** The period after a change. */
export function podState(
  pod: CastPod,
  reason: string,
  from: EpochMs,
  to: EpochMs,
  more: { container?: string; text?: string; annotations?: Keys } = {},
): Item {
  const { container, text = '', annotations = {} } = more;
  return {
    ...BARE,
    source: 'PodState',
    type: container === undefined ? 'Pod' : 'Container',
    keys: podKeys(pod, false, container),
    reason,
    text,
    annotations: { ...CONSTRUCTED, ...annotations },
    from,
    to,
  };
}

/** A pod from its making to its end: monitor changes, constructed rows, and the cluster's events. */
export function podLife(random: Random, pod: CastPod, at: EpochMs, seconds: number): Item[] {
  const scheduled = at + 40;
  const started = at + random.between(2, 12) * SECOND + random.below(1000);
  const ready = started + random.between(1, 14) * SECOND;
  const deleted = ready + seconds * SECOND;
  const gone = deleted + random.between(1, 31) * SECOND;
  const node = pod.node.name;
  const grace = { duration: `${random.pick([1, 2, 30, 30, 60])}s` };
  const items: Item[] = [
    podInstant(pod, 'Created', at),
    podInstant(pod, 'Scheduled', scheduled, { annotations: { node } }),
    podInstant(pod, 'GracefulDelete', deleted, { annotations: grace }),
    podInstant(pod, 'Deleted', gone),
    podState(pod, 'Created', at, scheduled),
    podState(pod, 'Scheduled', scheduled, deleted, { annotations: { node } }),
    podState(pod, 'GracefulDelete', deleted, gone, { annotations: grace }),
    event(pod, 'Scheduled', `Successfully assigned ${pod.namespace}/${pod.pod} to ${node}`, scheduled, false),
  ];
  for (const container of pod.containers) {
    const code = random.chance(0.9) ? '0' : random.pick(['1', '2', '137', '143']);
    const took = { duration: `${((started - at) / SECOND).toFixed(2)}s` };
    const exit = { code };
    items.push(
      podInstant(pod, 'ContainerStart', started, { container, annotations: took }),
      podInstant(pod, 'Ready', ready, { container }),
      podInstant(pod, 'ContainerExit', gone - 400, {
        container,
        level: code === '0' ? 'Info' : 'Error',
        cause: code === '0' ? 'Completed' : 'Error',
        annotations: exit,
      }),
      podState(pod, 'ContainerWait', at, started, { container }),
      podState(pod, 'ContainerStart', started, gone, { container, annotations: took }),
      podState(pod, 'NotReady', started, ready, { container }),
      podState(pod, 'Ready', ready, gone, { container }),
      event(pod, 'Started', `Started container ${container}`, started, true),
      event(pod, 'Killing', `Stopping container ${container}`, deleted, true),
    );
  }
  return items;
}

function event(pod: CastPod, reason: string, text: string, at: EpochMs, isFromKubelet: boolean): Item {
  const about = { namespace: pod.namespace, pod: pod.pod };
  const common = { about, reason, text, at };
  return kubeEventItem(isFromKubelet ? { ...common, host: pod.node.name, isFromKubelet } : common);
}

/** A container that failed its probe for a while. */
export function readinessFlap(random: Random, pod: CastPod, at: EpochMs): Item[] {
  const container = pod.containers[0];
  const ready = at + random.between(2, 45) * SECOND;
  const address = `10.${random.between(128, 131)}.0.${(pod.uid.charCodeAt(0) * 7 + pod.uid.charCodeAt(1)) % 250}`;
  const why = `Get "https://${address}:8443/healthz": net/http: request canceled (Client.Timeout exceeded while awaiting headers)`;
  const keys = podKeys(pod, true, container);
  return [
    {
      ...BARE,
      source: 'KubeletLog',
      type: 'Container',
      keys,
      reason: 'ReadinessFailed',
      text: why,
      from: at,
      to: at,
    },
    podInstant(pod, 'NotReady', at, { container, level: 'Warning' }),
    podInstant(pod, 'Ready', ready, { container }),
    podState(pod, 'NotReady', at, ready, { container }),
  ];
}
