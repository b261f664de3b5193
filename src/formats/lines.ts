/** One line reader for all line formats: bytes in, lines as text out. */

export interface Line {
  /** Without its end; CR before the end is dropped. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Longer than the limit: `text` is its beginning. */
  readonly isCut: boolean;
  /** The input ended in it, without a line end. */
  readonly isLast: boolean;
}

/** Lines may be as long as they like; this much of one is kept. */
const MAX_LINE_BYTES = 1 << 20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

const decoder = new TextDecoder();

/** The lines of an input, in order. Invalid UTF-8 becomes U+FFFD. Memory: one chunk and one line. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  let kept: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  let number = 0;
  const keep = (bytes: Uint8Array) => {
    const room = maxBytes - length;
    if (bytes.length > room) isCut = true;
    if (room <= 0 || bytes.length === 0) return;
    kept.push(bytes.slice(0, room));
    length += Math.min(room, bytes.length);
  };
  const take = (isLast: boolean): Line => {
    const line = { text: decoder.decode(withoutReturn(join(kept, length))), number: ++number, isCut, isLast };
    kept = [];
    length = 0;
    isCut = false;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, to));
      yield take(false);
      from = to + 1;
    }
    keep(chunk.subarray(from));
  }
  if (length > 0) yield take(true);
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0];
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes[bytes.length - 1] === RETURN ? bytes.subarray(0, -1) : bytes;
}
