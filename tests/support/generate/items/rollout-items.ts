import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Rollout, RolloutTurn, Span, World } from '../world/world.ts';
import { BARE, type Item } from './item.ts';
import { kubeEventItem } from './kube-event.ts';

/** What revision rollouts leave behind: the operator's condition and events, installer pods, the kubelet's events. */
export function rolloutItems(world: World): Item[] {
  return world.rollouts.flatMap((rollout) => [
    ...conditionItems(rollout),
    ...operatorEvents(rollout),
    ...rollout.turns.flatMap((turn) => installerItems(rollout, turn)),
  ]);
}

function conditionItems(rollout: Rollout): Item[] {
  const { operator, progressing, fromRevision, toRevision, turns } = rollout;
  const text = `NodeInstallerProgressing: ${nodes(turns.length)} at revision ${fromRevision}; 0 nodes have achieved new revision ${toRevision}`;
  const done = `NodeInstallerProgressing: ${nodes(turns.length)} at revision ${toRevision}`;
  return [
    ...operatorCondition(operator, 'Progressing', 'True', 'NodeInstaller', text, progressing, 'Warning'),
    operatorInstant(operator, 'Progressing', 'False', 'AsExpected', done, progressing.to),
  ];
}

/** A condition that was bad for a while: the instant of the change, and the constructed period. */
export function operatorCondition(
  operator: string,
  condition: string,
  status: string,
  reason: string,
  text: string,
  span: Span,
  level: Item['level'],
): Item[] {
  const instant = operatorInstant(operator, condition, status, reason, text, span.from, level);
  return [instant, { ...instant, source: 'OperatorState', display: true, to: span.to }];
}

/** One change of an operator's condition. */
export function operatorInstant(
  operator: string,
  condition: string,
  status: string,
  reason: string,
  text: string,
  at: EpochMs,
  level: Item['level'] = 'Warning',
): Item {
  return {
    ...BARE,
    level,
    source: 'ClusterOperatorMonitor',
    type: 'ClusterOperator',
    keys: { clusteroperator: operator },
    reason,
    text,
    annotations: { condition, status },
    from: at,
    to: at,
  };
}

function nodes(count: number): string {
  return count === 1 ? '1 node is' : `${count} nodes are`;
}

function operatorEvents(rollout: Rollout): Item[] {
  const { operator, fromRevision: before, toRevision: after, turns } = rollout;
  const name = `${operator}-operator`;
  const about = {
    namespace: operator === 'etcd' ? 'openshift-etcd-operator' : `openshift-${name}`,
    deployment: name,
  };
  const event = (reason: string, text: string, at: EpochMs): Item =>
    kubeEventItem({ about, reason, text, at });
  const pod = `${operator}-pod`;
  const items = [
    event(
      'RevisionTriggered',
      `new revision ${after} triggered by "required configmap/${pod} has changed"`,
      rollout.progressing.from - 6 * SECOND,
    ),
    event(
      'ConfigMapCreated',
      `Created ConfigMap/${pod}-${after} -n openshift-${operator} because it was missing`,
      rollout.progressing.from - 5 * SECOND,
    ),
  ];
  for (const { node, installer, started } of turns) {
    const why = `because node ${node} with revision ${before} is the oldest`;
    items.push(
      event(
        'NodeTargetRevisionChanged',
        `Updating node "${node}" from revision ${before} to ${after} ${why}`,
        installer.from - 2 * SECOND,
      ),
      event(
        'PodCreated',
        `Created Pod/installer-${after}-${node} -n openshift-${operator} because it was missing`,
        installer.from,
      ),
      event(
        'NodeCurrentRevisionChanged',
        `Updated node "${node}" from revision ${before} to ${after} because static pod is ready`,
        started + 35 * SECOND,
      ),
    );
  }
  return items;
}

function installerItems(rollout: Rollout, turn: RolloutTurn): Item[] {
  const { node, installer } = turn;
  const namespace = `openshift-${rollout.operator}`;
  const pod = `installer-${rollout.toRevision}-${node}`;
  const uid = uidFrom(pod);
  const about = { namespace, pod };
  const event = (reason: string, text: string, at: EpochMs): Item =>
    kubeEventItem({ about, reason, text, at, host: node, isFromKubelet: true });
  const state = (reason: string, from: EpochMs, to: EpochMs, container?: string): Item => ({
    ...BARE,
    source: 'PodState',
    type: container === undefined ? 'Pod' : 'Container',
    keys: { namespace, pod, uid, ...(container === undefined ? {} : { container }) },
    reason,
    annotations: { constructed: 'pod-lifecycle-constructor' },
    from,
    to,
  });
  return [
    event('AddedInterface', 'Add eth0 [10.129.0.41/23] from ovn-kubernetes', installer.from + SECOND),
    event('Started', 'Started container installer', installer.from + 2 * SECOND),
    event(
      'StaticPodInstallerCompleted',
      `Successfully installed revision ${rollout.toRevision}`,
      installer.to,
    ),
    state('Created', installer.from, installer.from + SECOND),
    state('Scheduled', installer.from + SECOND, installer.to),
    state('ContainerWait', installer.from, installer.from + 2 * SECOND, 'installer'),
    state('ContainerStart', installer.from + 2 * SECOND, installer.to, 'installer'),
  ];
}

/** A steady identifier made from a name. */
export function uidFrom(name: string): string {
  let hash = 0x2f0b4a11;
  let text = '';
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x5bd1e995) >>> 0;
    hash = (hash ^ (hash >>> 13)) >>> 0;
    text += hash.toString(16).padStart(8, '0');
  }
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20, 32)}`;
}
