import { describe, expect, it } from 'vitest';
import { addMark, dismiss, removeMark, restore, setMarkNote } from '../../../src/view/steps.ts';
import { INITIAL_VIEW } from '../../../src/view/view-state.ts';

describe('marks of a view', () => {
  it('ascend by time, once each, and keep their notes', () => {
    const two = addMark(addMark(INITIAL_VIEW, 20), 10, 'first');
    expect(two.marks).toEqual([
      { at: 10, note: 'first' },
      { at: 20, note: '' },
    ]);
    expect(addMark(two, 10)).toBe(two);
    expect(setMarkNote(two, 20, 'second').marks[1]).toEqual({ at: 20, note: 'second' });
    expect(removeMark(two, 10).marks).toEqual([{ at: 20, note: '' }]);
  });

  it('are at most a hundred', () => {
    let view = INITIAL_VIEW;
    for (let at = 0; at < 150; at++) view = addMark(view, at);
    expect(view.marks).toHaveLength(100);
  });
});

describe('findings set aside', () => {
  it('are kept once, and come back', () => {
    const aside = dismiss(dismiss(INITIAL_VIEW, 'a'), 'b');
    expect(dismiss(aside, 'a')).toBe(aside);
    expect(aside.dismissed).toEqual(['a', 'b']);
    expect(restore(aside, 'a').dismissed).toEqual(['b']);
  });
});
