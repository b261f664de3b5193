import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestBlob, digestSet } from '../../../src/base/sha256.ts';

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

it('a file has the digest that sha256sum prints', async () => {
  expect(await digestBlob(new Blob(['']))).toEqual({ size: 0, digest: sum('') });
  expect(await digestBlob(new Blob(['intervals']))).toEqual({ size: 9, digest: sum('intervals') });
});

it('a long file is digested slice by slice', async () => {
  const { digest } = await digestBlob(new Blob(['abcdefgh']), 3);
  expect(digest).toBe(sum([sum('abc'), sum('def'), sum('gh')].join('\n')));
});

it('a set has one digest, whatever its order; that of one file is its own', async () => {
  const [a, b] = await Promise.all([digestBlob(new Blob(['a'])), digestBlob(new Blob(['bb']))]);
  expect(await digestSet([a, b])).toBe(await digestSet([b, a]));
  expect(await digestSet([a])).toBe(a.digest);
  expect(await digestSet([a, a])).not.toBe(a.digest);
});
