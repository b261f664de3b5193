import type { DurationMs, EpochMs } from '../base/time.ts';
import type { Level } from '../model/interval-table.ts';
import type { Focus, GroupState, LaneChoice, QueryMode, TimeZoneChoice, ViewState } from './view-state.ts';

/** A stretch of time; `from` < `to`. */
export interface TimeWindow {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** One millisecond is as far as the timeline zooms in. */
export const MIN_SPAN: DurationMs = 1;
/** Empty space on both sides of the whole run, as a share of its length. */
const MARGIN = 0.02;

/** The window of the whole run, with a little space on both sides. */
export function fullWindow(limits: TimeWindow): TimeWindow {
  const span = Math.max(limits.to - limits.from, MIN_SPAN);
  return { from: limits.from - span * MARGIN, to: limits.from + span * (1 + MARGIN) };
}

/** The window in sight. */
export function windowOf(view: ViewState, limits: TimeWindow): TimeWindow {
  const full = fullWindow(limits);
  return clampWindow(view.from ?? full.from, view.to ?? full.to, full);
}

/** Zooms so that `at` keeps its place; `factor` above 1 shows less time. */
export function zoomAt(view: ViewState, at: EpochMs, factor: number, limits: TimeWindow): ViewState {
  const { from, to } = windowOf(view, limits);
  const span = to - from;
  const wanted = Math.max(span / factor, MIN_SPAN);
  const share = span === 0 ? 0.5 : (at - from) / span;
  return showRange(view, at - wanted * share, at + wanted * (1 - share), limits);
}

/** Moves the window; it stops at the ends of the run. */
export function pan(view: ViewState, by: DurationMs, limits: TimeWindow): ViewState {
  const { from, to } = windowOf(view, limits);
  return showRange(view, from + by, to + by, limits);
}

/** Shows this range; what lies outside of the run is cut, and the whole run needs no numbers. */
export function showRange(view: ViewState, from: EpochMs, to: EpochMs, limits: TimeWindow): ViewState {
  const full = fullWindow(limits);
  const next = clampWindow(from, to, full);
  if (next.from <= full.from && next.to >= full.to) return { ...view, from: null, to: null };
  return { ...view, ...next };
}

/** Shows an item with as much room around it as it is long, at least `least`. */
export function fit(
  view: ViewState,
  item: TimeWindow,
  limits: TimeWindow,
  least: DurationMs = 4000,
): ViewState {
  const room = Math.max(item.to - item.from, least);
  return showRange(view, item.from - room, item.to + room, limits);
}

export function showAll(view: ViewState): ViewState {
  return { ...view, from: null, to: null };
}

/** An interval or a stretch of time is looked at, never both. */
export function select(view: ViewState, key: string | null): ViewState {
  return { ...view, selected: key, range: null };
}

export function selectFinding(view: ViewState, finding: string | null): ViewState {
  return { ...view, finding, range: finding === null ? view.range : null };
}

/** Sums up a stretch of time; null: none. An empty one is none. */
export function selectRange(view: ViewState, range: TimeWindow | null): ViewState {
  return { ...view, range: range === null || range.from >= range.to ? null : range };
}

export function setQuery(view: ViewState, query: string): ViewState {
  return { ...view, query };
}

export function setQueryMode(view: ViewState, queryMode: QueryMode): ViewState {
  return { ...view, queryMode };
}

export function setZone(view: ViewState, zone: TimeZoneChoice): ViewState {
  return { ...view, zone };
}

/** Sets how a group is shown; its own default needs no entry. */
export function setGroup(view: ViewState, id: string, state: GroupState, usual: GroupState): ViewState {
  const groups: Record<string, GroupState> = { ...view.groups };
  if (state === usual) delete groups[id];
  else groups[id] = state;
  return { ...view, groups };
}

/** Sets a finding aside; what is set aside stays in the link. */
export function dismiss(view: ViewState, finding: string): ViewState {
  return view.dismissed.includes(finding) ? view : { ...view, dismissed: [...view.dismissed, finding] };
}

/** Brings back a finding that was set aside. */
export function restore(view: ViewState, finding: string): ViewState {
  return { ...view, dismissed: view.dismissed.filter((id) => id !== finding) };
}

/** A link has room for so many, and a person too. */
const MAX_MARKS = 100;

/** Marks a moment; where one is marked already nothing is added. Marks ascend by time. */
export function addMark(view: ViewState, at: EpochMs, note = ''): ViewState {
  if (view.marks.length >= MAX_MARKS || view.marks.some((mark) => mark.at === at)) return view;
  return { ...view, marks: [...view.marks, { at, note }].sort((a, b) => a.at - b.at) };
}

export function setMarkNote(view: ViewState, at: EpochMs, note: string): ViewState {
  return { ...view, marks: view.marks.map((mark) => (mark.at === at ? { at, note } : mark)) };
}

export function removeMark(view: ViewState, at: EpochMs): ViewState {
  return { ...view, marks: view.marks.filter((mark) => mark.at !== at) };
}

/** What can be done with one lane; lanes are named by their keys. */
export const LANE_STEPS = ['pin', 'unpin', 'up', 'down', 'hide', 'solo', 'unsolo', 'fold', 'unfold'] as const;
export type LaneStep = (typeof LANE_STEPS)[number];

export function changeLane(view: ViewState, key: string, step: LaneStep): ViewState {
  return { ...view, lanes: stepLane(view.lanes, key, step) };
}

function stepLane(lanes: LaneChoice, key: string, step: LaneStep): LaneChoice {
  const without = (keys: readonly string[]) => keys.filter((each) => each !== key);
  switch (step) {
    case 'pin':
      return { ...lanes, pinned: [...without(lanes.pinned), key], hidden: without(lanes.hidden) };
    case 'unpin':
      return { ...lanes, pinned: without(lanes.pinned) };
    case 'up':
      return { ...lanes, pinned: moved(lanes.pinned, key, -1) };
    case 'down':
      return { ...lanes, pinned: moved(lanes.pinned, key, 1) };
    case 'hide':
      return {
        ...lanes,
        pinned: without(lanes.pinned),
        hidden: [...without(lanes.hidden), key],
        solo: without(lanes.solo),
      };
    case 'solo':
      return { ...lanes, solo: [...without(lanes.solo), key], hidden: without(lanes.hidden) };
    case 'unsolo':
      return { ...lanes, solo: without(lanes.solo) };
    case 'fold':
      return { ...lanes, folded: [...without(lanes.folded), key] };
    case 'unfold':
      return { ...lanes, folded: without(lanes.folded) };
  }
}

function moved(keys: readonly string[], key: string, by: 1 | -1): readonly string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= keys.length) return keys;
  const next = [...keys];
  [next[from], next[to]] = [next[to], next[from]];
  return next;
}

