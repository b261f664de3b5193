// Distinct texts of the lines read, so that each is asked for once outside. Text 0 is the empty one.
import {
  copyBytes,
  HASHES,
  maskOf,
  MAX_TEXTS,
  MAX_VERBS,
  OFFSETS,
  SLOTS,
  SLOT_COUNT,
  TEXTS,
  TEXTS_SIZE,
  VERBS,
  wordOf,
} from './memory';

/** Longer ways to a free slot are an attack, or bad luck: a new dictionary has another seed. */
const MAX_STEPS: u32 = 256;
const MULTIPLIER: u64 = 0x9e3779b97f4a7c15;

let count: u32 = 1;
let verbs: u32 = 0;
let end: usize = TEXTS;
let seed: u64 = 0;

/** Forgets all texts and verbs. */
export function clearDictionary(newSeed: u32): void {
  memory.fill(SLOTS, 0, 4 * SLOT_COUNT);
  count = 1;
  verbs = 0;
  end = TEXTS;
  seed = (newSeed as u64) * MULTIPLIER;
  store<u32>(OFFSETS, TEXTS as u32);
  store<u32>(OFFSETS + 4, TEXTS as u32);
}

export function textCount(): u32 {
  return count;
}

export function verbCount(): u32 {
  return verbs;
}

export function hasRoom(texts: u32, bytes: usize): bool {
  return verbs < MAX_VERBS && count + texts < MAX_TEXTS && end + bytes <= TEXTS + TEXTS_SIZE;
}

/** The id of a text; -1 where it cannot have one. There has to be room. */
export function idOf(p: usize, length: u32): u32 {
  if (length == 0) return 0;
  const hash = hashOf(p, length);
  let slot = hash & (SLOT_COUNT - 1);
  for (let steps: u32 = 0; ; steps++) {
    const id = load<u32>(wordOf(SLOTS, slot));
    if (id == 0) break;
    if (load<u32>(wordOf(HASHES, id)) == hash && isText(id, p, length)) return id;
    if (steps == MAX_STEPS) return -1;
    slot = (slot + 1) & (SLOT_COUNT - 1);
  }
  store<u32>(wordOf(SLOTS, slot), count);
  store<u32>(wordOf(HASHES, count), hash);
  copyBytes(end, p, length);
  end += length;
  const id = count;
  count++;
  store<u32>(wordOf(OFFSETS, count), end as u32);
  return id;
}

/** The number of a verb of up to 16 bytes, given as two words. There has to be room. */
export function verbOf(low: u64, high: u64): u32 {
  let verb: u32 = 0;
  for (; verb < verbs; verb++) {
    const known = VERBS + 16 * verb;
    if (load<u64>(known) == low && load<u64>(known + 8) == high) return verb;
  }
  const added = VERBS + 16 * verb;
  store<u64>(added, low);
  store<u64>(added + 8, high);
  verbs++;
  return verb;
}

function isText(id: u32, p: usize, length: u32): bool {
  let own = load<u32>(wordOf(OFFSETS, id)) as usize;
  if ((load<u32>(wordOf(OFFSETS, id + 1)) as usize) != own + length) return false;
  for (let left = length as i32; left > 0; left -= 16) {
    const differ = i8x16.bitmask(i8x16.ne(v128.load(own), v128.load(p)));
    if (differ != 0) return ctz(differ) >= left;
    own += 16;
    p += 16;
  }
  return true;
}

function hashOf(p: usize, length: u32): u32 {
  let hash = seed ^ length;
  let left = length;
  for (; left >= 8; left -= 8) {
    hash = (hash ^ load<u64>(p)) * MULTIPLIER;
    hash ^= hash >> 32;
    p += 8;
  }
  if (left > 0) {
    hash = (hash ^ (load<u64>(p) & maskOf(left))) * MULTIPLIER;
    hash ^= hash >> 32;
  }
  hash *= MULTIPLIER;
  return (hash >> 32) as u32;
}
