import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as bits from '../../../src/base/bitset.ts';

const LENGTHS = fc.integer({ min: 0, max: 100 });
const member = fc.tuple(LENGTHS, fc.array(fc.nat(99)), fc.array(fc.nat(99)));

function setOf(length: number, members: Iterable<number>): bits.Bitset {
  const set = bits.makeBitset(length);
  for (const index of members) bits.setBit(set, index);
  return set;
}

function membersOf(set: bits.Bitset): number[] {
  const members: number[] = [];
  bits.forEachBit(set, (index) => members.push(index));
  return members;
}

describe('bitset', () => {
  it('does what sets of numbers do', () => {
    fc.assert(
      fc.property(member, ([length, as, bs]) => {
        const a = new Set(as.filter((index) => index < length));
        const b = new Set(bs.filter((index) => index < length));
        const all = Array.from({ length }, (_, index) => index);
        const [one, other] = [setOf(length, a), setOf(length, b)];
        const matches = (set: bits.Bitset, isIn: (index: number) => boolean) => {
          expect(membersOf(set)).toEqual(all.filter(isIn));
          expect(bits.countBits(set)).toBe(all.filter(isIn).length);
          expect(all.filter((index) => bits.hasBit(set, index))).toEqual(all.filter(isIn));
        };
        matches(one, (index) => a.has(index));
        matches(bits.andBits(one, other), (index) => a.has(index) && b.has(index));
        matches(bits.orBits(one, other), (index) => a.has(index) || b.has(index));
        matches(bits.andNotBits(one, other), (index) => a.has(index) && !b.has(index));
        matches(bits.notBits(one), (index) => !a.has(index));
        matches(bits.fullBitset(length), () => true);
        expect([...bits.bytesOfBits(one)]).toEqual(all.map((index) => (a.has(index) ? 1 : 0)));
      }),
    );
  });

  it('finds the next and the previous member', () => {
    fc.assert(
      fc.property(member, fc.nat(99), ([length, as], from) => {
        const members = as.filter((index) => index < length);
        const set = setOf(length, members);
        const after = members.filter((index) => index >= from);
        const before = members.filter((index) => index <= from);
        fc.pre(from < length);
        expect(bits.nextBit(set, from, 1)).toBe(after.length === 0 ? -1 : Math.min(...after));
        expect(bits.nextBit(set, from, -1)).toBe(before.length === 0 ? -1 : Math.max(...before));
      }),
    );
  });

  it('survives the way to another thread', () => {
    const set = setOf(70, [0, 31, 32, 69]);
    const moved = structuredClone(set, { transfer: [set.words.buffer] });
    expect(membersOf(moved)).toEqual([0, 31, 32, 69]);
  });
});
