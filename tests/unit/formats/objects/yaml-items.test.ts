import { expect, test } from 'vitest';
import { YamlItems, type YamlItem } from '../../../../src/formats/objects/yaml-items.ts';

function split(text: string) {
  const items: YamlItem[] = [];
  const splitter = new YamlItems((item) => items.push(item));
  text.split('\n').forEach((line, i) => splitter.push({ text: line, number: i + 1 }));
  const isCut = splitter.end();
  return { items: items.map((item) => item.text), lines: items.map((item) => item.line), isCut };
}

test('cuts a list at its dashes, whatever its indentation', () => {
  const expected = { items: ['  a: 1\n  b:\n  - x', '  a: 2'], isCut: false };
  expect(split('items:\n- a: 1\n  b:\n  - x\n- a: 2\nkind: List\nmetadata: {}')).toMatchObject(expected);
  const deeper = split('kind: List\nitems:\n  - a: 1\n    b: |\n      - text\n\n  - a: 2\n');
  expect(deeper.items).toEqual(['    a: 1\n    b: |\n      - text\n', '    a: 2\n']);
  expect(deeper.lines).toEqual([3, 7]);
});

test('cuts documents, and bare lists', () => {
  expect(split('# x\n---\na: 1\n---\n\na: 2\n...\n').items).toEqual(['a: 1', 'a: 2']);
  expect(split('- a: 1\n- a: 2\n').items).toEqual(['  a: 1', '  a: 2\n']);
});

test('a list before whose end the input ends is cut, and its last element is given up', () => {
  expect(split('items:\n- a: 1\n- a: 2')).toMatchObject({ items: ['  a: 1'], isCut: true });
  expect(split('kind: List\nitems:\n- a: 1\n- a: 2')).toMatchObject({
    items: ['  a: 1', '  a: 2'],
    isCut: false,
  });
});

test('lists of nothing hold nothing', () => {
  expect(split('apiVersion: v1\nitems: []\nkind: List\n')).toMatchObject({ items: [], isCut: false });
  expect(split('')).toMatchObject({ items: [], isCut: false });
});

test('an object that is too long is told, not kept', () => {
  const items: YamlItem[] = [];
  const splitter = new YamlItems((item) => items.push(item));
  splitter.push({ text: 'a: |', number: 1 });
  for (let i = 0; i < 1200; i++) splitter.push({ text: `  ${'x'.repeat(1000)}`, number: i + 2 });
  splitter.end();
  expect(items).toMatchObject([{ text: '', isOverlong: true, line: 1 }]);
});

test.each([
  ['before the items', 'kind: List\nmetadata:\n  continue: abc\nitems:\n- a: 1', true],
  ['after them', 'items:\n- a: 1\nkind: List\nmetadata:\n  remainingItemCount: 300', true],
  ['in one line', 'items:\n- a: 1\nmetadata: {continue: "abc"}', true],
  ['by nobody', 'items:\n- a: 1\n  continue: abc\nmetadata:\n  continue: ""\n  resourceVersion: "1"', false],
  ['by a null', 'metadata:\n  continue: null\n  remainingItemCount: 0\nitems:\n- a: 1', false],
])('that a list goes on is told %s', (_, text, isPage) => {
  const splitter = new YamlItems(() => {});
  text.split('\n').forEach((line, i) => splitter.push({ text: line, number: i + 1 }));
  splitter.end();
  expect(splitter.isPage).toBe(isPage);
});
