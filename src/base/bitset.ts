/** A set of the whole numbers below `length`, 32 to a word. Bits at and beyond `length` are 0. Moves by its buffer. */
export interface Bitset {
  readonly length: number;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** The empty set. */
export function makeBitset(length: number): Bitset {
  return { length, words: new Uint32Array((length + 31) >>> 5) };
}

/** All numbers below `length`. */
export function fullBitset(length: number): Bitset {
  const set = makeBitset(length);
  set.words.fill(0xffffffff);
  clearTail(set);
  return set;
}

export function hasBit({ words }: Bitset, index: number): boolean {
  return ((words[index >>> 5] >>> (index & 31)) & 1) === 1;
}

export function setBit({ words }: Bitset, index: number): void {
  words[index >>> 5] |= 1 << (index & 31);
}

/** What is in both. As for all that follow: sets of one length; the answer is a new set. */
export function andBits(a: Bitset, b: Bitset): Bitset {
  return { length: a.length, words: a.words.map((word, i) => word & b.words[i]) };
}

/** What is in one of them, or in both. */
export function orBits(a: Bitset, b: Bitset): Bitset {
  return { length: a.length, words: a.words.map((word, i) => word | b.words[i]) };
}

/** What is in the first and not in the second. */
export function andNotBits(a: Bitset, b: Bitset): Bitset {
  return { length: a.length, words: a.words.map((word, i) => word & ~b.words[i]) };
}

/** What is not in the set. */
export function notBits(a: Bitset): Bitset {
  const set = { length: a.length, words: a.words.map((word) => ~word) };
  clearTail(set);
  return set;
}

/** How many there are. O(words). */
export function countBits({ words }: Bitset): number {
  let count = 0;
  for (const word of words) count += bitsOf(word);
  return count;
}

export function isEmptyBitset({ words }: Bitset): boolean {
  return words.every((word) => word === 0);
}

/** Calls with each member, ascending. */
export function forEachBit({ words }: Bitset, visit: (index: number) => void): void {
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]; word !== 0; word &= word - 1) {
      visit((i << 5) + 31 - Math.clz32(word & -word));
    }
  }
}

/** The next member at or after `index` (`by` 1), or at or before it (`by` -1); -1 where there is none. O(words). */
export function nextBit(set: Bitset, index: number, by: 1 | -1): number {
  for (let at = index; at >= 0 && at < set.length; at += by) {
    const word = set.words[at >>> 5];
    if (word === 0) at = by === 1 ? at | 31 : at & ~31;
    else if (((word >>> (at & 31)) & 1) === 1) return at;
  }
  return -1;
}

/** One byte a number, 1 for members. */
export function bytesOfBits(set: Bitset): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(set.length);
  forEachBit(set, (index) => {
    bytes[index] = 1;
  });
  return bytes;
}

function clearTail({ length, words }: Bitset): void {
  if ((length & 31) !== 0) words[words.length - 1] &= (1 << (length & 31)) - 1;
}

/** Counts in parallel: pairs, nibbles, bytes (Warren, Hacker's Delight). */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
