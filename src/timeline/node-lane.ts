import { cleanNodeName, shortNodeName } from '../model/node-name.ts';
import { NODES_GROUP } from './groups.ts';
import type { Lane, Lanes } from './lanes.ts';

/** The first row of the lane that tells what a control-plane node did; -1 where it has none. O(lanes of nodes). */
export function laneOfNode({ groups, labels }: Pick<Lanes, 'groups' | 'labels'>, node: string): Lane {
  const group = groups.find(({ id }) => id === NODES_GROUP);
  if (group === undefined) return -1;
  const name = shortNodeName(cleanNodeName(node));
  const at = labels.slice(group.firstLane, group.endLane).indexOf(name);
  return at < 0 ? -1 : group.firstLane + at;
}
