// Inflates one member of gzip at a time (RFC 1951 and 1952). The entry of the module.
// Whatever is read is untrusted: copies never reach behind what was written, nor writes behind OUTPUT_END.
import {
  BLOCK_END,
  INVALID,
  LITERAL,
  makeTable,
  OF_DISTANCES,
  OF_LENGTHS,
  OF_LITERALS,
  SPECIAL,
  SUBTABLE,
} from './codes';
import {
  DISTANCE_ENTRIES,
  DISTANCES,
  INPUT,
  INPUT_SIZE,
  LENGTHS,
  LITERAL_ENTRIES,
  LITERALS,
  OUTPUT,
  OUTPUT_END,
  PIECE,
  PRECODE_ENTRIES,
  PRECODES,
  SLACK,
  WINDOW,
} from './memory';
import { addToSum, makeSums } from './sum';

/** What a run came to. */
const HUNGRY: u32 = 0; // it wants more bytes
const FULL: u32 = 1; // a piece is full
const OVER: u32 = 2; // the member is at its end
const FAILED: u32 = 3; // it cannot be followed
const WRONG: u32 = 4; // the member is at its end, and its sum or length is wrong

/** What is to be read next. */
const HEAD: u32 = 0; // the ten bytes that a member begins with
const EXTRA_LENGTH: u32 = 1;
const EXTRA: u32 = 2;
const NAME: u32 = 3;
const COMMENT: u32 = 4;
const HEAD_SUM: u32 = 5;
const BLOCK: u32 = 6;
const STORED_LENGTH: u32 = 7;
const STORED: u32 = 8;
const CODES: u32 = 9;
const TRAILER: u32 = 10;
const DONE: u32 = 11;

/** Flags of a gzip header. */
const HAS_SUM: u32 = 2;
const HAS_EXTRA: u32 = 4;
const HAS_NAME: u32 = 8;
const HAS_COMMENT: u32 = 16;

const LITERAL_BITS: u32 = 11;
const DISTANCE_BITS: u32 = 8;
const PRECODE_BITS: u32 = 7;
/** The fast way reads so many bytes ahead. */
const AHEAD: usize = 32;

let mode: u32 = DONE;
let flags: u32 = 0;
let isLast: bool = false;
let left: u32 = 0; // of a stored block, or of extra bytes

/** Packed bytes that are here: from `next` to `end`. */
let next: usize = INPUT;
let end: usize = INPUT;
/** Bits taken from them, the first one lowest, and how many. */
let bits: u64 = 0;
let count: u32 = 0;

/** The piece at hand: from `piece` to `out`. */
let piece: usize = OUTPUT;
let out: usize = OUTPUT;
/** Nothing before it belongs to this member, or is near enough. */
let floor: usize = OUTPUT;
let sum: u32 = 0;
let size: u32 = 0;
let headSum: u32 = 0;

makeSums();

/** Forgets the member before, and begins another. */
export function begin(): void {
  mode = HEAD;
  isLast = false;
  next = INPUT;
  end = INPUT;
  bits = 0;
  count = 0;
  piece = out;
  floor = out;
  sum = 0xffffffff;
  headSum = 0xffffffff;
  size = 0;
}

/** Where more bytes go: INPUT_SIZE less than what is still to be read. */
export function inputAt(): usize {
  if (next > INPUT) {
    memory.copy(INPUT, next, end - next);
    end = INPUT + (end - next);
    next = INPUT;
  }
  return end;
}

export function inputRoom(): u32 {
  return (INPUT + INPUT_SIZE - end) as u32;
}

/** So many bytes were put there. */
export function give(length: u32): void {
  end += length;
}

/** How many of the bytes given were not wanted, once a member is over. */
export function unused(): u32 {
  return (end - next) as u32;
}

export function pieceAt(): usize {
  return piece;
}

export function pieceLength(): u32 {
  return (out - piece) as u32;
}

/** Makes the next piece, as far as the bytes given go. */
export function run(): u32 {
  if (out > OUTPUT_END - PIECE - SLACK) wrap();
  piece = out;
  const why = follow();
  sum = addToSum(sum, piece, out);
  size += (out - piece) as u32;
  return why == OVER ? readTrailer() : why;
}

/** Goes on at the beginning of OUTPUT, with what distances may reach back to before it. */
function wrap(): void {
  const kept = min<usize>(out - floor, WINDOW);
  memory.copy(OUTPUT - kept, out - kept, kept);
  out = OUTPUT;
  floor = OUTPUT - kept;
}

