import type { LaneGroup, Lanes } from '../../timeline/lanes.ts';
import { formatCount } from '../../base/text.ts';

/** How much of a group is drawn, and how much the filter finds. */
export interface GroupCount {
  readonly drawn: number;
  /** Before any group, level or kind of bar is left out; for a group that is no source of its own what is drawn. */
  readonly found: number;
}

/** `bySource`: how many rows of each source match the filter. */
export function countGroup(
  { first }: Pick<Lanes, 'first'>,
  { id, firstLane, endLane }: LaneGroup,
  sources: readonly string[],
  bySource: Uint32Array,
): GroupCount {
  const drawn = first[endLane] - first[firstLane];
  const source = sources.indexOf(id);
  return { drawn, found: source < 0 ? drawn : Math.max(bySource[source], drawn) };
}

/** `345`, `12 of 345` where not all are drawn. */
export function groupCountText({ drawn, found }: GroupCount): string {
  return drawn === found ? formatCount(found) : `${formatCount(drawn)} of ${formatCount(found)}`;
}
