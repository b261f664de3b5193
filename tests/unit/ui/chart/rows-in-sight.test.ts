import { expect, test } from 'vitest';
import { PAGE_ROWS, pageOf, pageText } from '../../../../src/ui/chart/rows-in-sight.ts';

const items = Array.from({ length: 2 * PAGE_ROWS + 5 }, (_, item) => item * 10);

test('a table begins with the page of the selection, and goes where it is asked to', () => {
  expect(pageOf(items, null, null)).toBe(0);
  expect(pageOf(items, null, PAGE_ROWS * 10)).toBe(1);
  expect(pageOf(items, null, 7)).toBe(0);
  expect(pageOf(items, 2, 0)).toBe(2);
});

test('no page lies outside', () => {
  expect(pageOf(items, 99, null)).toBe(2);
  expect(pageOf(items, -1, null)).toBe(0);
  expect(pageOf([], 3, null)).toBe(0);
});

test('a page says which rows it has', () => {
  expect(pageText(0, 0)).toBe('no rows');
  expect(pageText(5, 0)).toBe('rows 1–5 of 5');
  expect(pageText(12_345, 0)).toBe('rows 1–200 of 12,345');
  expect(pageText(12_345, 61)).toBe('rows 12,201–12,345 of 12,345');
});