function follow(): u32 {
  const limit = piece + PIECE;
  let why: u32 = OVER;
  while (why == OVER) {
    if (mode < BLOCK) why = readHead();
    else if (mode == BLOCK) why = readBlock();
    else if (mode == STORED_LENGTH) why = readStoredLength();
    else if (mode == STORED) why = copyStored(limit);
    else if (mode == CODES) why = readCodes(limit);
    else return mode == TRAILER ? OVER : FAILED;
  }
  return why;
}

// What follows gives OVER when its part is done.

function readHead(): u32 {
  if (mode == HEAD) {
    if (end - next < 10) {
      // What cannot be gzip is told at once.
      for (let p = next; p < end; p++) if (p - next < 3 && load<u8>(p) != headByte(p - next)) return FAILED;
      return HUNGRY;
    }
    if ((load<u32>(next) & 0xffffff) != 0x088b1f) return FAILED;
    flags = load<u8>(next, 3);
    if ((flags & 0xe0) != 0) return FAILED;
    passHead(10);
    mode = EXTRA_LENGTH;
  }
  if (mode == EXTRA_LENGTH) {
    if ((flags & HAS_EXTRA) != 0) {
      if (end - next < 2) return HUNGRY;
      left = load<u16>(next);
      passHead(2);
    } else left = 0;
    mode = EXTRA;
  }
  if (mode == EXTRA) {
    const length = min<usize>(left, end - next);
    passHead(length);
    left -= length as u32;
    if (left > 0) return HUNGRY;
    mode = NAME;
  }
  if (mode == NAME) {
    if ((flags & HAS_NAME) != 0 && !passText()) return HUNGRY;
    mode = COMMENT;
  }
  if (mode == COMMENT) {
    if ((flags & HAS_COMMENT) != 0 && !passText()) return HUNGRY;
    mode = HEAD_SUM;
  }
  if ((flags & HAS_SUM) != 0) {
    if (end - next < 2) return HUNGRY;
    if (load<u16>(next) != (~headSum & 0xffff)) return FAILED;
    next += 2;
  }
  mode = BLOCK;
  return OVER;
}

function headByte(index: usize): u32 {
  return (0x088b1f >> ((index as u32) << 3)) & 255;
}

function passHead(length: usize): void {
  headSum = addToSum(headSum, next, next + length);
  next += length;
}

/** Up to and with a zero; false if there is none yet. */
function passText(): bool {
  let p = next;
  while (p < end && load<u8>(p) != 0) p++;
  const isWhole = p < end;
  passHead(p - next + (isWhole ? 1 : 0));
  return isWhole;
}

/** Takes bytes as long as there is room for their bits: 63 at most. */
function refill(): void {
  while (count < 56 && next < end) {
    bits |= (load<u8>(next) as u64) << count;
    next++;
    count += 8;
  }
}

function take(wanted: u32): u32 {
  const value = (bits & (((1 as u64) << wanted) - 1)) as u32;
  bits >>= wanted;
  count -= wanted;
  return value;
}

/** Gives back whole bytes, and drops what is left of the last one. */
function align(): void {
  next -= count >> 3;
  bits = 0;
  count = 0;
}

function readBlock(): u32 {
  if (isLast) {
    align();
    mode = TRAILER;
    return OVER;
  }
  const oldNext = next;
  const oldBits = bits;
  const oldCount = count;
  refill();
  const why = readBlockHead();
  if (why == HUNGRY) {
    // Again from its beginning, when there is more.
    next = oldNext;
    bits = oldBits;
    count = oldCount;
  }
  return why;
}

function readBlockHead(): u32 {
  if (count < 3) return HUNGRY;
  const isLastOne = take(1) != 0;
  const kind = take(2);
  if (kind == 3) return FAILED;
  if (kind == 2) {
    const why = readLengths();
    if (why != OVER) return why;
  }
  if (kind == 1 && !makeFixed()) return FAILED;
  isLast = isLastOne;
  if (kind == 0) align();
  mode = kind == 0 ? STORED_LENGTH : CODES;
  return OVER;
}

function makeFixed(): bool {
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  if (!makeTable(OF_LITERALS, LENGTHS, 288, LITERALS, LITERAL_ENTRIES, LITERAL_BITS)) return false;
  memory.fill(LENGTHS, 5, 32);
  return makeTable(OF_DISTANCES, LENGTHS, 32, DISTANCES, DISTANCE_ENTRIES, DISTANCE_BITS);
}

