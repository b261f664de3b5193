import { lowerBound } from '../base/search.ts';
import type { GroupState, LaneChoice } from '../view/view-state.ts';
import { LIFECYCLE_GROUP, NODES_GROUP } from './groups.ts';
import { rowsOfLane, type Lane, type Lanes } from './lanes.ts';
import { HEADER_HEIGHT, LANE_HEIGHT, SUB_LANE_HEIGHT, type CssPx } from './measure.ts';

/** Index of a line of the chart: a group's header, or a lane. */
export type Slot = number;

/** What stands below what. Slots below `pinnedSlots` do not scroll. */
export interface Stack {
  /** Top of each slot in the unscrolled chart, and at the end its height. */
  readonly top: Float64Array;
  /** Lane of each slot; a header of group g is -1 - g. Lanes pinned by hand have a header of their own, of no group. */
  readonly lane: Int32Array;
  readonly slotOfLane: Int32Array; // that of its group's header where the lane is not shown; -1: neither is
  readonly headerOfGroup: Int32Array; // -1: hidden
  readonly isFolded: Uint8Array; // by lane: the first of several rows that are drawn as one
  readonly pinnedSlots: number;
  readonly pinnedHeight: CssPx;
  readonly height: CssPx;
  /** Slots of the header and the lanes that were pinned by hand; they come first. */
  readonly chosenSlots: number;
  /** How many lanes somebody hid, those below the first of their name not counted. */
  readonly hiddenLanes: number;
}

const NO_CHOICE: LaneChoice = { pinned: [], hidden: [], solo: [], folded: [] };

export function stateOfGroup(
  lanes: Lanes,
  group: number,
  states: Readonly<Record<string, GroupState>>,
): GroupState {
  const { id, usual } = lanes.groups[group];
  return Object.hasOwn(states, id) ? states[id] : usual;
}

/**
 * First the lanes that somebody pinned, then the groups. What is pinned, and below it the apiservers' lives and the
 * nodes, stay on top while they take at most `pinnedRoom`. O(lanes).
 */
export function layoutStack(
  lanes: Lanes,
  states: Readonly<Record<string, GroupState>>,
  pinnedRoom: CssPx,
  choice: LaneChoice = NO_CHOICE,
): Stack {
  const laneCount = lanes.labels.length;
  const draft = new StackDraft(lanes, foldedLanes(lanes, choice.folded));
  const isAway = awayLanes(lanes, choice);
  draft.addPinned(pinnedLanes(lanes, choice.pinned), pinnedRoom);
  lanes.groups.forEach((group, index) => {
    const state = stateOfGroup(lanes, index, states);
    if (state === 'hidden') return;
    const shown: Lane[] = [];
    for (let lane = group.firstLane; lane < group.endLane; lane++) {
      if (isAway[lane] === 0 && draft.slotOfLane[lane] < 0) shown.push(lane);
    }
    if (shown.length === 0) return;
    const isOurs = group.id === LIFECYCLE_GROUP || group.id === NODES_GROUP;
    draft.addGroup(index, shown, state === 'open', isOurs ? pinnedRoom : 0);
  });
  const hidden = new Set(choice.hidden);
  let hiddenLanes = 0;
  for (let lane = 0; lane < laneCount && hidden.size > 0; lane++) {
    if (lanes.isSubLane[lane] === 0 && hidden.has(lanes.keys[lane])) hiddenLanes++;
  }
  return draft.finish(hiddenLanes);
}

/** 1 for lanes that are hidden, or not among those that are to stand alone. */
function awayLanes({ keys }: Lanes, { hidden, solo }: LaneChoice): Uint8Array {
  const isAway = new Uint8Array(keys.length);
  if (hidden.length === 0 && solo.length === 0) return isAway;
  const isHidden = new Set(hidden);
  const isSolo = new Set(solo);
  keys.forEach((key, lane) => {
    if (isHidden.has(key) || (isSolo.size > 0 && !isSolo.has(key))) isAway[lane] = 1;
  });
  return isAway;
}

/** 1 for the first of several rows that are to be drawn as one, 2 for the others. */
function foldedLanes(lanes: Lanes, folded: readonly string[]): Uint8Array {
  const isFolded = new Uint8Array(lanes.keys.length);
  const wanted = new Set(folded);
  if (wanted.size === 0) return isFolded;
  lanes.keys.forEach((key, lane) => {
    if (!wanted.has(key)) return;
    if (lanes.isSubLane[lane] === 1) isFolded[lane] = 2;
    else if (rowsOfLane(lanes, lane) > 1) isFolded[lane] = 1;
  });
  return isFolded;
}

/** In the order in which they were pinned, sub-lanes below theirs. */
function pinnedLanes({ keys }: Lanes, pinned: readonly string[]): Lane[] {
  if (pinned.length === 0) return [];
  const lanesOf = new Map<string, Lane[]>(pinned.map((key) => [key, []]));
  keys.forEach((key, lane) => lanesOf.get(key)?.push(lane));
  return [...lanesOf.values()].flat();
}

