/** What a key can ask for. */
export const KEY_ACTIONS = [
  'zoom-in',
  'zoom-out',
  'pan-left',
  'pan-right',
  'scroll-up',
  'scroll-down',
  'fit',
  'all',
  'finding-before',
  'finding-after',
  'explain',
  'dismiss',
  'item-before',
  'item-after',
  'mark',
  'ruler',
  'numbers',
  'pin',
  'hide',
  'solo',
  'fold',
  'focus',
  'leave',
  'filter',
  'table',
  'details',
  'zone',
  'palette',
  'help',
] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

export const ACTION_GROUPS = ['Move', 'Findings', 'Select', 'Lanes', 'Show'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

export interface KeyBinding {
  readonly action: KeyAction;
  readonly group: ActionGroup;
  readonly words: string;
  readonly keys: readonly string[]; // values of KeyboardEvent.key
  /** KeyboardEvent.code of the key that does it too, where a layout has no such letter on it. */
  readonly code?: string;
  /** What the mouse does for the same; '' or absent for nothing. */
  readonly gesture?: string;
}

/** The one table of actions: the page listens by it, the help and the palette show it. */
export const KEYS: readonly KeyBinding[] = [
  {
    action: 'zoom-in',
    group: 'Move',
    words: 'Zoom in',
    keys: ['w', '+', '='],
    gesture: 'Ctrl or Shift + wheel',
  },
  {
    action: 'zoom-out',
    group: 'Move',
    words: 'Zoom out',
    keys: ['s', '-'],
    gesture: 'Ctrl or Shift + wheel',
  },
  { action: 'pan-left', group: 'Move', words: 'Earlier', keys: ['a', 'ArrowLeft'], gesture: 'Shift + drag' },
  { action: 'pan-right', group: 'Move', words: 'Later', keys: ['d', 'ArrowRight'], gesture: 'Shift + drag' },
  {
    action: 'scroll-up',
    group: 'Move',
    words: 'Lanes above; the lane above the selected one',
    keys: ['ArrowUp'],
    gesture: 'Wheel',
  },
  {
    action: 'scroll-down',
    group: 'Move',
    words: 'Lanes below; the lane below the selected one',
    keys: ['ArrowDown'],
    gesture: 'Wheel',
  },
  { action: 'fit', group: 'Move', words: 'Zoom to what is selected', keys: ['f'], gesture: 'Double click' },
  {
    action: 'all',
    group: 'Move',
    words: 'Whole run',
    keys: ['0'],
    gesture: 'Double click in the strip of the whole run',
  },
  {
    action: 'finding-before',
    group: 'Findings',
    words: 'Previous finding',
    keys: ['['],
    code: 'BracketLeft',
  },
  {
    action: 'finding-after',
    group: 'Findings',
    words: 'Next finding',
    keys: [']'],
    code: 'BracketRight',
    gesture: 'Click in the list',
  },
  { action: 'explain', group: 'Findings', words: 'Explain the finding', keys: ['e'] },
  { action: 'dismiss', group: 'Findings', words: 'Set the finding aside, or bring it back', keys: ['x'] },
  { action: 'item-before', group: 'Select', words: 'Previous in the lane; the last in sight', keys: [','] },
  {
    action: 'item-after',
    group: 'Select',
    words: 'Next in the lane; the first in sight',
    keys: ['.'],
    gesture: 'Click on it',
  },
  { action: 'mark', group: 'Select', words: 'Mark the moment, with a note', keys: ['m'] },
  {
    action: 'leave',
    group: 'Select',
    words: 'Clear the selection',
    keys: ['Escape'],
    gesture: 'Click beside it',
  },
  {
    action: 'ruler',
    group: 'Select',
    words: 'Measure from here to there',
    keys: ['r'],
    gesture: 'Alt + drag',
  },
  {
    action: 'numbers',
    group: 'Select',
    words: 'Tell the numbers at this moment',
    keys: ['v'],
    gesture: 'Point at a counter',
  },
  { action: 'pin', group: 'Lanes', words: 'Pin the lane on top, or unpin it', keys: ['p'] },
  { action: 'hide', group: 'Lanes', words: 'Hide the lane', keys: ['h'] },
  { action: 'solo', group: 'Lanes', words: 'Show the lane alone, or all again', keys: ['o'] },
  { action: 'fold', group: 'Lanes', words: 'Fold the rows of the lane into one, or show them', keys: ['c'] },
  { action: 'focus', group: 'Lanes', words: 'Only what concerns its node or backend, or all', keys: ['n'] },
  { action: 'filter', group: 'Show', words: 'Filter', keys: ['/'] },
  { action: 'table', group: 'Show', words: 'Table of what is in sight', keys: ['t'] },
  { action: 'details', group: 'Show', words: 'Into the panel of details', keys: ['i'] },
  { action: 'zone', group: 'Show', words: 'UTC or local times', keys: ['z'] },
  { action: 'palette', group: 'Show', words: 'All commands', keys: ['>', 'Ctrl+Shift+P'] },
  { action: 'help', group: 'Show', words: 'This help', keys: ['?'] },
];

/** What the mouse does that no key does in the same way. */
export const GESTURES: readonly (readonly [gesture: string, words: string])[] = [
  ['Drag over the chart', 'Sum up a stretch of time'],
  [
    'Drag in the strip of the whole run',
    'Show another stretch; its window is moved, and resized at its edges',
  ],
  ['Pinch', 'Zoom'],
  ['Drop files', 'Open them; with Shift, add them'],
];

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** What the user's keyboard prints, by `KeyboardEvent.code`; null: the browser does not tell. */
export type KeyboardLayout = ReadonlyMap<string, string> | null;

/** How a key is called; on a layout that has no such letter by itself, the key that stands in its place. */
export function keyName(key: string, code?: string, layout: KeyboardLayout = null): string {
  const isThere = layout === null || code === undefined || [...layout.values()].includes(key);
  return isThere ? (SHOWN[key] ?? key) : (layout.get(code) ?? key);
}

/** The action of a key press; null where the key belongs to a field, a button or the browser. */
export function actionOfKey(event: KeyboardEvent): KeyAction | null {
  if (event.defaultPrevented) return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isField = (target?.closest('input:not([type=file]), textarea, select, dialog') ?? null) !== null;
  if (event.ctrlKey && event.shiftKey && event.code === 'KeyP') return isField ? null : 'palette';
  // AltGr is how many layouts write brackets; it reads as Ctrl and Alt on some systems.
  const isWriting = event.getModifierState('AltGraph');
  if (isField || event.metaKey || (!isWriting && (event.ctrlKey || event.altKey))) return null;
  // Arrows belong to lists, tables and scrolling panels that have the focus.
  if (event.key.startsWith('Arrow') && (target?.closest('[data-own-arrows]') ?? null) !== null) return null;
  return bindingOf(event.key, event.shiftKey || isWriting ? '' : event.code)?.action ?? null;
}

/** By what the key writes; where that means nothing, by its place on the keyboard. */
export function bindingOf(key: string, code: string): KeyBinding | undefined {
  return (
    KEYS.find((binding) => binding.keys.includes(key)) ??
    KEYS.find((binding) => binding.code !== undefined && binding.code === code)
  );
}
