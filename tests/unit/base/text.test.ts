import { expect, test } from 'vitest';
import { formatCount, listWords, plural, truncate } from '../../../src/base/text.ts';

test('counts are grouped', () => {
  expect([formatCount(12), formatCount(12345), formatCount(1234567)]).toEqual(['12', '12,345', '1,234,567']);
  expect([plural(1, 'outage'), plural(12345, 'outage'), plural(0, 'stretch', 'stretches')]).toEqual([
    '1 outage',
    '12,345 outages',
    '0 stretches',
  ]);
});

test('words are listed', () => {
  expect([listWords([]), listWords(['a']), listWords(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
});

test('truncate never halves a character', () => {
  expect(truncate('abcdef', 4)).toBe('abc…');
  expect(truncate('ab😀cd', 4)).toBe('ab…');
  expect(truncate('abc', 3)).toBe('abc');
});
