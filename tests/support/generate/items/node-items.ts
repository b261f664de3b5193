import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Reboot, Span, World, WorldNode } from '../world/world.ts';
import { BARE, type Item, type Keys, type Level } from './item.ts';
import { kubeEventItem } from './kube-event.ts';

/** Everything that a node's update shows about the node itself: events, monitor instants and constructed phases. */
export function nodeItems(world: World): Item[] {
  return world.reboots.flatMap((reboot) => {
    const node = world.nodes.find((each) => each.name === reboot.node)!;
    return [
      ...eventItems(reboot, node),
      ...monitorItems(reboot, node),
      ...phaseItems(reboot, node, world.monitor.to),
    ];
  });
}

/** `control-plane,master` or `worker`, as annotations say it. */
export function rolesOf(node: WorldNode): string {
  return node.role === 'control-plane' ? 'control-plane,master' : 'worker';
}

function eventItems(reboot: Reboot, node: WorldNode): Item[] {
  const { name } = node;
  const back = reboot.reboot.to;
  const bootId = 'b1c6d0f2-7e44-4b07-9d0c-5f0d3a2e9c11';
  const events: readonly (readonly [reason: string, at: EpochMs, text: string, level?: Level])[] = [
    ['Cordon', reboot.drain.from, 'Cordoned node to apply update'],
    ['Drain', reboot.drain.from + SECOND, 'Draining node to update config.'],
    ['NodeNotSchedulable', reboot.drain.from + SECOND, `Node ${name} status is now: NodeNotSchedulable`],
    ['OSUpdateStarted', reboot.osUpdate.from, 'Upgrading OS'],
    [
      'OSUpgradeApplied',
      reboot.osUpdate.to - 4 * SECOND,
      'OS upgrade applied; new MachineConfig will be booted into',
    ],
    ['PendingConfig', reboot.osUpdate.to - 2 * SECOND, `Written pending config ${reboot.configTo}`],
    ['Reboot', reboot.reboot.from, `Node will reboot into config ${reboot.configTo}`],
    ['Starting', back, 'Starting kubelet.'],
    ['NodeHasSufficientMemory', back, `Node ${name} status is now: NodeHasSufficientMemory`],
    ['NodeHasNoDiskPressure', back, `Node ${name} status is now: NodeHasNoDiskPressure`],
    ['NodeHasSufficientPID', back, `Node ${name} status is now: NodeHasSufficientPID`],
    ['Rebooted', back + SECOND, `Node ${name} has been rebooted, boot id: ${bootId}`, 'Warning'],
    ['NodeNotReady', back + SECOND, `Node ${name} status is now: NodeNotReady`],
    ['NodeReady', reboot.notReady.to, `Node ${name} status is now: NodeReady`],
    [
      'NodeDone',
      reboot.update.to - 2 * SECOND,
      `Setting node ${name}, currentConfig ${reboot.configTo} to Done`,
    ],
    [
      'Uncordon',
      reboot.update.to - 3 * SECOND,
      `Update completed for config ${reboot.configTo} and node has been uncordoned`,
    ],
  ];
  return events.map(([reason, at, text, level = 'Info']) =>
    kubeEventItem({ about: { node: name }, reason, at, text, level, annotations: { roles: rolesOf(node) } }),
  );
}

function monitorItems(reboot: Reboot, node: WorldNode): Item[] {
  const instant = (reason: string, at: EpochMs, text: string, level: Level, more: Keys = {}): Item => ({
    ...BARE,
    level,
    source: 'NodeMonitor',
    type: 'Node',
    keys: { node: node.name },
    reason,
    text,
    annotations: { roles: rolesOf(node), ...more },
    from: at,
    to: at,
  });
  const { update, notReady } = reboot;
  return [
    instant('MachineConfigChange', update.from, 'config change requested', 'Info', {
      config: reboot.configTo,
    }),
    instant('NotReady', notReady.from, 'node is not ready', 'Warning'),
    instant('Ready', notReady.to, 'node is ready', 'Info'),
    instant('MachineConfigReached', update.to, 'reached desired config', 'Info', { config: reboot.configTo }),
  ];
}

/** The constructed phases. One that the run's end cut off is closed there with a warning. */
function phaseItems(reboot: Reboot, node: WorldNode, runEnd: EpochMs): Item[] {
  const phase = (name: string, row: string, span: Span, text: string): Item => {
    const isCut = span.to > runEnd;
    const owner = { constructed: 'node-lifecycle-constructor' };
    const role = node.role === 'control-plane' ? 'control-plane' : 'worker';
    return {
      ...BARE,
      level: isCut ? 'Warning' : 'Info',
      source: 'NodeState',
      display: true,
      type: 'Node',
      keys: { node: node.name, row },
      reason: 'NodeUpdate',
      text: isCut ? 'never completed' : text,
      annotations: isCut ? { ...owner, role, state: name } : { ...owner, phase: name, roles: rolesOf(node) },
      from: span.from,
      to: Math.min(span.to, runEnd),
    };
  };
  const notReady = phase('NotReady', 'NodeNotReady', reboot.notReady, 'node is not ready');
  return [
    phase('Update', 'NodeUpdate', reboot.update, 'reached desired config'),
    phase('Drain', 'NodeUpdatePhases', reboot.drain, 'drained node'),
    phase('OperatingSystemUpdate', 'NodeUpdatePhases', reboot.osUpdate, 'updated operating system'),
    phase('Reboot', 'NodeUpdatePhases', reboot.reboot, 'rebooted and kubelet started'),
    {
      ...notReady,
      level: 'Warning',
      reason: 'NotReady',
      text: 'node is not ready',
      annotations: { constructed: 'node-lifecycle-constructor', roles: rolesOf(node) },
    },
  ];
}
