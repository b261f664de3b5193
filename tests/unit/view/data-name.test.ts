import { expect, it } from 'vitest';
import { dataNameOf, isNamed, mayBe } from '../../../src/view/data-name.ts';

const files = [
  { path: 'run/b.json', size: 20 },
  { path: 'run/deep/a.json', size: 3 },
];

it('files are named by number, bytes and their own names', () => {
  expect(dataNameOf(files, 'd')).toEqual({ files: 2, bytes: 23, digest: 'd', names: ['a.json', 'b.json'] });
  const many = Array.from({ length: 9 }, (_, i) => ({ path: `f${i}`, size: 1 }));
  expect(dataNameOf(many, 'd').names).toHaveLength(5);
});

it('hidden and empty files have no part in it', () => {
  expect(isNamed({ path: 'run/.DS_Store', size: 6148 })).toBe(false);
  expect(isNamed({ path: 'run/empty.json', size: 0 })).toBe(false);
  expect(isNamed(files[0])).toBe(true);
});

it('wrong files are told by number and bytes, and by name where nothing else is known', () => {
  const wanted = dataNameOf(files, 'd');
  expect(mayBe(wanted, files)).toBe(true);
  expect(mayBe(wanted, files.slice(1))).toBe(false);
  expect(mayBe(wanted, [files[0], { path: 'x', size: 4 }])).toBe(false);
  const byName = { files: 1, bytes: 0, digest: '', names: ['a.json'] };
  expect(mayBe(byName, files)).toBe(true);
  expect(mayBe(byName, files.slice(0, 1))).toBe(false);
});
