import { joinBytes } from '../../base/bytes.ts';

const NOTHING = new Uint8Array(0);

/** Takes bytes from a stream in the amounts that a reader of headers wants. */
export class ByteReader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = NOTHING;
  /** How many bytes were taken so far. */
  position = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#iterator = chunks[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, or fewer where the stream ends before. Valid until the stream's chunk is reused. */
  async read(count: number): Promise<Uint8Array> {
    if (this.#chunk.length >= count) return this.#cut(count);
    const parts: Uint8Array[] = [];
    for await (const part of this.take(count)) {
      parts.push(part.slice()); // a chunk is valid until a few more were asked for
    }
    return joinBytes(parts);
  }

  /** The next `count` bytes as they come; fewer where the stream ends before. May be left early. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0 && (await this.#hasMore());) {
      const part = this.#cut(left);
      left -= part.length;
      yield part;
    }
  }

  /** Everything that is left. */
  rest(): AsyncGenerator<Uint8Array> {
    return this.take(Infinity);
  }

  /** Passes over `count` bytes; the answer is how many there were. */
  async skip(count: number): Promise<number> {
    const from = this.position;
    while (this.position - from < count && (await this.#hasMore())) this.#cut(count - (this.position - from));
    return this.position - from;
  }

  /** Puts bytes back that were taken last, so that they are taken again. Those of the chunk at hand are not copied. */
  unread(bytes: Uint8Array): void {
    this.position -= bytes.length;
    const { buffer, byteOffset, length } = this.#chunk;
    const isOfChunk = bytes.buffer === buffer && bytes.byteOffset + bytes.length === byteOffset;
    this.#chunk = isOfChunk
      ? new Uint8Array(buffer, bytes.byteOffset, bytes.length + length)
      : joinBytes([bytes, this.#chunk].filter((part) => part.length > 0));
  }

  /** Frees what the stream holds. */
  async close(): Promise<void> {
    this.#chunk = NOTHING;
    await this.#iterator.return?.();
  }

  #cut(count: number): Uint8Array {
    const part = this.#chunk.length <= count ? this.#chunk : this.#chunk.subarray(0, count);
    this.#chunk = this.#chunk.subarray(part.length);
    this.position += part.length;
    return part;
  }

  async #hasMore(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#iterator.next();
      if (next.done === true) return false;
      this.#chunk = next.value;
    }
    return true;
  }
}

/** Some bytes, then those of a stream, then others. */
export async function* chain(
  first: readonly Uint8Array[],
  then: AsyncIterable<Uint8Array>,
  last: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* then;
  yield* last;
}
