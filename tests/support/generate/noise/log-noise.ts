import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { BARE, type Item } from '../items/item.ts';
import type { Random } from '../random.ts';
import type { Cast } from './cast.ts';

const ETCD_TEXTS = [
  [5, 'apply request took too long'],
  [3, 'slow fdatasync'],
  [1, 'waiting for ReadIndex response took too long, retrying'],
] as const;

/** A line of an etcd member's log. */
export function etcdLogNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const pods = cast.platformPods.filter((each) => each.namespace === 'openshift-etcd');
  if (pods.length === 0) return [];
  const { namespace, pod, uid, node } = random.pick(pods);
  const keys = { namespace, pod, uid, node: node.name, container: 'etcd' };
  const text = random.weighted(ETCD_TEXTS);
  const common = {
    ...BARE,
    level: 'Warning' as const,
    source: 'EtcdLog',
    display: true,
    type: 'Container',
    keys,
    text,
  };
  const isBatch = random.chance(0.2);
  const annotations = isBatch
    ? { batchable: 'true', count: String(random.between(2, 40)) }
    : { batchable: 'true' };
  const from = isBatch ? Math.ceil(at / MINUTE) * MINUTE : at;
  return [{ ...common, annotations, from, to: from + (isBatch ? MINUTE : SECOND) }];
}

/** What a kubelet or the node's switch grumbled about. */
export function nodeLogNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const node = random.pick(cast.world.nodes);
  const pod = random.pickSkewed(cast.platformPods);
  const keys = {
    namespace: pod.namespace,
    pod: pod.pod,
    uid: pod.uid,
    node: pod.node.name,
    container: pod.containers[0],
  };
  const onNode = { ...BARE, type: 'Node', keys: { node: node.name } };
  const onContainer = { ...BARE, source: 'KubeletLog', type: 'Container', keys, from: at, to: at };
  const kind = random.below(6);
  if (kind === 0) {
    const text = 'HTTP probe failed with statuscode: 500';
    return [{ ...onContainer, reason: 'StartupProbeFailed', text, annotations: { node: pod.node.name } }];
  }
  if (kind === 1) {
    const text = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
    return [{ ...onContainer, reason: 'ReadinessErrored', text, annotations: { node: pod.node.name } }];
  }
  if (kind === 2) {
    const stall = random.between(1100, 9400);
    const text = `Unreasonably long ${stall}ms poll interval (${random.between(2, 90)}ms user, ${random.between(2, 60)}ms system)`;
    return [
      {
        ...onNode,
        level: 'Warning',
        source: 'OVSVswitchdLog',
        display: true,
        text,
        from: at,
        to: at + stall,
      },
    ];
  }
  if (kind === 3) {
    const text = `failed to delete cgroup paths for [kubepods burstable pod${pod.uid}]`;
    return [
      {
        ...onNode,
        source: 'KubeletLog',
        display: true,
        reason: 'FailedToDeleteCGroupsPath',
        text,
        from: at,
        to: at + SECOND,
      },
    ];
  }
  const text = 'HTTP probe failed with statuscode: 503';
  return [{ ...onContainer, reason: 'ReadinessFailed', text, annotations: { node: pod.node.name } }];
}

/** A node whose processors were busy for some half minutes. */
export function cpuNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const node = random.pick(cast.world.nodes);
  const keys = { node: random.chance(0.5) ? node.name : `${node.address}:9100` };
  const annotations = { cpu_threshold: '95.0', peak_cpu_usage: (95 + 5 * random.unit()).toFixed(2) };
  const text = `CPU usage above 95.0% threshold on instance ${keys.node}`;
  const to = at + 30 * SECOND * random.between(1, 9);
  return [
    {
      ...BARE,
      level: 'Warning',
      source: 'CPUMonitor',
      display: true,
      type: 'Node',
      keys,
      reason: 'HighCPUUsage',
      text,
      annotations,
      from: at,
      to,
    },
  ];
}

/** A controller that took its lease over. */
export function leaseNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const pod = random.pickSkewed(cast.platformPods);
  const keys = { namespace: pod.namespace, name: `${pod.containers[0]}-lock` };
  const common = {
    ...BARE,
    source: 'PodLog',
    type: 'Pod',
    keys: { ...keys, pod: pod.pod, node: pod.node.name, uid: pod.uid },
  };
  const acquired = at + random.between(2, 170) * SECOND;
  return [
    {
      ...common,
      reason: 'StartedAcquiring',
      text: `attempting to acquire leader lease ${keys.namespace}/${keys.name}...`,
      from: at,
      to: at,
    },
    {
      ...common,
      reason: 'Acquired',
      text: `successfully acquired lease ${keys.namespace}/${keys.name}`,
      from: acquired,
      to: acquired,
    },
    {
      ...common,
      display: true,
      reason: 'Acquiring',
      annotations: { constructed: 'lease-checker' },
      from: at,
      to: acquired,
    },
  ];
}