/** Shows again what was hidden by hand. */
export function showHiddenLanes(view: ViewState): ViewState {
  return { ...view, lanes: { ...view.lanes, hidden: [] } };
}

/** Shows all lanes beside those that stood alone. */
export function endSolo(view: ViewState): ViewState {
  return { ...view, lanes: { ...view.lanes, solo: [] } };
}

/** Takes away what keeps this lane from being shown. */
export function showLane(view: ViewState, key: string): ViewState {
  const { hidden, solo } = view.lanes;
  const isHidden = hidden.includes(key);
  const isAside = solo.length > 0 && !solo.includes(key);
  if (!isHidden && !isAside) return view;
  const lanes = { ...view.lanes, hidden: hidden.filter((each) => each !== key), solo: isAside ? [] : solo };
  return { ...view, lanes };
}

export function setFocus(view: ViewState, focus: Focus | null): ViewState {
  return { ...view, focus };
}

export function toggleLevel(view: ViewState, level: Level): ViewState {
  return { ...view, hiddenLevels: toggled(view.hiddenLevels, level) };
}

/** A class of bars, by its name in the theme. */
export function toggleClass(view: ViewState, name: string): ViewState {
  return { ...view, hiddenClasses: toggled(view.hiddenClasses, name) };
}

export function setShowUndisplayed(view: ViewState, isShown: boolean): ViewState {
  return { ...view, showUndisplayed: isShown };
}

function toggled<T>(all: readonly T[], one: T): readonly T[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one];
}

function clampWindow(from: EpochMs, to: EpochMs, full: TimeWindow): TimeWindow {
  const whole = full.to - full.from;
  const span = Math.min(Math.max(to - from, MIN_SPAN), whole);
  const start = Math.min(Math.max(from, full.from), full.to - span);
  return { from: start, to: start + span };
}