class StackDraft {
  readonly slotOfLane: Int32Array;
  readonly #lanes: Lanes;
  readonly #folded: Uint8Array;
  readonly #headerOfGroup: Int32Array;
  readonly #top: Float64Array;
  readonly #lane: Int32Array;
  #slots = 0;
  #pinned = 0;
  #chosen = 0;

  constructor(lanes: Lanes, folded: Uint8Array) {
    const [laneCount, groups] = [lanes.keys.length, lanes.groups.length];
    this.#lanes = lanes;
    this.#folded = folded;
    this.slotOfLane = new Int32Array(laneCount).fill(-1);
    this.#headerOfGroup = new Int32Array(groups).fill(-1);
    this.#top = new Float64Array(laneCount + groups + 2);
    this.#lane = new Int32Array(laneCount + groups + 1);
  }

  addPinned(lanes: readonly Lane[], room: CssPx): void {
    if (lanes.length === 0) return;
    this.#push(-1 - this.#headerOfGroup.length, HEADER_HEIGHT);
    for (const lane of lanes) this.#pushLane(lane);
    this.#chosen = this.#slots;
    this.#pin(true, room);
  }

  addGroup(group: number, lanes: readonly Lane[], isOpen: boolean, pinnedRoom: CssPx): void {
    const isAllPinned = this.#pinned === this.#slots;
    const header = this.#push(-1 - group, HEADER_HEIGHT);
    this.#headerOfGroup[group] = header;
    for (const lane of lanes) {
      if (isOpen) this.#pushLane(lane);
      else this.slotOfLane[lane] = header;
    }
    this.#pin(isAllPinned, pinnedRoom);
  }

  finish(hiddenLanes: number): Stack {
    return {
      top: this.#top.slice(0, this.#slots + 1),
      lane: this.#lane.slice(0, this.#slots),
      slotOfLane: this.slotOfLane,
      headerOfGroup: this.#headerOfGroup,
      isFolded: this.#folded.map((how) => (how === 1 ? 1 : 0)),
      pinnedSlots: this.#pinned,
      pinnedHeight: this.#top[this.#pinned],
      height: this.#top[this.#slots],
      chosenSlots: this.#chosen,
      hiddenLanes,
    };
  }

  /** Rows that are folded away stand in the slot of the first. */
  #pushLane(lane: Lane): void {
    const isAway = this.#folded[lane] === 2;
    const height = this.#lanes.isSubLane[lane] === 1 ? SUB_LANE_HEIGHT : LANE_HEIGHT;
    this.slotOfLane[lane] = isAway ? this.slotOfLane[lane - 1] : this.#push(lane, height);
  }

  #push(what: number, height: CssPx): Slot {
    this.#lane[this.#slots] = what;
    this.#top[this.#slots + 1] = this.#top[this.#slots] + height;
    return this.#slots++;
  }

  #pin(isAllPinned: boolean, room: CssPx): void {
    if (isAllPinned && this.#top[this.#slots] <= room) this.#pinned = this.#slots;
  }
}

/** Where a slot stands when the chart is scrolled. */
export function yOfSlot(stack: Stack, slot: Slot, scroll: CssPx): CssPx {
  return slot < stack.pinnedSlots ? stack.top[slot] : stack.top[slot] - scroll;
}

/** The middle of a slot when the chart is scrolled. */
export function middleOfSlot(stack: Stack, slot: Slot, scroll: CssPx): CssPx {
  return yOfSlot(stack, slot, scroll) + (stack.top[slot + 1] - stack.top[slot]) / 2;
}

/** The first slot that is not wholly above `y` in the scrolled part. O(log slots). */
export function firstSlotBelow(stack: Stack, y: CssPx, scroll: CssPx): Slot {
  const at = lowerBound(stack.top, y + scroll + 1e-6) - 1;
  return Math.min(Math.max(at, stack.pinnedSlots), stack.lane.length);
}

/**
 * The scroll position, moved as little as needed, at which the slot is in sight. Where it has to move down, a lane's
 * height is left below the slot, of which so much is used that the uppermost lane is whole.
 */
export function scrollToSlot(stack: Stack, slot: Slot, scroll: CssPx, height: CssPx): CssPx {
  if (slot < stack.pinnedSlots) return scroll;
  const room = stack.pinnedHeight + HEADER_HEIGHT; // a sticky header may lie over the first lane
  const top = stack.top[slot];
  if (top - scroll < room) return Math.max(0, top - room);
  const bottom = stack.top[slot + 1];
  if (bottom - scroll <= height) return scroll;
  const wanted = Math.min(bottom - height + LANE_HEIGHT, maxScroll(stack, height));
  return Math.max(wanted - coveredAt(stack, wanted + room), bottom - height);
}

/** How much of the lane that lies across the lower edge of a sticky header stands under it; 0 for a header. */
function coveredAt(stack: Stack, edge: CssPx): CssPx {
  const slot = firstSlotBelow(stack, edge, 0);
  return slot >= stack.lane.length || stack.lane[slot] < 0 ? 0 : Math.max(0, edge - stack.top[slot]);
}

export function maxScroll(stack: Stack, height: CssPx): CssPx {
  return Math.max(0, stack.height - height);
}
