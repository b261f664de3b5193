import type { Random } from '../random.ts';
import type { World, WorldNode } from '../world/world.ts';
import type { CastPod } from './cast.ts';

/** Namespace without `openshift-`, pod, and its containers. */
type Kind = readonly [namespace: string, pod: string, ...containers: string[]];

const STATIC_PODS: readonly Kind[] = [
  ['etcd', 'etcd', 'etcd', 'etcd-readyz', 'etcd-metrics'],
  [
    'kube-controller-manager',
    'kube-controller-manager',
    'kube-controller-manager',
    'cluster-policy-controller',
  ],
  ['kube-scheduler', 'openshift-kube-scheduler', 'kube-scheduler', 'kube-scheduler-recovery-controller'],
];
const DAEMONS: readonly Kind[] = [
  ['dns', 'dns-default', 'dns', 'kube-rbac-proxy'],
  ['multus', 'multus', 'kube-multus'],
  ['machine-config-operator', 'machine-config-daemon', 'machine-config-daemon'],
  ['monitoring', 'node-exporter', 'node-exporter'],
  ['network-diagnostics', 'network-check-target', 'network-check-target-container'],
];
const CONTROL_PLANE_DEPLOYMENTS: readonly Kind[] = [
  ['apiserver', 'apiserver', 'openshift-apiserver', 'openshift-apiserver-check-endpoints'],
  ['oauth-apiserver', 'apiserver', 'oauth-apiserver'],
  ['authentication', 'oauth-openshift', 'oauth-openshift'],
  ['controller-manager', 'controller-manager', 'controller-manager'],
  ['console', 'console', 'console'],
  ['machine-api', 'machine-api-controllers', 'machine-controller', 'nodelink-controller'],
  ['cluster-version', 'cluster-version-operator', 'cluster-version-operator'],
  ['kube-apiserver-operator', 'kube-apiserver-operator', 'kube-apiserver-operator'],
  ['etcd-operator', 'etcd-operator', 'etcd-operator'],
  ['ingress-operator', 'ingress-operator', 'ingress-operator'],
  ['operator-lifecycle-manager', 'packageserver', 'packageserver'],
  ['cluster-csi-drivers', 'csi-driver-controller', 'csi-driver', 'csi-provisioner'],
];
const WORKER_DEPLOYMENTS: readonly Kind[] = [
  ['ingress', 'router-default', 'router'],
  ['image-registry', 'image-registry', 'registry'],
  ['monitoring', 'thanos-querier', 'thanos-query', 'oauth-proxy'],
  ['monitoring', 'prometheus-adapter', 'prometheus-adapter'],
  ['network-diagnostics', 'network-check-source', 'check-endpoints'],
];

/** The platform's own pods: static ones on each control-plane node, daemons on all, and deployments of two or three. */
export function platformPods(world: World, random: Random): CastPod[] {
  const masters = world.nodes.filter((node) => node.role === 'control-plane');
  const workers = world.nodes.filter((node) => node.role === 'worker');
  const pods: CastPod[] = [];
  const add = (kind: Kind, node: WorldNode, name: string): void => {
    const [namespace, , ...containers] = kind;
    pods.push({ namespace: `openshift-${namespace}`, pod: name, uid: random.uuid(), node, containers });
  };
  for (const kind of STATIC_PODS) for (const node of masters) add(kind, node, `${kind[1]}-${node.name}`);
  for (const kind of DAEMONS)
    for (const node of world.nodes) add(kind, node, `${kind[1]}-${random.suffix(5)}`);
  for (const kind of [...CONTROL_PLANE_DEPLOYMENTS, ...WORKER_DEPLOYMENTS]) {
    const hosts = WORKER_DEPLOYMENTS.includes(kind) && workers.length > 0 ? workers : masters;
    const replicas =
      kind[1].endsWith('operator') || kind[1].endsWith('source') ? 1 : Math.min(hosts.length, 3);
    const replicaSet = random.hex(random.between(9, 10));
    for (let i = 0; i < replicas; i++)
      add(kind, hosts[i % hosts.length], `${kind[1]}-${replicaSet}-${random.suffix(5)}`);
  }
  return pods;
}
