/** A stretch of a gzip stream. `isStart`: it begins as a member does. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly isStart: boolean;
}

/** A piece of n bytes may inflate to 1032 n: this bounds what one write brings to 32 MB. */
const PIECE = 1 << 15;
/** CRC and length at the end of a member. */
const TRAILER = 8;
/** The bytes that tell a header: two of magic, the method, the flags. */
const HEADER = 4;

/**
 * Cuts a gzip stream where its members may end, so that a write never brings both data and trouble: a platform's stream
 * that fails drops what it has not yet given. There is a cut before each header, real or not, and before the eight bytes
 * in front of it. The last bytes come one by one, since zeros that pad a file look like the end of a trailer.
 */
export async function* gzipPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let held: Uint8Array = new Uint8Array(0);
  let zeros = 0; // more of them behind what is held
  let isStart = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const end = lengthWithoutZeros(chunk);
    if (end === 0) {
      zeros += chunk.length;
      continue;
    }
    while (zeros > 0) {
      const some = Math.min(zeros, PIECE);
      zeros -= some;
      const cut = cutKnown(join(held, new Uint8Array(some)), isStart);
      ({ held, isStart } = cut);
      yield* cut.pieces;
    }
    zeros = chunk.length - end;
    const cut = cutKnown(join(held, chunk.subarray(0, end)), isStart);
    ({ held, isStart } = cut);
    yield* cut.pieces;
  }
  const last = join(held, new Uint8Array(Math.min(zeros, TRAILER + HEADER)));
  zeros -= last.length - held.length;
  for (let at = 0; at < last.length; at++) {
    yield { bytes: last.subarray(at, at + 1), isStart: (isStart && at === 0) || isHeader(last, at) };
  }
  for (; zeros > 0; zeros -= Math.min(zeros, PIECE)) {
    yield { bytes: new Uint8Array(Math.min(zeros, PIECE)), isStart: false };
  }
}

/** Cuts all but the last bytes, in which a header may begin, or which may stand in front of one. */
function cutKnown(
  bytes: Uint8Array,
  isStartFirst: boolean,
): { pieces: Piece[]; held: Uint8Array; isStart: boolean } {
  const pieces: Piece[] = [];
  let at = 0;
  let isStart = isStartFirst;
  const cutTo = (to: number) => {
    for (; at < to; isStart = false) {
      const next = Math.min(at + PIECE, to);
      pieces.push({ bytes: bytes.subarray(at, next), isStart });
      at = next;
    }
  };
  for (let header = findHeader(bytes, 0); header >= 0; header = findHeader(bytes, header + 1)) {
    cutTo(header - TRAILER);
    cutTo(header);
    isStart = true;
  }
  cutTo(bytes.length - TRAILER - HEADER + 1);
  return { pieces, held: bytes.subarray(at), isStart };
}

function findHeader(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x1f, from); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (isHeader(bytes, at)) return at;
  }
  return -1;
}

/** Whether a gzip header may stand there: magic, deflate, and no flag that has no meaning. */
function isHeader(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && bytes[at + 3] < 0x20;
}

function lengthWithoutZeros(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
