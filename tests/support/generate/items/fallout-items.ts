import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import { isApiBackend } from '../world/backends.ts';
import type { Reboot, World, WorldNode } from '../world/world.ts';
import { BARE, secondsText, type Item } from './item.ts';
import { alertItem } from './alert-item.ts';
import { leadershipItems, logItem } from './leadership-items.ts';
import { operatorCondition } from './rollout-items.ts';

/** What node updates and outages drag along elsewhere: conditions, alerts, metrics, etcd, and lost connections. */
export function falloutItems(world: World, random: Random): Item[] {
  return [
    ...world.reboots.flatMap((reboot) => {
      const node = world.nodes.find((each) => each.name === reboot.node)!;
      const common = [...endpointItems(reboot, node), ...nodeAlertItems(reboot, random)];
      return node.role === 'worker' ? common : [...common, ...controlPlaneItems(world, reboot, random)];
    }),
    ...connectionItems(world, random),
    ...leadershipItems(world, random),
  ];
}

function endpointItems(reboot: Reboot, node: WorldNode): Item[] {
  const paths = ['/metrics', '/metrics/cadvisor', '/metrics/probes'];
  return paths.map((path) => ({
    ...BARE,
    level: 'Warning',
    source: 'MetricsEndpointDown',
    display: true,
    type: 'Alert',
    keys: {
      instance: `${node.address}:10250`,
      'metrics-path': path,
      namespace: 'kube-system',
      node: node.name,
    },
    text: `up{instance="${node.address}:10250", job="kubelet", metrics_path="${path}", namespace="kube-system", node="${node.name}"}`,
    from: reboot.reboot.from + 18 * SECOND,
    to: reboot.reboot.to + 14 * SECOND,
  }));
}

function nodeAlertItems(reboot: Reboot, random: Random): Item[] {
  const { from, to } = reboot.reboot;
  const during = { from: from + random.between(20, 40) * SECOND, to: to + random.between(20, 70) * SECOND };
  return [
    alertItem(
      { alert: 'KubeNodeNotReady', node: reboot.node, namespace: 'openshift-monitoring' },
      'pending',
      'warning',
      during,
    ),
    alertItem({ alert: 'TargetDown', namespace: 'kube-system' }, 'pending', 'warning', during),
    alertItem(
      { alert: 'KubeNodeUnreachable', node: reboot.node, namespace: 'openshift-monitoring' },
      'pending',
      'warning',
      during,
    ),
  ];
}

function controlPlaneItems(world: World, reboot: Reboot, random: Random): Item[] {
  const { from, to } = reboot.reboot;
  const bad = { from: from + random.between(25, 50) * SECOND, to: to + random.between(25, 60) * SECOND };
  const status = `The master nodes not ready: node "${reboot.node}" not ready since ${secondsText(bad.from)} because NodeStatusUnknown (Kubelet stopped posting node status.)`;
  const degraded = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'etcd'].flatMap(
    (operator) =>
      operatorCondition(
        operator,
        'Degraded',
        'True',
        'NodeController_MasterNodesReady',
        `NodeControllerDegraded: ${status}`,
        bad,
        'Error',
      ),
  );
  const member = { from: from + random.between(15, 40) * SECOND, to: to + random.between(15, 50) * SECOND };
  return [
    ...degraded.slice(0, 2 * random.between(1, 4)),
    alertItem({ alert: 'etcdMembersDown', namespace: 'openshift-etcd' }, 'pending', 'critical', member),
    alertItem(
      { alert: 'etcdGRPCRequestsSlow', namespace: 'openshift-etcd', pod: `etcd-${reboot.node}` },
      'pending',
      'critical',
      {
        from: to + 20 * SECOND,
        to: to + 2 * MINUTE,
      },
    ),
    ...world.nodes
      .filter((node) => node.role === 'control-plane' && node.name !== reboot.node)
      .map((node): Item =>
        logItem(
          'EtcdLog',
          'etcd',
          node.name,
          'dropped internal Raft message since sending buffer is full',
          from + random.between(2, 9) * SECOND,
        ),
      ),
  ];
}

/** Kubelets that lose the apiserver they talked to, once for each outage that every path noticed. */
function connectionItems(world: World, random: Random): Item[] {
  const starts = new Set<EpochMs>();
  for (const { backend, kind, from } of world.outages)
    if (kind === 'disruption' && isApiBackend(backend) && backend.connection === 'reused')
      if (![...starts].some((start) => Math.abs(start - from) < MINUTE)) starts.add(from);
  return [...starts].flatMap((start) =>
    world.nodes.flatMap((node): Item[] => {
      if (random.chance(0.4)) return [];
      const at = start + random.between(1, 12) * SECOND;
      const lease = `https://api-int.cluster.example:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node.name}?timeout=10s`;
      const common = { ...BARE, level: 'Warning' as const, source: 'KubeletLog', display: true };
      return [
        {
          ...common,
          keys: null,
          reason: 'HttpClientConnectionLost',
          text: 'http2: client connection lost',
          annotations: { node: node.name },
          from: at,
          to: at,
        },
        {
          ...common,
          type: 'Node',
          keys: { node: node.name },
          reason: 'FailedToUpdateLease',
          text: `${lease} - net/http: request canceled (Client.Timeout exceeded while awaiting headers)`,
          from: at + 9 * SECOND,
          to: at + 10 * SECOND,
        },
      ];
    }),
  );
}
