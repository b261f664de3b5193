import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import type { World } from '../world/world.ts';
import { BARE, type Item } from './item.ts';

/** Reigns of etcd leaders: each control-plane reboot may end one; the last is still on. */
export function leadershipItems(world: World, random: Random): Item[] {
  const masters = world.nodes.filter((node) => node.role === 'control-plane');
  const members = masters.map(
    (_, i) => `${'8c4f'[i % 4]}${'1d7e9b02a6c35f48'.slice(1 + i)}${'0123'.slice(0, i)}`,
  );
  let leader = random.below(masters.length);
  let term = 7;
  let from = world.monitor.from;
  const items: Item[] = [];
  const reign = (to: EpochMs | null): Item => ({
    ...BARE,
    level: 'Warning',
    source: 'EtcdLeadership',
    display: true,
    keys: { 'etcd-member': members[leader], node: masters[leader].name },
    annotations: { constructed: 'etcd-lifecycle-constructor', leader: members[leader], term: String(term) },
    from,
    to,
  });
  for (const { node, reboot } of [...world.reboots].sort((a, b) => a.reboot.from - b.reboot.from)) {
    if (masters.length < 2 || masters[leader].name !== node || reboot.from <= from) continue;
    items.push(reign(reboot.from + SECOND));
    leader = (leader + random.between(1, masters.length - 1)) % masters.length;
    term += 1;
    from = reboot.from + 2 * SECOND;
    const elected = logItem(
      'EtcdLeadership',
      'etcd',
      masters[leader].name,
      `elected leader ${members[leader]} at term ${term}`,
      from,
    );
    items.push({
      ...elected,
      reason: 'LeaderElected',
      annotations: { leader: members[leader], term: String(term), 'local-member-id': members[leader] },
    });
  }
  if (masters.length > 0) items.push(reign(null));
  return items;
}

/** A line of a container's log that the monitor thought worth an item. */
export function logItem(source: string, container: string, node: string, text: string, at: EpochMs): Item {
  const keys = { namespace: `openshift-${container}`, pod: `${container}-${node}`, node, container };
  return {
    ...BARE,
    level: 'Warning',
    source,
    display: true,
    type: 'Container',
    keys,
    text,
    from: at,
    to: at + SECOND,
  };
}
