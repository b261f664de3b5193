// AssemblyScript: compiled to WebAssembly by tests/support/assembly-plugin.ts.
// One memory of a fixed size, in bytes from its beginning; nothing is ever allocated.

/** Whether each open container is an object. */
export const STACK: usize = 1 << 10;
export const MAX_DEPTH: u32 = 256;
/** Verbs met, 16 bytes each, zeros behind. */
export const VERBS: usize = 1 << 11;
export const MAX_VERBS: u32 = 32;
/** Texts of the line at hand that had escapes. */
export const SCRATCH: usize = 1 << 16;
/** Behind this there may be no room for another text. */
export const SCRATCH_END: usize = (1 << 18) - (1 << 16);
/** Lines to be read, and 64 bytes of zeros behind. */
export const INPUT: usize = 1 << 18;
export const INPUT_SIZE: usize = 1 << 20;
/** What was read: 64 bytes a row. */
export const ROWS: usize = INPUT + INPUT_SIZE + (1 << 10);
export const ROW_SIZE: usize = 64;
export const MAX_ROWS: u32 = 1 << 13;
/** The dictionary: ids by hash, then by id the hash and where the text begins; the texts. */
export const SLOTS: usize = ROWS + ROW_SIZE * MAX_ROWS;
export const SLOT_COUNT: u32 = 1 << 18;
export const MAX_TEXTS: u32 = SLOT_COUNT >> 1;
export const HASHES: usize = SLOTS + 4 * SLOT_COUNT;
export const OFFSETS: usize = HASHES + 4 * MAX_TEXTS;
export const TEXTS: usize = OFFSETS + 4 * MAX_TEXTS + 64;
export const TEXTS_SIZE: usize = 8 << 20;
/** All of it, in pages of 64 KiB: tests/support/assembly-plugin.ts asks for as many. */
export const END: usize = TEXTS + TEXTS_SIZE + 64;

/** The place of an element of four bytes. */
export function wordOf(base: usize, index: u32): usize {
  return base + ((index as usize) << 2);
}

/** The low bytes of eight, fewer than eight. */
export function maskOf(bytes: u32): u64 {
  return ((1 as u64) << ((bytes as u64) << 3)) - 1;
}

/** Copies in steps of 16 bytes: up to 15 bytes behind are overwritten too. */
export function copyBytes(to: usize, from: usize, length: u32): void {
  const end = to + length;
  for (; to < end; to += 16) {
    v128.store(to, v128.load(from));
    from += 16;
  }
}
