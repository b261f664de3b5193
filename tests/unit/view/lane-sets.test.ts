import { expect, it } from 'vitest';
import {
  applyLaneSet,
  decodeLaneSets,
  encodeLaneSets,
  laneSetOf,
  putLaneSet,
  showsLaneSet,
} from '../../../src/view/lane-sets.ts';
import { INITIAL_VIEW, type ViewState } from '../../../src/view/view-state.ts';

const view: ViewState = {
  ...INITIAL_VIEW,
  query: 'etcd',
  groups: { Alert: 'hidden' },
  lanes: { pinned: ['a lane'], hidden: ['b'], solo: [], folded: ['c'] },
  hiddenLevels: ['Info'],
};
const set = laneSetOf(' etcd only ', view);

it('a set keeps the lanes of a view and nothing else', () => {
  expect(set.name).toBe('etcd only');
  expect(applyLaneSet({ ...INITIAL_VIEW, query: 'mine' }, set)).toEqual({ ...view, query: 'mine' });
  expect(applyLaneSet(view, laneSetOf('plain', INITIAL_VIEW))).toEqual({ ...INITIAL_VIEW, query: 'etcd' });
  expect(showsLaneSet(view, set)).toBe(true);
  expect(showsLaneSet(INITIAL_VIEW, set)).toBe(false);
});

it('a set replaces the one of its name', () => {
  const other = laneSetOf('other', INITIAL_VIEW);
  const again = laneSetOf('etcd only', INITIAL_VIEW);
  expect(putLaneSet([set, other], again)).toEqual([again, other]);
  expect(putLaneSet([other], set)).toEqual([other, set]);
});

it('what the browser kept is read as far as it can be', () => {
  expect(decodeLaneSets(encodeLaneSets([set]))).toEqual([set]);
  for (const text of [null, '', '{', '7', '{"name":"x"}', '[null, 3, {"name": ""}, {"name": "x"}]'])
    expect(decodeLaneSets(text)).toEqual([]);
});
