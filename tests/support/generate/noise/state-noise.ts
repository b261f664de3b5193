import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { alertItem } from '../items/alert-item.ts';
import type { Item, Level } from '../items/item.ts';
import { OPERATORS } from '../items/operators.ts';
import { operatorCondition, operatorInstant } from '../items/rollout-items.ts';
import type { Random } from '../random.ts';
import type { Cast } from './cast.ts';

const ALERTS = [
  ['KubePodNotReady', 'warning'],
  ['KubeDeploymentReplicasMismatch', 'warning'],
  ['KubeStatefulSetReplicasMismatch', 'warning'],
  ['KubeDaemonSetRolloutStuck', 'warning'],
  ['KubeContainerWaiting', 'warning'],
  ['PodDisruptionBudgetAtLimit', 'warning'],
  ['TargetDown', 'warning'],
  ['KubeClientErrors', 'warning'],
  ['HighOverallControlPlaneCPU', 'warning'],
  ['ExtremelyHighIndividualControlPlaneCPU', 'critical'],
  ['SystemMemoryExceedsReservation', 'warning'],
  ['KubeAPIErrorBudgetBurn', 'critical'],
  ['InsightsRecommendationActive', 'info'],
  ['ImageRegistryStorageReadOnly', 'info'],
] as const;

/** An alert that was pending for a while, and sometimes fired after it. */
export function alertNoise(random: Random, cast: Cast, at: EpochMs): Item[] {
  const [alert, severity] = random.pickSkewed(ALERTS);
  const pod = random.pickSkewed(cast.platformPods);
  const keys = alert.includes('Memory')
    ? { alert, node: pod.node.name }
    : alert.startsWith('KubePod') || alert.includes('Container')
      ? { alert, namespace: pod.namespace, pod: pod.pod }
      : { alert, namespace: pod.namespace };
  const fires = at + random.between(30, 400) * SECOND;
  const pending = alertItem(keys, 'pending', severity, { from: at, to: fires });
  if (!random.chance(0.15)) return [pending];
  return [
    pending,
    alertItem(keys, 'firing', severity, { from: fires, to: fires + random.between(30, 600) * SECOND }),
  ];
}

/** The two alerts that fire all the time. */
export function standingAlerts(cast: Cast): Item[] {
  const span = { from: cast.world.monitor.from + 2 * SECOND, to: cast.world.monitor.to };
  const namespace = 'openshift-monitoring';
  return [
    alertItem({ alert: 'Watchdog', namespace }, 'firing', 'none', span),
    alertItem({ alert: 'AlertmanagerReceiversNotConfigured', namespace }, 'firing', 'warning', span),
  ];
}

type Trouble = readonly [condition: string, status: string, level: Level, reason: string, text: string];
const TROUBLES: readonly (readonly [weight: number, trouble: Trouble])[] = [
  [6, ['Progressing', 'True', 'Warning', 'RollOut', 'Progressing: 1 of 2 replicas are up to date']],
  [
    1,
    [
      'Degraded',
      'True',
      'Error',
      'SyncError',
      'SyncDegraded: the server is currently unable to handle the request (get leases.coordination.k8s.io)',
    ],
  ],
  [
    1,
    [
      'Available',
      'False',
      'Error',
      'NoEndpoints',
      'Available: no ready endpoints\nwaiting for one of 2 pods to become ready',
    ],
  ],
];

/** An operator that was unhappy for a short time. Those of static pods are left to the story. */
export function operatorNoise(random: Random, at: EpochMs): Item[] {
  const name = random.pick(OPERATORS.filter((each) => !each.startsWith('kube-') && each !== 'etcd'));
  const [condition, status, level, reason, text] = random.weighted(TROUBLES);
  const to = at + random.between(2, level === 'Error' ? 60 : 200) * SECOND;
  const healthy = status === 'True' ? 'False' : 'True';
  return [
    ...operatorCondition(name, condition, status, reason, text, { from: at, to }, level),
    operatorInstant(name, condition, healthy, 'AsExpected', '', to),
  ];
}
