import type { EpochMs } from '../base/time.ts';

/** One input as it lies on disk or in a drop. Whatever reads from it may do so again. */
export interface ByteSource {
  /** As the user gave it; folders walked are joined with `/`. */
  readonly path: string;
  /** How many bytes it holds; null where that is not known before it is read. */
  readonly size: number | null;
  /** When it was last written, as its keeper says; null: not known. */
  readonly modified: EpochMs | null;
  /**
   * Bytes as they lie there, from the start or the place given; each call reads anew. A chunk is valid until the seventh
   * after it was asked for.
   */
  chunks(from?: number): AsyncIterable<Uint8Array>;
  /** The bytes from `from` to before `to`; fewer where the source ends earlier. */
  slice(from: number, to: number): Promise<Uint8Array>;
}

/** Reading in pieces of this size is as fast as it gets, and holds little. */
const CHUNK = 1 << 20;
/** How many of them are in use at a time. */
const CHUNKS = 8;

/** A source of bytes that are in memory already. For samples, tests, and archives inside of a stream. */
export function sourceOfBytes(path: string, bytes: Uint8Array, chunkSize = 1 << 18): ByteSource {
  return {
    path,
    size: bytes.length,
    modified: null,
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
    modified: blob instanceof File ? blob.lastModified : null,
    async *chunks(from = 0) {
      const reader = byobReader(from === 0 ? blob : blob.slice(from));
      if (reader !== null) yield* readInTurn(reader);
      else for (let at = from; at < blob.size; at += CHUNK) yield await slice(at, at + CHUNK);
    },
    slice,
  };
}

/** Reads into memory of ours; null where a blob's stream cannot, and gives chunks that are too small to be fast. */
function byobReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/**
 * Readers that are at work. While one waits, Chromium holds neither it nor who waits for it, and its collector takes both:
 * the reading then never ends.
 */
const atWork = new Set<ReadableStreamBYOBReader>();

/** Uses the same few buffers over and over: fresh ones cost more than the reading. */
async function* readInTurn(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array> {
  atWork.add(reader);
  const buffers = Array.from({ length: CHUNKS }, () => new ArrayBuffer(0));
  try {
    for (let turn = 0; ; turn = (turn + 1) % CHUNKS) {
      const free = buffers[turn].byteLength === CHUNK ? buffers[turn] : new ArrayBuffer(CHUNK);
      const { value, done } = await reader.read(new Uint8Array(free));
      if (done) return;
      buffers[turn] = value.buffer;
      yield value;
    }
  } finally {
    atWork.delete(reader);
    await reader.cancel();
  }
}

/** The same source; `onTaken` is told of each piece that is taken from it, and may stop the reading by throwing. */
export function watchSource(source: ByteSource, onTaken: (bytes: Uint8Array) => void): ByteSource {
  const told = (bytes: Uint8Array) => {
    onTaken(bytes);
    return bytes;
  };
  return {
    path: source.path,
    size: source.size,
    modified: source.modified,
    async *chunks(from) {
      for await (const chunk of source.chunks(from)) yield told(chunk);
    },
    slice: async (from, to) => told(await source.slice(from, to)),
  };
}
