import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import type { Upgrade, World } from '../world/world.ts';
import { BARE, type Item } from './item.ts';
import { kubeEventItem } from './kube-event.ts';
import { OPERATORS, PROGRESSING_TEXTS } from './operators.ts';
import { operatorCondition, operatorInstant } from './rollout-items.ts';

const STATIC_POD_OPERATORS = new Set(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler']);

/** An upgrade as the monitor sees it: the test's own marks, the version's words, and one operator after the other. */
export function upgradeItems(world: World, random: Random): Item[] {
  const { upgrade } = world;
  if (upgrade === null) return [];
  return [...versionItems(upgrade), ...(world.nodes.length > 0 ? operatorItems(world, upgrade, random) : [])];
}

function versionItems(upgrade: Upgrade): Item[] {
  const { span, fromVersion, toVersion } = upgrade;
  const mark = (reason: string, text: string, at: EpochMs): Item =>
    kubeEventItem({ about: { clusterversion: 'cluster' }, reason, text, at });
  const note = (text: string, at: EpochMs): Item => ({
    ...BARE,
    source: 'ClusterOperatorMonitor',
    type: 'ClusterVersion',
    keys: { clusterversion: 'version' },
    text,
    from: at,
    to: at,
  });
  const image = 'registry.ci.openshift.org/ocp/release@sha256:9f2c7c1e4b7d8a06';
  const waitFrom = span.from + Math.round((span.to - span.from) * 0.55);
  const waiting = `stayed in "Working towards ${toVersion}: 714 of 831 done (85% complete), waiting on machine-config"`;
  return [
    mark('UpgradeStarted', `version/${toVersion} image/${image}`, span.from),
    mark('UpgradeVersion', `version/${toVersion} image/${image}`, span.from + 4 * SECOND),
    mark('UpgradeComplete', `version/${toVersion} image/${image}`, span.to),
    note(`cluster converging to ${toVersion}`, span.from + 5 * SECOND),
    note(`cluster reached ${toVersion}`, span.to - 3 * SECOND),
    {
      ...note(waiting, waitFrom),
      level: 'Warning',
      source: 'VersionState',
      display: true,
      to: span.to - 20 * SECOND,
    },
    { ...note(`cluster upgrading from ${fromVersion}`, span.from + 6 * SECOND) },
  ];
}

function operatorItems(world: World, upgrade: Upgrade, random: Random): Item[] {
  const { span, fromVersion, toVersion } = upgrade;
  const items: Item[] = [];
  const nodeUpdateFrom = Math.min(span.to, ...world.reboots.map((reboot) => reboot.update.from));
  const others = OPERATORS.filter((name) => !STATIC_POD_OPERATORS.has(name) && name !== 'machine-config');
  const staticFrom = Math.min(
    ...world.rollouts.map((each) => each.progressing.from),
    nodeUpdateFrom - 20 * MINUTE,
  );
  const begin = Math.min(staticFrom + 14 * MINUTE, nodeUpdateFrom - 12 * MINUTE);
  const step = (nodeUpdateFrom - 2 * MINUTE - begin) / others.length;
  for (const [i, name] of others.entries()) {
    const from = Math.round((begin + step * i + random.below(20) * SECOND) / SECOND) * SECOND;
    const to = from + random.between(25, 260) * SECOND;
    const [reason, text] = PROGRESSING_TEXTS[name] ?? ['RollOut', `Progressing: moving to ${toVersion}`];
    items.push(...operatorCondition(name, 'Progressing', 'True', reason, text, { from, to }, 'Warning'));
    items.push(operatorInstant(name, 'Progressing', 'False', 'AsExpected', 'All is well', to));
    items.push(versionChange(name, fromVersion, toVersion, to));
  }
  for (const rollout of world.rollouts)
    items.push(versionChange(rollout.operator, fromVersion, toVersion, rollout.progressing.to - 9 * SECOND));
  if (nodeUpdateFrom < span.to) {
    const working = { from: nodeUpdateFrom - 15 * SECOND, to: span.to - 25 * SECOND };
    const text = `Working towards ${toVersion}`;
    items.push(...operatorCondition('machine-config', 'Progressing', 'True', '', text, working, 'Warning'));
    items.push(versionChange('machine-config', fromVersion, toVersion, working.to));
  }
  return items;
}

function versionChange(operator: string, before: string, after: string, at: EpochMs): Item {
  return {
    ...operatorInstant(operator, '', '', '', `versions: operator ${before} -> ${after}`, at, 'Info'),
    annotations: null,
  };
}
