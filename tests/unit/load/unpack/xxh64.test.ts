import { expect, test } from 'vitest';
import { Xxh64 } from '../../../../src/load/unpack/xxh64.ts';

/** The published sums of these texts with seed 0. */
test.each([
  ['', 0x51d8e999],
  ['a', 0xa98c6e5b],
  ['abc', 0xad770999],
  ['Nobody inspects the spammish repetition', 0x8a378bf1],
])('the sum of %j is known, in any pieces', (text, sum) => {
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const hash = new Xxh64();
    hash.push(bytes.subarray(0, cut));
    hash.push(bytes.subarray(cut));
    expect(hash.low32()).toBe(sum);
  }
});
