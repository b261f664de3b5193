import { focusOfLane } from '../../timeline/lane-focus.ts';
import { rowsOfLane, type Lane } from '../../timeline/lanes.ts';
import { changeLane, setFocus, setGroup, type LaneStep } from '../../view/steps.ts';
import type { Chart } from './chart.svelte.ts';
import type { Session } from '../session.svelte.ts';

/** One entry of a lane's menu. */
export interface LaneAction {
  readonly words: string;
  /** The key that does it for the lane of the selected interval; '' for none. */
  readonly key: string;
  run(): void;
}

/** What can be done with a lane. */
export function laneActions(chart: Chart, session: Session, lane: Lane): LaneAction[] {
  const { lanes, table } = chart;
  const key = lanes.keys[lane];
  const { pinned, solo, folded } = session.view.lanes;
  const group = lanes.groups[lanes.group[lane]];
  const focus = focusOfLane(lanes, table, lane);
  const step = (words: string, does: LaneStep, shortcut = ''): LaneAction => ({
    words,
    key: shortcut,
    run: () => session.change(changeLane(session.view, key, does), true),
  });
  const at = pinned.indexOf(key);
  const actions: LaneAction[] = [at < 0 ? step('Pin on top', 'pin', 'p') : step('Unpin', 'unpin', 'p')];
  if (at > 0) actions.push(step('Move up', 'up'));
  if (at >= 0 && at < pinned.length - 1) actions.push(step('Move down', 'down'));
  actions.push(step('Hide', 'hide', 'h'));
  actions.push(
    solo.includes(key)
      ? step('No longer show alone', 'unsolo', 'o')
      : step(solo.length === 0 ? 'Show alone' : 'Show beside those shown alone', 'solo', 'o'),
  );
  const rows = rowsOfLane(lanes, lanes.keys.indexOf(key));
  if (rows > 1) {
    actions.push(
      folded.includes(key)
        ? step(`Show its ${rows} rows`, 'unfold', 'c')
        : step(`Fold its ${rows} rows into one`, 'fold', 'c'),
    );
  }
  if (focus !== null) {
    actions.push({
      words: `Only what concerns ${focus.name}`,
      key: 'n',
      run: () => session.change(setFocus(session.view, focus), true),
    });
  }
  if (at < 0) {
    actions.push({
      words: `Collapse “${group.label}”`,
      key: '',
      run: () => session.change(setGroup(session.view, group.id, 'closed', group.usual), true),
    });
  }
  return actions;
}

/** Does what the key says with the lane of the selected interval. */
export function actOnSelectedLane(chart: Chart, session: Session, key: 'p' | 'h' | 'o' | 'n' | 'c'): void {
  if (key === 'n' && session.view.focus !== null) return session.change(setFocus(session.view, null), true);
  if (chart.selectedLane < 0) {
    session.say('Select an interval first: the key is for its lane. “.” takes the first in sight.');
    return;
  }
  const action = laneActions(chart, session, chart.selectedLane).find((each) => each.key === key);
  if (action === undefined) {
    if (key === 'c') session.say('This lane has one row.');
    return;
  }
  action.run();
  session.announcement = `${action.words}: ${chart.lanes.labels[chart.selectedLane] ?? ''}`;
}