/** In which order the lengths of the codes for lengths stand. */
const ORDER: StaticArray<u8> = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function readLengths(): u32 {
  if (count < 14) return HUNGRY;
  const literals: u32 = 257 + take(5);
  const distances: u32 = 1 + take(5);
  const precodes: u32 = 4 + take(4);
  if (literals > 286 || distances > 30) return FAILED;
  memory.fill(LENGTHS, 0, 19);
  for (let i: u32 = 0; i < precodes; i++) {
    refill();
    if (count < 3) return HUNGRY;
    store<u8>(LENGTHS + unchecked(ORDER[i]), take(3));
  }
  if (!makeTable(OF_LENGTHS, LENGTHS, 19, PRECODES, PRECODE_ENTRIES, PRECODE_BITS)) return FAILED;
  const all = literals + distances;
  let at: u32 = 0;
  while (at < all) {
    refill();
    const entry = load<u32>(PRECODES + (((bits as u32) & 127) << 2));
    if ((entry & SPECIAL) != 0) return count < PRECODE_BITS ? HUNGRY : FAILED;
    const length = entry & 255;
    const symbol = entry >> 16;
    const extra: u32 = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (count < length + extra) return HUNGRY;
    take(length);
    if (symbol < 16) {
      store<u8>(LENGTHS + at, symbol);
      at++;
      continue;
    }
    if (symbol == 16 && at == 0) return FAILED;
    const value = symbol == 16 ? load<u8>(LENGTHS + at - 1) : 0;
    const times: u32 = (symbol == 18 ? 11 : 3) + take(extra);
    if (at + times > all) return FAILED;
    memory.fill(LENGTHS + at, value, times);
    at += times;
  }
  if (load<u8>(LENGTHS + 256) == 0) return FAILED; // a block that cannot end
  if (!makeTable(OF_LITERALS, LENGTHS, literals, LITERALS, LITERAL_ENTRIES, LITERAL_BITS)) return FAILED;
  return makeTable(OF_DISTANCES, LENGTHS + literals, distances, DISTANCES, DISTANCE_ENTRIES, DISTANCE_BITS)
    ? OVER
    : FAILED;
}

function readStoredLength(): u32 {
  if (end - next < 4) return HUNGRY;
  left = load<u16>(next);
  if ((left ^ 0xffff) != load<u16>(next, 2)) return FAILED;
  next += 4;
  mode = STORED;
  return OVER;
}

function copyStored(limit: usize): u32 {
  const length = min<usize>(min<usize>(left, end - next), limit - out);
  memory.copy(out, next, length);
  out += length;
  next += length;
  left -= length as u32;
  if (left > 0) return out >= limit ? FULL : HUNGRY;
  mode = BLOCK;
  return OVER;
}

function readCodes(limit: usize): u32 {
  let why: u32 = FULL;
  while (why == FULL && out < limit) {
    why = end - next >= AHEAD ? readFast(limit) : readOne();
  }
  if (why == OVER) mode = BLOCK;
  return why;
}

/** One literal or match near the end of what is here. FULL: there may be more. */
function readOne(): u32 {
  refill();
  let entry = load<u32>(LITERALS + (((bits as u32) & ((1 << LITERAL_BITS) - 1)) << 2));
  let taken: u32 = 0;
  if ((entry & LITERAL) == 0 && (entry & SUBTABLE) != 0 && (entry & SPECIAL) != 0) {
    taken = LITERAL_BITS;
    entry = load<u32>(LITERALS + (((entry >> 16) + bitsAt(taken, (entry >> 8) & 15)) << 2));
  }
  if ((entry & LITERAL) == 0 && (entry & INVALID) == INVALID) return count < 15 ? HUNGRY : FAILED;
  const before = taken;
  taken += entry & 255;
  if (count < taken) return HUNGRY;
  if ((entry & LITERAL) != 0) {
    store<u8>(out, entry >> 16);
    out++;
    take(taken);
    return FULL;
  }
  if ((entry & SPECIAL) != 0) {
    take(taken);
    return OVER;
  }
  const code = (entry >> 8) & 15;
  const length = (entry >> 16) + bitsAt(before + code, (entry & 255) - code);
  entry = load<u32>(DISTANCES + (bitsAt(taken, DISTANCE_BITS) << 2));
  if ((entry & SPECIAL) != 0 && (entry & SUBTABLE) != 0) {
    taken += DISTANCE_BITS;
    entry = load<u32>(DISTANCES + (((entry >> 16) + bitsAt(taken, (entry >> 8) & 15)) << 2));
  }
  if ((entry & SPECIAL) != 0) return count < taken + 15 && count < 48 ? HUNGRY : FAILED;
  const code2 = (entry >> 8) & 15;
  const distance = (entry >> 16) + bitsAt(taken + code2, (entry & 255) - code2);
  taken += entry & 255;
  if (count < taken) return HUNGRY;
  if (distance > ((out - floor) as u32)) return FAILED;
  take(taken);
  copyMatch(out, distance, length);
  out += length;
  return FULL;
}

function bitsAt(from: u32, length: u32): u32 {
  return ((bits >> from) as u32) & ((1 << length) - 1);
}

