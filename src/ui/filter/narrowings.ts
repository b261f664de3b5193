import { plural } from '../../base/text.ts';
import { endSolo, setFocus, setShowUndisplayed, showHiddenLanes } from '../../view/steps.ts';
import type { ViewState } from '../../view/view-state.ts';

/** One reason why not all is shown, and the view without it. */
export interface Narrowing {
  readonly words: string;
  readonly undo: string;
  readonly without: ViewState;
}

/** All that the view leaves out, but for the query and the groups, which have their own places. */
export function narrowings(view: ViewState, hiddenLanes: number): Narrowing[] {
  const found: Narrowing[] = [];
  const { focus, lanes, hiddenLevels, hiddenClasses } = view;
  if (focus !== null) {
    found.push({ words: `Only ${focus.name}`, undo: 'show everything', without: setFocus(view, null) });
  }
  if (lanes.solo.length > 0) {
    const words = `${plural(lanes.solo.length, 'lane')} alone`;
    found.push({ words, undo: 'show the other lanes', without: endSolo(view) });
  }
  if (hiddenLanes > 0) {
    const words = `${plural(hiddenLanes, 'lane')} hidden`;
    found.push({ words, undo: 'show hidden lanes', without: showHiddenLanes(view) });
  }
  if (hiddenLevels.length > 0) {
    const words = `Without ${hiddenLevels.join(', ')}`;
    found.push({ words, undo: 'show all levels', without: { ...view, hiddenLevels: [] } });
  }
  if (hiddenClasses.length > 0) {
    const words = `${plural(hiddenClasses.length, 'kind')} hidden`;
    found.push({ words, undo: 'show all kinds of bars', without: { ...view, hiddenClasses: [] } });
  }
  if (!view.showUndisplayed) {
    const undo = 'show what was not meant for charts too';
    found.push({ words: 'Only meant for charts', undo, without: setShowUndisplayed(view, true) });
  }
  return found;
}
