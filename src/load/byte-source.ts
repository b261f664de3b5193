/** One input as it lies on disk or in a drop. Whatever reads from it may do so again. */
export interface ByteSource {
  /** As the user gave it; folders walked are joined with `/`. */
  readonly path: string;
  /** How many bytes it holds; null where that is not known before it is read. */
  readonly size: number | null;
  /** Bytes as they lie there, from the start or the place given; each call reads anew. */
  chunks(from?: number): AsyncIterable<Uint8Array>;
  /** The bytes from `from` to before `to`; fewer where the source ends earlier. */
  slice(from: number, to: number): Promise<Uint8Array>;
}

/** Reading in pieces of this size is as fast as it gets, and holds little. */
const CHUNK = 1 << 20;

/** A source of bytes that are in memory already. For samples, tests, and archives inside of a stream. */
export function sourceOfBytes(path: string, bytes: Uint8Array, chunkSize = 1 << 18): ByteSource {
  return {
    path,
    size: bytes.length,
    async *chunks(from = 0) {
      for (let at = from; at < bytes.length; at += chunkSize) {
        await Promise.resolve();
        yield bytes.subarray(at, at + chunkSize);
      }
    },
    slice: (from, to) => Promise.resolve(bytes.subarray(from, to)),
  };
}

/** A source of a file that the browser holds. */
export function sourceOfBlob(path: string, blob: Blob): ByteSource {
  const slice = async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
  return {
    path,
    size: blob.size,
    async *chunks(from = 0) {
      // Slices rather than the blob's stream: its chunks are small, and each costs a turn of the event loop.
      for (let at = from; at < blob.size; at += CHUNK) yield await slice(at, at + CHUNK);
    },
    slice,
  };
}
