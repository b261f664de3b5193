import { expect, test } from 'vitest';
import { nearestWord } from '../../../src/base/nearest-word.ts';

const WORDS = ['node', 'namespace', 'reason', 'master-1', 'master-2'];
test.each([
  ['nodee', 'node'],
  ['nod', 'node'],
  ['NOED', 'node'],
  ['reson', 'reason'],
  ['mastre-2', 'master-2'],
  ['space', 'namespace'],
  ['zzz', null],
  ['x', null],
  ['', null],
])('%s', (written, wanted) => expect(nearestWord(written, WORDS)).toBe(wanted));
