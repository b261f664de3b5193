import { Random } from '../random.ts';
import type { World } from '../world/world.ts';
import { disruptionItems, headerWindowItems } from './disruption-items.ts';
import { falloutItems } from './fallout-items.ts';
import { compareTimes, type Item } from './item.ts';
import { nodeItems } from './node-items.ts';
import { rolloutItems } from './rollout-items.ts';
import { stopItems } from './stop-items.ts';
import { upgradeItems } from './upgrade-items.ts';
import { windowItems, type WindowMaker } from './window-items.ts';

/** What the monitor recorded of a planted world, in order of time; noise is added elsewhere. */
export function worldItems(world: World, maker: WindowMaker = 'analyser'): Item[] {
  const random = new Random(world.seed);
  const items = [
    ...stopItems(world),
    ...windowItems(world, maker),
    ...nodeItems(world),
    ...rolloutItems(world),
    ...disruptionItems(world),
    ...headerWindowItems(world),
    ...upgradeItems(world, random.fork('upgrade')),
    ...falloutItems(world, random.fork('fallout')),
  ];
  return items.filter((item) => isInside(item, world)).sort(compareTimes);
}

/** Whether the monitor could see it begin and had not stopped yet. */
function isInside(item: Item, world: World): boolean {
  const begin = item.from ?? world.monitor.from;
  return begin >= world.monitor.from && begin <= world.monitor.to;
}
