// JSON as RFC 8259 has it, on bytes. Each function takes where something begins and gives where it ends; 0 where it is
// malformed. A line's end ends everything, since a record does not reach over it.
import { MAX_DEPTH, STACK } from './memory';

export const QUOTE: u32 = 0x22;
export const COMMA: u32 = 0x2c;
export const OPEN_BRACKET: u32 = 0x5b;
export const CLOSE_BRACKET: u32 = 0x5d;
export const OPEN_BRACE: u32 = 0x7b;
export const CLOSE_BRACE: u32 = 0x7d;
export const BACKSLASH: u32 = 0x5c;
const COLON: u32 = 0x3a;
const TRUE: u32 = 0x65757274;
const FALS: u32 = 0x736c6166;
const NULL: u32 = 0x6c6c756e;

export function byteAt(p: usize): u32 {
  return load<u8>(p);
}

/** Behind white space; a line's end is none. */
export function space(p: usize): usize {
  let byte = byteAt(p);
  while (byte == 0x20 || byte == 0x09 || byte == 0x0d) byte = byteAt(++p);
  return p;
}

/** From inside a string to its first quote, backslash or control character. */
export function stringStop(p: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
        i8x16.lt_u(bytes, i8x16.splat(0x20)),
      ),
    );
    if (found != 0) return p + ctz(found);
    p += 16;
  }
}

/** The same, and to the first byte that is not ASCII. */
export function plainStop(p: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    // Bytes over 0x7f are negative, so they are less than 0x20 as well.
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
        i8x16.lt_s(bytes, i8x16.splat(0x20)),
      ),
    );
    if (found != 0) return p + ctz(found);
    p += 16;
  }
}

/** From inside a string to its closing quote. */
export function stringEnd(p: usize): usize {
  while (true) {
    p = stringStop(p);
    const byte = byteAt(p);
    if (byte == QUOTE) return p;
    if (byte != BACKSLASH) return 0;
    p = escapeEnd(p);
    if (p == 0) return 0;
  }
}

/** From a backslash to behind what it escapes. */
export function escapeEnd(p: usize): usize {
  const byte = byteAt(p + 1);
  if (byte == 0x75) return isHex(p + 2) && isHex(p + 3) && isHex(p + 4) && isHex(p + 5) ? p + 6 : 0;
  return byte == QUOTE || byte == BACKSLASH || byte == 0x2f || unescaped(byte) != 0 ? p + 2 : 0;
}

/** What `\b`, `\f`, `\n`, `\r` and `\t` stand for; 0 for other letters. */
export function unescaped(letter: u32): u32 {
  if (letter == 0x6e) return 0x0a;
  if (letter == 0x74) return 0x09;
  if (letter == 0x72) return 0x0d;
  if (letter == 0x62) return 0x08;
  return letter == 0x66 ? 0x0c : 0;
}

function isHex(p: usize): bool {
  const byte = byteAt(p);
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}

/** The value of a hexadecimal digit. */
export function hexAt(p: usize): u32 {
  const byte = byteAt(p);
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** From the closing quote of a key to its value. */
export function valueOf(quote: usize): usize {
  let p = quote + 1;
  if (byteAt(p) != COLON) {
    p = space(p);
    if (byteAt(p) != COLON) return 0;
  }
  return space(p + 1);
}

export function skipValue(p: usize): usize {
  const byte = byteAt(p);
  if (byte == OPEN_BRACE || byte == OPEN_BRACKET) return skipContainer(p);
  return skipScalar(p, byte);
}

function skipScalar(p: usize, byte: u32): usize {
  if (byte == QUOTE) {
    const end = stringEnd(p + 1);
    return end == 0 ? 0 : end + 1;
  }
  if (byte - 0x30 < 10 || byte == 0x2d) return skipNumber(p);
  const word = load<u32>(p);
  if (word == TRUE || word == NULL) return p + 4;
  return word == FALS && byteAt(p + 4) == 0x65 ? p + 5 : 0;
}

function skipNumber(p: usize): usize {
  if (byteAt(p) == 0x2d) p++;
  if (byteAt(p) == 0x30) p++;
  else if ((p = digitsEnd(p)) == 0) return 0;
  if (byteAt(p) == 0x2e && (p = digitsEnd(p + 1)) == 0) return 0;
  if ((byteAt(p) | 0x20) != 0x65) return p;
  p++;
  if (byteAt(p) == 0x2b || byteAt(p) == 0x2d) p++;
  return digitsEnd(p);
}

/** Behind at least one digit. */
function digitsEnd(p: usize): usize {
  if (byteAt(p) - 0x30 > 9) return 0;
  while (byteAt(p) - 0x30 < 10) p++;
  return p;
}

function skipContainer(p: usize): usize {
  let depth: u32 = 0;
  while (true) {
    const byte = byteAt(p);
    if (byte == OPEN_BRACE || byte == OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return 0;
      const isObject = byte == OPEN_BRACE;
      store<u8>(STACK + depth, isObject ? 1 : 0);
      p = space(p + 1);
      if (byteAt(p) != (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (isObject && (p = skipKey(p)) == 0) return 0;
        continue;
      }
    } else {
      p = skipScalar(p, byte);
      if (p == 0) return 0;
      p = space(p);
    }
    while (true) {
      const isObject = load<u8>(STACK + depth) != 0;
      const next = byteAt(p);
      if (next == COMMA) {
        p = space(p + 1);
        if (isObject && (p = skipKey(p)) == 0) return 0;
        break;
      }
      if (next != (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return 0;
      p++;
      if (--depth == 0) return p;
      p = space(p);
    }
  }
}

/** From a key's opening quote to its value. */
function skipKey(p: usize): usize {
  if (byteAt(p) != QUOTE) return 0;
  const end = stringEnd(p + 1);
  return end == 0 ? 0 : valueOf(end);
}