/** As many as can be read without looking whether there are bytes and room. FULL: there may be more. */
function readFast(limit: usize): u32 {
  const lastIn = end - AHEAD;
  let at = next;
  let to = out;
  let buffer = bits;
  let held = count;
  let why: u32 = FULL;
  while (at <= lastIn && to < limit) {
    // Of the bytes read, as many are passed as have room; the bits of others are the same when they are read again.
    buffer |= load<u64>(at) << held;
    at += (63 - held) >> 3;
    held |= 56;
    let entry = load<u32>(LITERALS + (((buffer as u32) & ((1 << LITERAL_BITS) - 1)) << 2));
    if ((entry & LITERAL) != 0) {
      // Three literals of the table take at most 33 bits.
      buffer >>= entry & 255;
      held -= entry & 255;
      store<u8>(to++, entry >> 16);
      entry = load<u32>(LITERALS + (((buffer as u32) & ((1 << LITERAL_BITS) - 1)) << 2));
      if ((entry & LITERAL) != 0) {
        buffer >>= entry & 255;
        held -= entry & 255;
        store<u8>(to++, entry >> 16);
        entry = load<u32>(LITERALS + (((buffer as u32) & ((1 << LITERAL_BITS) - 1)) << 2));
        if ((entry & LITERAL) != 0) {
          buffer >>= entry & 255;
          held -= entry & 255;
          store<u8>(to++, entry >> 16);
          continue;
        }
      }
      buffer |= load<u64>(at) << held;
      at += (63 - held) >> 3;
      held |= 56;
    }
    if ((entry & SPECIAL) != 0) {
      if ((entry & SUBTABLE) != 0) {
        buffer >>= LITERAL_BITS;
        held -= LITERAL_BITS;
        const index = (entry >> 16) + ((buffer as u32) & ((1 << ((entry >> 8) & 15)) - 1));
        entry = load<u32>(LITERALS + (index << 2));
        if ((entry & LITERAL) != 0) {
          buffer >>= entry & 255;
          held -= entry & 255;
          store<u8>(to++, entry >> 16);
          continue;
        }
      }
      if ((entry & SPECIAL) != 0) {
        if ((entry & BLOCK_END) == 0) {
          why = FAILED;
          break;
        }
        buffer >>= entry & 255;
        held -= entry & 255;
        why = OVER;
        break;
      }
    }
    // At least 45 bits are here: 9 of the length, 28 of the distance are needed at most.
    const length = (entry >> 16) + (((buffer as u32) & maskOf(entry & 255)) >> ((entry >> 8) & 15));
    buffer >>= entry & 255;
    held -= entry & 255;
    entry = load<u32>(DISTANCES + (((buffer as u32) & ((1 << DISTANCE_BITS) - 1)) << 2));
    if ((entry & SPECIAL) != 0) {
      if ((entry & SUBTABLE) == 0) {
        why = FAILED;
        break;
      }
      buffer >>= DISTANCE_BITS;
      held -= DISTANCE_BITS;
      const index = (entry >> 16) + ((buffer as u32) & ((1 << ((entry >> 8) & 15)) - 1));
      entry = load<u32>(DISTANCES + (index << 2));
      if ((entry & SPECIAL) != 0) {
        why = FAILED;
        break;
      }
    }
    const distance = (entry >> 16) + (((buffer as u32) & maskOf(entry & 255)) >> ((entry >> 8) & 15));
    buffer >>= entry & 255;
    held -= entry & 255;
    if (distance > ((to - floor) as u32)) {
      why = FAILED;
      break;
    }
    copyMatch(to, distance, length);
    to += length;
  }
  next = at;
  out = to;
  count = held;
  bits = buffer & (((1 as u64) << held) - 1);
  return why;
}

function maskOf(length: u32): u32 {
  return (1 << length) - 1;
}

/** Writes up to 31 bytes behind the end. */
function copyMatch(to: usize, distance: u32, length: u32): void {
  let from = to - distance;
  let at = to;
  const last = to + length;
  if (distance >= 16) {
    v128.store(at, v128.load(from));
    while (at + 16 < last) {
      at += 16;
      from += 16;
      v128.store(at, v128.load(from));
    }
  } else if (distance == 1) {
    const byte = i8x16.splat(load<i8>(from));
    for (; at < last; at += 16) v128.store(at, byte);
  } else {
    for (; at < last; at++) store<u8>(at, load<u8>(from++));
  }
}

function readTrailer(): u32 {
  if (end - next < 8) return HUNGRY;
  const isRight = load<u32>(next) == ~sum && load<u32>(next, 4) == size;
  next += 8;
  mode = DONE;
  return isRight ? OVER : WRONG;
}
