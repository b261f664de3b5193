import { lowerBound } from '../base/search.ts';
import type { GroupState } from '../view/view-state.ts';
import { LIFECYCLE_GROUP, NODES_GROUP } from './groups.ts';
import type { Lane, Lanes } from './lanes.ts';
import { HEADER_HEIGHT, LANE_HEIGHT, type CssPx } from './measure.ts';

/** Index of a line of the chart: a group's header, or a lane. */
export type Slot = number;

/** What stands below what. Slots below `pinnedSlots` do not scroll. */
export interface Stack {
  /** Top of each slot in the unscrolled chart, and at the end its height. */
  readonly top: Float64Array;
  /** Lane of each slot; a header of group g is -1 - g. */
  readonly lane: Int32Array;
  readonly slotOfLane: Int32Array; // that of its group's header where the lane is not shown; -1: neither is
  readonly headerOfGroup: Int32Array; // -1: hidden
  readonly pinnedSlots: number;
  readonly pinnedHeight: CssPx;
  readonly height: CssPx;
}

export function stateOfGroup(
  lanes: Lanes,
  group: number,
  states: Readonly<Record<string, GroupState>>,
): GroupState {
  const { id, usual } = lanes.groups[group];
  return Object.hasOwn(states, id) ? states[id] : usual;
}

/** Our own groups stay on top while they take at most `pinnedRoom`; first the lifecycle, then the nodes. O(lanes). */
export function layoutStack(
  lanes: Lanes,
  states: Readonly<Record<string, GroupState>>,
  pinnedRoom: CssPx,
): Stack {
  const laneCount = lanes.labels.length;
  const top = new Float64Array(laneCount + lanes.groups.length + 1);
  const lane = new Int32Array(laneCount + lanes.groups.length);
  const slotOfLane = new Int32Array(laneCount).fill(-1);
  const headerOfGroup = new Int32Array(lanes.groups.length).fill(-1);
  let slots = 0;
  let pinnedSlots = 0;
  const push = (what: number, height: CssPx) => {
    lane[slots] = what;
    top[slots + 1] = top[slots] + height;
    return slots++;
  };
  lanes.groups.forEach((group, index) => {
    const state = stateOfGroup(lanes, index, states);
    if (state === 'hidden') return;
    const isAllPinned = pinnedSlots === slots;
    const header = push(-1 - index, HEADER_HEIGHT);
    headerOfGroup[index] = header;
    for (let each: Lane = group.firstLane; each < group.endLane; each++) {
      slotOfLane[each] = state === 'open' ? push(each, LANE_HEIGHT) : header;
    }
    const isOurs = group.id === LIFECYCLE_GROUP || group.id === NODES_GROUP;
    if (isOurs && isAllPinned && top[slots] <= pinnedRoom) pinnedSlots = slots;
  });
  return {
    top: top.slice(0, slots + 1),
    lane: lane.slice(0, slots),
    slotOfLane,
    headerOfGroup,
    pinnedSlots,
    pinnedHeight: top[pinnedSlots],
    height: top[slots],
  };
}

/** Where a slot stands when the chart is scrolled. */
export function yOfSlot(stack: Stack, slot: Slot, scroll: CssPx): CssPx {
  return slot < stack.pinnedSlots ? stack.top[slot] : stack.top[slot] - scroll;
}

/** The first slot that is not wholly above `y` in the scrolled part. O(log slots). */
export function firstSlotBelow(stack: Stack, y: CssPx, scroll: CssPx): Slot {
  const at = lowerBound(stack.top, y + scroll + 1e-6) - 1;
  return Math.min(Math.max(at, stack.pinnedSlots), stack.lane.length);
}

/** The scroll position, moved as little as needed, at which the slot is in sight. */
export function scrollToSlot(stack: Stack, slot: Slot, scroll: CssPx, height: CssPx): CssPx {
  if (slot < stack.pinnedSlots) return scroll;
  const room = stack.pinnedHeight + HEADER_HEIGHT; // a sticky header may lie over the first lane
  const top = stack.top[slot];
  if (top - scroll < room) return Math.max(0, top - room);
  const bottom = stack.top[slot + 1];
  if (bottom - scroll > height) return bottom - height + LANE_HEIGHT;
  return scroll;
}

export function maxScroll(stack: Stack, height: CssPx): CssPx {
  return Math.max(0, stack.height - height);
}
