import { expect, test } from 'vitest';
import { progressWords } from '../../../src/ui/progress-words.ts';

test('no file is read after the last', () => {
  const wordsOf = (filesDone: number, filesTotal: number, ...current: readonly string[]) => {
    const { doing, name, files } = progressWords({
      bytesRead: 1,
      bytesTotal: 2,
      filesDone,
      filesTotal,
      current,
    });
    return `${doing} ${name} ${files}`.trim();
  };
  expect(wordsOf(0, 1, 'a.json')).toBe('Reading a.json');
  expect(wordsOf(0, 10)).toBe('Reading 10 files file 1 of 10');
  expect(wordsOf(9, 10, 'a.json')).toBe('Reading a.json file 10 of 10');
  expect(wordsOf(10, 10)).toBe('Putting together 10 files');
});
