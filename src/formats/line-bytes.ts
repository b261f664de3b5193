/** Cuts bytes into whole lines, many at a time: for readers that are too fast for a text a line. */

export interface LineHandlers {
  /** Whole lines, each with its end: `buffer` from `from` to `to`, of which the first byte is at `offset` of the input. */
  onLines(buffer: Uint8Array, from: number, to: number, offset: number): void;
  /** A line over the limit: its beginning. `offset` is where it begins. */
  onOverlong(beginning: Uint8Array, offset: number): void;
}

const NEWLINE = 0x0a;

/** Lines up to `maxBytes` are kept whole. Memory: one chunk and one line. */
export class LineBytes {
  readonly #handlers: LineHandlers;
  readonly #maxBytes: number;
  #kept = new Uint8Array(1 << 16); // the open line
  #length = 0;
  #offset = 0; // of the next byte to come
  #isOverlong = false;

  constructor(handlers: LineHandlers, maxBytes: number) {
    this.#handlers = handlers;
    this.#maxBytes = maxBytes;
  }

  /** Bytes seen so far. */
  get bytes(): number {
    return this.#offset;
  }

  push(chunk: Uint8Array): void {
    const start = this.#offset;
    this.#offset += chunk.length;
    let from = 0;
    if (this.#length > 0 || this.#isOverlong) {
      from = chunk.indexOf(NEWLINE) + 1;
      this.#keep(from === 0 ? chunk : chunk.subarray(0, from), start);
      if (from === 0) return;
      this.#give(start + from);
    }
    const to = chunk.lastIndexOf(NEWLINE) + 1;
    if (to > from) this.#handlers.onLines(chunk, from, to, start + from);
    if (Math.max(from, to) < chunk.length)
      this.#keep(chunk.subarray(Math.max(from, to)), start + Math.max(from, to));
  }

  /** Gives the last line if it has no end; it gets one. Whether there was such a line. */
  end(): boolean {
    if (this.#length === 0 && !this.#isOverlong) return false;
    this.#keep(new Uint8Array([NEWLINE]), this.#offset);
    this.#give(this.#offset + 1);
    return true;
  }

  #keep(bytes: Uint8Array, offset: number): void {
    if (this.#isOverlong) return;
    const needed = this.#length + bytes.length;
    if (needed > this.#maxBytes) {
      this.#handlers.onOverlong(
        this.#kept.subarray(0, Math.min(this.#length, 1 << 12)),
        offset - this.#length,
      );
      this.#isOverlong = true;
      return;
    }
    if (needed > this.#kept.length) {
      const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#kept.length * 2)));
      grown.set(this.#kept.subarray(0, this.#length));
      this.#kept = grown;
    }
    this.#kept.set(bytes, this.#length);
    this.#length = needed;
  }

  /** The open line has ended before `end`. */
  #give(end: number): void {
    const length = this.#length;
    this.#length = 0;
    if (this.#isOverlong) this.#isOverlong = false;
    else this.#handlers.onLines(this.#kept, 0, length, end - length);
  }
}
