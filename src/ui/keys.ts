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
  'item-before',
  'item-after',
  'filter',
  'help',
  'leave',
  'table',
  'zone',
] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

export interface KeyBinding {
  readonly action: KeyAction;
  readonly keys: readonly string[]; // values of KeyboardEvent.key
  readonly words: string;
}

/** The one table of keys: the page listens by it, and the help shows it. */
export const KEYS: readonly KeyBinding[] = [
  { action: 'zoom-in', keys: ['w', '+', '='], words: 'Zoom in' },
  { action: 'zoom-out', keys: ['s', '-'], words: 'Zoom out' },
  { action: 'pan-left', keys: ['a', 'ArrowLeft'], words: 'Earlier' },
  { action: 'pan-right', keys: ['d', 'ArrowRight'], words: 'Later' },
  { action: 'scroll-up', keys: ['ArrowUp'], words: 'Lanes above' },
  { action: 'scroll-down', keys: ['ArrowDown'], words: 'Lanes below' },
  { action: 'fit', keys: ['f'], words: 'Zoom to the selected interval or finding' },
  { action: 'all', keys: ['0'], words: 'Whole run' },
  { action: 'finding-before', keys: ['['], words: 'Previous finding' },
  { action: 'finding-after', keys: [']'], words: 'Next finding' },
  { action: 'item-before', keys: [','], words: 'Previous in the lane' },
  { action: 'item-after', keys: ['.'], words: 'Next in the lane' },
  { action: 'filter', keys: ['/'], words: 'Filter' },
  { action: 'table', keys: ['t'], words: 'Table of what is in sight' },
  { action: 'zone', keys: ['z'], words: 'UTC or local times' },
  { action: 'leave', keys: ['Escape'], words: 'Clear the selection' },
  { action: 'help', keys: ['?'], words: 'This help' },
];

/** What the mouse does; shown in the help. */
export const GESTURES: readonly (readonly [gesture: string, words: string])[] = [
  ['Wheel', 'Scroll lanes'],
  ['Ctrl or Shift + wheel', 'Zoom at the pointer'],
  ['Drag', 'Select a range'],
  ['Shift + drag', 'Move'],
  ['Click', 'Details of the interval'],
  ['Double click', 'Zoom to the interval'],
];

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

export function keyName(key: string): string {
  return SHOWN[key] ?? key;
}

/** The action of a key press; null where the key belongs to a field, a button or the browser. */
export function actionOfKey(event: KeyboardEvent): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isField = (target?.closest('input:not([type=file]), textarea, select, dialog') ?? null) !== null;
  if (isField) return null;
  // Arrows belong to lists, tables and scrolling panels that have the focus.
  if (event.key.startsWith('Arrow') && (target?.closest('[data-own-arrows]') ?? null) !== null) return null;
  return KEYS.find((binding) => binding.keys.includes(event.key))?.action ?? null;
}
