import { joinBytes } from '../base/bytes.ts';

/** What formats and containers are told by. */
export const HEAD_BYTES = 1 << 16;

export interface Peeked {
  /** The first bytes: at least `atLeast`, or all there are. */
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  /** The whole stream, the head included. Can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Frees what the stream holds, read or not. */
  close(): Promise<void>;
}

/** Looks at the beginning of a stream without losing it. */
export async function peek(chunks: AsyncIterable<Uint8Array>, atLeast: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < atLeast && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      first.push(next.value.slice()); // a chunk is valid until a few more were asked for
      length += next.value.length;
    }
  }
  return {
    head: joinBytes(first).subarray(0, atLeast),
    isWhole: isWhole && length <= atLeast,
    chunks: replay(),
    close: async () => void (await iterator.return?.()),
  };

  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      let ahead = isWhole ? null : readAhead(iterator);
      yield* first;
      while (ahead !== null) {
        const next = await ahead;
        if (next.done) return;
        ahead = readAhead(iterator);
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}

/** Asks for the next chunk, so that it comes while the one before it is worked on. */
function readAhead(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  const next = iterator.next();
  next.catch(() => undefined); // told to whoever waits for it; perhaps nobody does any more
  return next;
}
