// Tables of Huffman codes, by what the next bits are. RFC 1951, 3.2.
import { COUNTS, OFFSETS, SORTED } from './memory';

/** What stands in an entry of 32 bits; the lowest eight bits are how many bits it takes. */
export const LITERAL: u32 = 1 << 31; // the byte is in bits 16 to 23
/** Set in all entries but literals, lengths and distances. */
export const SPECIAL: u32 = 1 << 15;
export const SUBTABLE: u32 = 1 << 14; // begins at bits 16 to 30, has bits 8 to 11 as its index
export const BLOCK_END: u32 = 1 << 13;
export const INVALID: u32 = SPECIAL | (1 << 12);
// A length or distance: its base is in bits 16 to 30, bits 8 to 11 are the length of the code alone.

export const MAX_BITS: u32 = 15;

/** What the symbols of a code are. */
export const OF_LITERALS: u32 = 0;
export const OF_DISTANCES: u32 = 1;
export const OF_LENGTHS: u32 = 2;

const LENGTH_BASES: StaticArray<u16> = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRAS: StaticArray<u8> = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];

/** A symbol's entry; `bits` of its code are still to be taken. */
function entryOf(kind: u32, symbol: u32, bits: u32): u32 {
  if (kind == OF_LENGTHS) return (symbol << 16) | bits;
  if (kind == OF_DISTANCES) {
    if (symbol >= 30) return INVALID;
    const extra: u32 = symbol < 4 ? 0 : (symbol >> 1) - 1;
    const base: u32 = symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + 1;
    return (base << 16) | (bits << 8) | (bits + extra);
  }
  if (symbol < 256) return LITERAL | (symbol << 16) | bits;
  if (symbol == 256) return SPECIAL | BLOCK_END | bits;
  if (symbol >= 286) return INVALID;
  const base = unchecked(LENGTH_BASES[symbol - 257]) as u32;
  return (base << 16) | (bits << 8) | (bits + unchecked(LENGTH_EXTRAS[symbol - 257]));
}

/**
 * Makes the table of a code from the lengths of its symbols' codes, a byte each. False where no such code can be: with more
 * codes than there is room for, or with room left, except for a code of one symbol or none (of which zlib allows as much).
 */
export function makeTable(
  kind: u32,
  lengths: usize,
  symbols: u32,
  table: usize,
  room: u32,
  tableBits: u32,
): bool {
  memory.fill(COUNTS, 0, 64);
  for (let i: u32 = 0; i < symbols; i++) {
    const at = COUNTS + ((load<u8>(lengths + i) as usize) << 1);
    store<u16>(at, load<u16>(at) + 1);
  }
  let max = MAX_BITS;
  while (max > 0 && countOf(max) == 0) max--;
  let left: i32 = 1;
  for (let bits: u32 = 1; bits <= MAX_BITS; bits++) {
    left = (left << 1) - countOf(bits);
    if (left < 0) return false;
  }
  if (left > 0 && max > 0 && (kind == OF_LENGTHS || max != 1)) return false;
  if (left > 0) for (let i: u32 = 0; i < (1 as u32) << tableBits; i++) store<u32>(table + (i << 2), INVALID);
  sortSymbols(lengths, symbols);
  return fill(kind, table, room, tableBits, max);
}

function countOf(bits: u32): u32 {
  return load<u16>(COUNTS + (bits << 1));
}

/** By the length of their codes, then by their number. */
function sortSymbols(lengths: usize, symbols: u32): void {
  let sum: u32 = 0;
  for (let bits: u32 = 1; bits <= MAX_BITS; bits++) {
    store<u16>(OFFSETS + (bits << 1), sum);
    sum += countOf(bits);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const bits = load<u8>(lengths + symbol) as u32;
    if (bits == 0) continue;
    const at = OFFSETS + (bits << 1);
    const place = load<u16>(at);
    store<u16>(at, place + 1);
    store<u16>(SORTED + ((place as usize) << 1), symbol);
  }
}

/** Codes count up by their length; each is met with its first bit lowest. */
function fill(kind: u32, table: usize, room: u32, tableBits: u32, max: u32): bool {
  let code: u32 = 0; // with its first bit lowest
  let next: u32 = (1 as u32) << tableBits; // where the next subtable begins
  let prefix: u32 = 0xffffffff; // whose subtable is being filled
  let from: u32 = 0;
  let subBits: u32 = 0;
  let index: u32 = 0;
  for (let bits: u32 = 1; bits <= max; bits++) {
    let count = countOf(bits);
    while (count > 0) {
      const symbol = load<u16>(SORTED + (index << 1)) as u32;
      if (bits <= tableBits) {
        const entry = entryOf(kind, symbol, bits);
        for (let i = code; i < (1 as u32) << tableBits; i += (1 as u32) << bits)
          store<u32>(table + (i << 2), entry);
      } else {
        const begin = code & (((1 as u32) << tableBits) - 1);
        if (begin != prefix) {
          prefix = begin;
          from = next;
          subBits = subtableBits(bits, count, tableBits, max);
          next += (1 as u32) << subBits;
          if (next > room) return false;
          store<u32>(table + (begin << 2), SPECIAL | SUBTABLE | (from << 16) | (subBits << 8) | tableBits);
        }
        const entry = entryOf(kind, symbol, bits - tableBits);
        for (let i = code >> tableBits; i < (1 as u32) << subBits; i += (1 as u32) << (bits - tableBits))
          store<u32>(table + ((from + i) << 2), entry);
      }
      index++;
      count--;
      code = successor(code, bits);
    }
  }
  return true;
}

/** How many bits a subtable needs that begins with a code of so many bits, of which `count` are still to come. */
function subtableBits(bits: u32, count: u32, tableBits: u32, max: u32): u32 {
  let length = bits;
  let left: i32 = ((1 as i32) << (bits - tableBits)) - count;
  while (left > 0 && length < max) {
    length++;
    left = (left << 1) - countOf(length);
  }
  return length - tableBits;
}

/** The next code of so many bits, or what it is the beginning of. */
function successor(code: u32, bits: u32): u32 {
  let bit = (1 as u32) << (bits - 1);
  while ((code & bit) != 0) bit >>= 1;
  return bit == 0 ? 0 : (code & (bit - 1)) + bit;
}
