import type { DurationMs, EpochMs } from '../base/time.ts';
import type { GroupState, TimeZoneChoice, ViewState } from './view-state.ts';

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

export function select(view: ViewState, key: string | null): ViewState {
  return { ...view, selected: key };
}

export function selectFinding(view: ViewState, finding: string | null): ViewState {
  return { ...view, finding };
}

export function setQuery(view: ViewState, query: string): ViewState {
  return { ...view, query };
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

function clampWindow(from: EpochMs, to: EpochMs, full: TimeWindow): TimeWindow {
  const whole = full.to - full.from;
  const span = Math.min(Math.max(to - from, MIN_SPAN), whole);
  const start = Math.min(Math.max(from, full.from), full.to - span);
  return { from: start, to: start + span };
}
