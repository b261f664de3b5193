import { decodeView, encodeView } from './url.ts';
import { INITIAL_VIEW, type ViewState } from './view-state.ts';

/** A named choice of what lanes are shown and how: groups, pinned and hidden lanes, levels. */
export interface LaneSet {
  readonly name: string;
  /** As the text of a link, so that it is read with the same care. */
  readonly link: string;
}

const MAX_SETS = 50;
const MAX_NAME = 80;
const MAX_TEXT = 8000;

/** What of a view belongs to the set. */
export function laneSetOf(
  name: string,
  { groups, lanes, hiddenLevels, hiddenClasses, showUndisplayed }: ViewState,
): LaneSet {
  return {
    name: name.trim().slice(0, MAX_NAME),
    link: encodeView({ ...INITIAL_VIEW, groups, lanes, hiddenLevels, hiddenClasses, showUndisplayed }).text,
  };
}

/** The view with the lanes of the set. */
export function applyLaneSet(view: ViewState, { link }: LaneSet): ViewState {
  const { groups, lanes, hiddenLevels, hiddenClasses, showUndisplayed } = decodeView(link);
  return { ...view, groups, lanes, hiddenLevels, hiddenClasses, showUndisplayed };
}

/** Whether the view shows what the set says. */
export function showsLaneSet(view: ViewState, { link }: LaneSet): boolean {
  return laneSetOf('', view).link === link;
}

/** A set of the same name is replaced; the others stay in their order. */
export function putLaneSet(sets: readonly LaneSet[], set: LaneSet): LaneSet[] {
  const at = sets.findIndex(({ name }) => name === set.name);
  return at < 0 ? [...sets, set].slice(-MAX_SETS) : sets.map((each, index) => (index === at ? set : each));
}

export function encodeLaneSets(sets: readonly LaneSet[]): string {
  return JSON.stringify(sets);
}

/** What was kept, as far as it can be read. */
export function decodeLaneSets(text: string | null): LaneSet[] {
  try {
    const kept = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter(isLaneSet).slice(0, MAX_SETS) : [];
  } catch {
    return [];
  }
}

function isLaneSet(each: unknown): each is LaneSet {
  const { name, link } = (each ?? {}) as Partial<Record<keyof LaneSet, unknown>>;
  const isName = typeof name === 'string' && name !== '' && name.length <= MAX_NAME;
  return isName && typeof link === 'string' && link.length <= MAX_TEXT;
}
