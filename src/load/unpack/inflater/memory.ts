// AssemblyScript: compiled to WebAssembly by tests/support/assembly-plugin.ts.
// One memory of a fixed size, in bytes from its beginning; nothing is ever allocated.

/** Sixteen tables of the sum, 1 KiB each. The compiler puts constant arrays before them, from byte 1,024 on. */
export const SUMS: usize = 1 << 12;
/** Entries of codes: literals and lengths, distances, lengths of codes. */
export const LITERALS: usize = SUMS + (16 << 10);
export const LITERAL_ENTRIES: u32 = 1 << 12;
export const DISTANCES: usize = LITERALS + (LITERAL_ENTRIES << 2);
export const DISTANCE_ENTRIES: u32 = 1 << 10;
export const PRECODES: usize = DISTANCES + (DISTANCE_ENTRIES << 2);
export const PRECODE_ENTRIES: u32 = 1 << 7;
/** Lengths of the codes of a block, a byte each. */
export const LENGTHS: usize = PRECODES + (PRECODE_ENTRIES << 2);
/** The symbols in the order of their codes, two bytes each, and how many codes there are of each length. */
export const SORTED: usize = LENGTHS + (1 << 9);
export const COUNTS: usize = SORTED + (1 << 10);
export const OFFSETS: usize = COUNTS + 64;
/** Packed bytes, and some behind that are read and not used. */
export const INPUT: usize = 1 << 17;
export const INPUT_SIZE: usize = 1 << 16;
/** What was unpacked, behind what distances may reach back to. */
export const WINDOW: usize = 1 << 15;
export const OUTPUT: usize = INPUT + INPUT_SIZE + (1 << 10) + WINDOW;
/** A piece may be longer by one match, and a copy writes some bytes behind its end. */
export const PIECE: usize = 1 << 17;
export const SLACK: usize = 1 << 10;
/** A piece stays as it is until eight more were made. */
export const OUTPUT_END: usize = OUTPUT + 9 * (PIECE + SLACK);
/** All of it, in pages of 64 KiB: tests/support/assembly-plugin.ts asks for as many. */
export const END: usize = OUTPUT_END + SLACK;
