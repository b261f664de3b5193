import { upperBound } from '../base/search.ts';
import type { TextId, TextPool } from '../model/text-pool.ts';

/** An ASCII text to be found in bytes in upper or lower case (Boyer–Moore–Horspool). */
export interface Needle {
  /** In lower case. */
  readonly bytes: Uint8Array;
  /** By the byte under the needle's end: how far to move on; 0 where it is the needle's last letter. */
  readonly skips: Uint8Array;
  /** How far to move on from there. */
  readonly skipAtLast: number;
}

/** ASCII in lower case; all other bytes as they are. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
const UPPER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte));
const MAX_SKIP = 255;

/** `text` must be ASCII, and not empty. */
export function makeNeedle(text: string): Needle {
  const bytes = Uint8Array.from(text, (letter) => LOWER[letter.charCodeAt(0)]);
  const last = bytes.length - 1;
  const skips = new Uint8Array(256).fill(Math.min(bytes.length, MAX_SKIP));
  for (let i = 0; i < last; i++) skips[bytes[i]] = Math.min(last - i, MAX_SKIP);
  const skipAtLast = skips[bytes[last]];
  skips[bytes[last]] = 0;
  for (let byte = 65; byte <= 90; byte++) skips[byte] = skips[LOWER[byte]];
  return { bytes, skips, skipAtLast };
}

/** Where the needle first stands in whole within [from, to); -1: nowhere. */
export function findBytes(bytes: Uint8Array, from: number, to: number, needle: Needle): number {
  const { bytes: wanted, skips, skipAtLast } = needle;
  const last = wanted.length - 1;
  if (last === 0) return findByte(bytes, from, to, wanted[0]);
  for (let end = from + last; end < to;) {
    const skip = skips[bytes[end]];
    if (skip !== 0) {
      end += skip;
      continue;
    }
    let i = last - 1;
    for (let at = end - 1; i >= 0 && LOWER[bytes[at]] === wanted[i]; i--) at--;
    if (i < 0) return end - last;
    end += skipAtLast;
  }
  return -1;
}

/** One letter is looked for by the engine itself, which is faster where it is rare, and no slower where it is not. */
function findByte(bytes: Uint8Array, from: number, to: number, wanted: number): number {
  const nearby = Math.min(to, from + 64);
  for (let at = from; at < nearby; at++) if (LOWER[bytes[at]] === wanted) return at;
  const rest = bytes.subarray(nearby, to);
  const lower = rest.indexOf(wanted);
  const upper = (lower < 0 ? rest : rest.subarray(0, lower)).indexOf(UPPER[wanted]);
  const found = upper >= 0 ? upper : lower;
  return found < 0 ? -1 : nearby + found;
}

export function areAsciiBytes(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] > 127) return false;
  return true;
}

/** Bytes to look at between two chances to stop: well under a millisecond. */
const BYTES_A_SLICE = 1 << 19;

/** Calls with each text that holds the needle, and where in the bytes first, ascending. O(bytes), and the longer the needle the less. */
export function* searchPool(
  { bytes, offsets }: TextPool,
  needle: Needle,
  found: (id: TextId, at: number) => void,
): Generator<void, void> {
  const count = offsets.length - 1;
  for (let id = 0; id < count;) {
    // The bytes of many texts are searched as one; a hit may lie across two of them, and is none.
    const sliceEnd = upperBound(offsets, offsets[id] + BYTES_A_SLICE, id + 1, count);
    const to = offsets[sliceEnd];
    for (let at = offsets[id]; (at = findBytes(bytes, at, to, needle)) >= 0; at = offsets[id]) {
      id = textAt(offsets, at, id);
      if (at + needle.bytes.length <= offsets[id + 1]) found(id, at);
      id++;
    }
    id = sliceEnd;
    yield;
  }
}

/** The text that the byte belongs to, at or after `id`; it is mostly near. */
function textAt(offsets: Uint32Array, at: number, id: TextId): TextId {
  let step = 1;
  let low = id;
  while (low + step < offsets.length && offsets[low + step] <= at) {
    low += step;
    step *= 2;
  }
  return upperBound(offsets, at, low, Math.min(low + step, offsets.length)) - 1;
}
