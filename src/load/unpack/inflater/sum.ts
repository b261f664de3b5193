// CRC-32 as gzip has it (polynomial edb88320), sixteen bytes a step.
import { SUMS } from './memory';

function at(table: u32, byte: u32): usize {
  return SUMS + ((table as usize) << 10) + ((byte as usize) << 2);
}

export function makeSums(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ (0xedb88320 & (0 - (sum & 1)));
    store<u32>(at(0, byte), sum);
  }
  for (let table: u32 = 1; table < 16; table++) {
    for (let byte: u32 = 0; byte < 256; byte++) {
      const before = load<u32>(at(table - 1, byte));
      store<u32>(at(table, byte), (before >> 8) ^ load<u32>(at(0, before & 255)));
    }
  }
}

function ofWord(table: u32, word: u32): u32 {
  return (
    load<u32>(at(table + 3, word & 255)) ^
    load<u32>(at(table + 2, (word >> 8) & 255)) ^
    load<u32>(at(table + 1, (word >> 16) & 255)) ^
    load<u32>(at(table, word >> 24))
  );
}

/** The sum of what stood before and the bytes from `p` to `last`; both without the last inversion. */
export function addToSum(before: u32, p: usize, last: usize): u32 {
  let sum = before;
  for (; p + 16 <= last; p += 16) {
    sum =
      ofWord(12, sum ^ load<u32>(p)) ^
      ofWord(8, load<u32>(p, 4)) ^
      ofWord(4, load<u32>(p, 8)) ^
      ofWord(0, load<u32>(p, 12));
  }
  for (; p < last; p++) sum = (sum >> 8) ^ load<u32>(at(0, (sum ^ load<u8>(p)) & 255));
  return sum;
}
