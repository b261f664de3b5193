import { expect, it } from 'vitest';
import { linkWords } from '../../../src/ui/link-words.ts';
import { namesText, wantedText, wrongText } from '../../../src/ui/files/missing-words.ts';

const data = { files: 2, bytes: 30, digest: 'd', names: ['a', 'b'] };

it('whoever copies a link is told what it opens', () => {
  expect(linkWords({ sample: 'x', data: null }, [])).toBe(
    'Link copied. It opens this sample with this view.',
  );
  expect(linkWords({ sample: null, data }, [])).toContain('asks for 2 files');
  expect(linkWords({ sample: null, data: { ...data, files: 1, names: ['a.json'] } }, [])).toContain('a.json');
  expect(linkWords({ sample: null, data: null }, ['the notes', 'the choice of lanes'])).toContain(
    'no room for the notes and the choice of lanes',
  );
});

it('whoever opens it is told what it needs, and what is wrong with other files', () => {
  expect(wantedText(data)).toContain('2 files');
  expect(wrongText(data, [{ path: 'a', size: 3 }])).toContain('made from 2 files; here is 1');
  const two = (size: number) => [
    { path: 'a', size },
    { path: 'b', size: 10 },
  ];
  expect(wrongText(data, two(5))).toContain('30 B, these 15 B');
  expect(wrongText(data, two(20))).toContain('content differs');
  expect(wrongText({ ...data, digest: '' }, two(20))).toContain('name');
  expect(namesText(['x/a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, and 1 more');
});
