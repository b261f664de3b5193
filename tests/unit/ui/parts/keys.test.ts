import { describe, expect, it } from 'vitest';
import { filterCommands, type Command } from '../../../../src/ui/commands.ts';
import { bindingOf, KEY_ACTIONS, keyName, KEYS } from '../../../../src/ui/parts/keys.ts';
import { nextIndex } from '../../../../src/ui/chart/step-focus.ts';

describe('the table of keys', () => {
  it('has each action once, and each key for one action', () => {
    expect(KEYS.map(({ action }) => action).sort()).toEqual([...KEY_ACTIONS].sort());
    const keys = KEYS.flatMap(({ keys: own }) => own);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('goes by what a key writes, and else by its place', () => {
    expect(bindingOf(']', 'BracketRight')?.action).toBe('finding-after');
    expect(bindingOf('ü', 'BracketLeft')?.action).toBe('finding-before');
    expect(bindingOf('q', 'KeyA')).toBeUndefined();
  });

  it('shows the key that is there on this keyboard', () => {
    const german = new Map([['BracketLeft', 'ü']]);
    expect(keyName('[', 'BracketLeft', german)).toBe('ü');
    expect(keyName('[', 'BracketLeft', new Map([['BracketLeft', '[']]))).toBe('[');
    expect(keyName('[', 'BracketLeft')).toBe('[');
    expect(keyName('Escape')).toBe('Esc');
  });
});

describe('the list of commands', () => {
  const command = (words: string): Command => ({
    id: words,
    words,
    group: 'Show',
    keys: [],
    run: () => undefined,
  });
  const all = [command('Theme: dark'), command('Whole run'), command('Dark side of the theme')];

  it('is filtered by all words in any order; what begins with them comes first', () => {
    expect(filterCommands(all, 'dark').map(({ words }) => words)).toEqual([
      'Dark side of the theme',
      'Theme: dark',
    ]);
    expect(filterCommands(all, 'dark theme').map(({ id }) => id)).toHaveLength(2);
    expect(filterCommands(all, '')).toHaveLength(3);
    expect(filterCommands(all, 'nothing of that name')).toEqual([]);
  });

  it('is walked with keys that stop at its ends', () => {
    expect([
      nextIndex('ArrowDown', 1, 2),
      nextIndex('ArrowUp', 0, 2),
      nextIndex('End', 0, 5),
      nextIndex('Home', 3, 5),
    ]).toEqual([1, 0, 4, 0]);
    expect([nextIndex('a', 0, 2), nextIndex('ArrowDown', -1, 0)]).toEqual([null, null]);
  });
});
