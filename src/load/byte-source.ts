/** One input as it lies on disk or in a drop. */
export interface ByteSource {
  /** As the user gave it; folders walked are joined with `/`. */
  readonly path: string;
  /** Bytes as they lie there, from the start; each call reads anew. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A source of bytes that are in memory already. For tests and samples. */
export function sourceOfBytes(path: string, bytes: Uint8Array, chunkSize = 1 << 18): ByteSource {
  return {
    path,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += chunkSize) {
        await Promise.resolve();
        yield bytes.subarray(at, at + chunkSize);
      }
    },
  };
}
