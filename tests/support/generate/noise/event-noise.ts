import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Item, Level } from '../items/item.ts';
import { kubeEventItem } from '../items/kube-event.ts';
import { OPERATORS } from '../items/operators.ts';
import type { Random } from '../random.ts';
import type { Cast, CastPod } from './cast.ts';

interface PodEvent {
  readonly weight: number;
  readonly reason: string;
  readonly level: Level;
  readonly isFromKubelet: boolean;
  readonly text: (pod: CastPod) => string;
}

const POD_EVENTS: readonly PodEvent[] = [
  podEvent(
    3,
    'Pulled',
    'Info',
    true,
    (pod) =>
      `Container image "quay.io/openshift-release/${pod.containers[0]}@sha256:${pod.uid.slice(0, 8)}" already present on machine`,
  ),
  podEvent(2, 'Created', 'Info', true, (pod) => `Created container: ${pod.containers[0]}`),
  podEvent(
    2,
    'AddedInterface',
    'Info',
    false,
    (pod) => `Add eth0 [10.128.${pod.uid.charCodeAt(0) % 4}.${pod.uid.charCodeAt(2)}/23] from ovn-kubernetes`,
  ),
  podEvent(
    4,
    'Unhealthy',
    'Warning',
    true,
    (pod) =>
      `Readiness probe failed: Get "https://10.130.0.${pod.uid.charCodeAt(4)}:8443/readyz": dial tcp 10.130.0.${pod.uid.charCodeAt(4)}:8443: connect: connection refused`,
  ),
  podEvent(
    4,
    'ProbeError',
    'Warning',
    true,
    (pod) =>
      `Liveness probe error: Get "http://${pod.node.address}:10300/healthz": context deadline exceeded\nbody: \n`,
  ),
  podEvent(
    1,
    'BackOff',
    'Warning',
    true,
    (pod) =>
      `Back-off restarting failed container ${pod.containers[0]} in pod ${pod.pod}_${pod.namespace}(${pod.uid})`,
  ),
  podEvent(
    1,
    'FailedMount',
    'Warning',
    true,
    (pod) =>
      `MountVolume.SetUp failed for volume "serving-cert" : secret "${pod.containers[0]}-tls" not found`,
  ),
  podEvent(
    1,
    'FailedScheduling',
    'Warning',
    false,
    () =>
      "0/6 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match pod anti-affinity rules, 3 node(s) had untolerated taint {node-role.kubernetes.io/master: }.",
  ),
  podEvent(
    1,
    'TaintManagerEviction',
    'Info',
    false,
    (pod) => `Cancelling deletion of Pod ${pod.namespace}/${pod.pod}`,
  ),
];

function podEvent(
  weight: number,
  reason: string,
  level: Level,
  isFromKubelet: boolean,
  text: PodEvent['text'],
): PodEvent {
  return { weight, reason, level, isFromKubelet, text };
}
const WEIGHTED_POD_EVENTS = POD_EVENTS.map((each) => [each.weight, each] as const);

/** An event about one of the platform's pods; some are repeats, and a few so many that the producer marks them. */
export function podEventNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const pod = random.pickSkewed(cast.platformPods);
  const { reason, level, isFromKubelet, text } = random.weighted(WEIGHTED_POD_EVENTS);
  const count = random.chance(0.25) ? random.between(2, 34) : 1;
  return [
    kubeEventItem({
      about: { namespace: pod.namespace, pod: pod.pod },
      reason,
      level,
      text: text(pod),
      at,
      host: pod.node.name,
      isFromKubelet,
      count,
      firstAt: count > 1 ? at - count * random.between(5, 40) * SECOND : at,
      isPathological: count > 20,
      isInteresting: count > 20,
    }),
  ];
}

const OPERATOR_EVENTS = [
  [
    'OperatorStatusChanged',
    (name: string) =>
      `Status for clusteroperator/${name} changed: Progressing message changed from "" to "deployment is still rolling out"`,
  ],
  ['DeploymentUpdated', (name: string) => `Updated Deployment.apps/${name} because it changed`],
  [
    'ConfigMapUpdated',
    (name: string) =>
      `Updated ConfigMap/${name}-ca-bundle -n openshift-${name}: cause by changes in data.ca-bundle.crt`,
  ],
  ['ObservedConfigChanged', (name: string) => `Writing updated observed config for ${name}`],
  [
    'FastControllerResync',
    () =>
      'Controller "auditPolicyController" resync interval is set to 10s which might lead to client request throttling',
  ],
  ['LeaderElection', (name: string) => `${name}-operator became leader`],
] as const;

/** An event that an operator wrote about its own deployment. */
export function operatorEventNoise(random: Random, at: EpochMs): Item[] {
  const name = random.pickSkewed(OPERATORS);
  const [reason, text] = random.pick(OPERATOR_EVENTS);
  const about = { namespace: `openshift-${name}-operator`, deployment: `${name}-operator` };
  const isRepeat = random.chance(0.2);
  return [
    kubeEventItem({
      about,
      reason,
      text: text(name),
      at,
      ...(isRepeat ? { count: random.between(2, 12), firstAt: at - random.between(2, 40) * MINUTE } : {}),
    }),
  ];
}
