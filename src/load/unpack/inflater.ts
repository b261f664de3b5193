import type * as Zlib from 'node:zlib';

/**
 * Inflates one gzip member with what the platform has. A write gives all that its bytes bring; one that fails gives nothing,
 * and ends the inflater: the data are damaged, their checksum is wrong, or there are bytes behind the member's end.
 */
export interface Inflater {
  write(bytes: Uint8Array): Promise<Uint8Array[]>;
  /** Resolves to whether the member was whole. */
  end(): Promise<boolean>;
  /** Frees what it holds. */
  drop(): void;
}

/** Node's zlib where there is one: its own streams tell neither what they have used nor when they are idle. */
export function createInflater(): Inflater {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const zlib = process?.getBuiltinModule?.('node:zlib');
  return zlib === undefined ? new WebInflater() : new NodeInflater(zlib);
}

/** A read of what lies in a stream's queue is answered within so many turns of promises, with turns to spare. */
const TURNS = 6;

/** By `DecompressionStream`, which checks length and checksum. */
class WebInflater implements Inflater {
  readonly #writer: WritableStreamDefaultWriter<BufferSource>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #out: Uint8Array[] = [];

  constructor() {
    const stream = new DecompressionStream('gzip');
    this.#writer = stream.writable.getWriter();
    this.#reader = stream.readable.getReader();
    this.#writer.closed.catch(() => undefined); // the writes tell of it
    this.#reader.closed.catch(() => undefined);
    this.#read();
  }

  async write(bytes: Uint8Array): Promise<Uint8Array[]> {
    await this.#writer.write(bytes as Uint8Array<ArrayBuffer>);
    return this.#drain();
  }

  async end(): Promise<boolean> {
    try {
      await this.#writer.close();
      return true;
    } catch {
      return false;
    }
  }

  drop(): void {
    this.#writer.abort().catch(() => undefined);
  }

  /** There is always one read under way, so that a write never waits for a reader. */
  #read(): void {
    this.#reader.read().then(
      ({ value, done }) => {
        if (value !== undefined) this.#out.push(value);
        if (!done) this.#read();
      },
      () => undefined, // the write tells of it
    );
  }

  /** When a write is done, all that it brings lies in the stream's queue; this waits until it was read. */
  async #drain(): Promise<Uint8Array[]> {
    for (let seen = -1; seen < this.#out.length;) {
      seen = this.#out.length;
      for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
    }
    const out = this.#out;
    this.#out = [];
    return out;
  }
}

/** By Node's raw inflate, with header and trailer read here, to the same rules as the platform's stream. */
class NodeInflater implements Inflater {
  readonly #zlib: typeof Zlib;
  readonly #raw: Zlib.InflateRaw;
  #out: Uint8Array[] = [];
  #failed: Error | null = null;
  #isEnded = false;
  #head: Uint8Array | null = new Uint8Array(0);
  #trailer: number[] = [];
  #crc = 0;
  #size = 0;

  constructor(zlib: typeof Zlib) {
    this.#zlib = zlib;
    this.#raw = zlib.createInflateRaw({ chunkSize: 1 << 17 });
    this.#raw.on('data', (chunk: Uint8Array) => this.#out.push(chunk));
    this.#raw.on('end', () => (this.#isEnded = true));
    this.#raw.on('error', (error) => (this.#failed = error));
  }

  async write(bytes: Uint8Array): Promise<Uint8Array[]> {
    let left = this.#head === null ? bytes : this.#readHead(this.#head, bytes);
    if (!this.#isEnded && left.length > 0) left = await this.#inflate(left);
    const out = this.#out;
    this.#out = [];
    for (const chunk of out) {
      this.#crc = this.#zlib.crc32(chunk, this.#crc);
      this.#size += chunk.length;
    }
    this.#readTrailer(left);
    return out;
  }

  async end(): Promise<boolean> {
    await Promise.resolve();
    return this.#trailer.length === 8;
  }

  drop(): void {
    this.#raw.destroy();
  }

  #readHead(before: Uint8Array, bytes: Uint8Array): Uint8Array {
    const head = new Uint8Array(before.length + bytes.length);
    head.set(before);
    head.set(bytes, before.length);
    const length = gzipHeaderLength(head);
    if (length === null) throw new Error('not a gzip header');
    this.#head = length > head.length ? head : null;
    return head.subarray(length);
  }

  /** What is left behind the end of the deflate stream. */
  async #inflate(bytes: Uint8Array): Promise<Uint8Array> {
    const before = this.#raw.bytesWritten;
    await new Promise<void>((resolve) => {
      const go = () => {
        this.#raw.off('end', go);
        this.#raw.off('error', go);
        resolve();
      };
      this.#raw.on('end', go);
      this.#raw.on('error', go);
      this.#raw.write(bytes, go);
    });
    if (this.#failed !== null) throw this.#failed;
    return bytes.subarray(this.#raw.bytesWritten - before);
  }

  #readTrailer(bytes: Uint8Array): void {
    if (this.#trailer.length + bytes.length > 8) throw new Error('something follows the member');
    this.#trailer.push(...bytes);
    if (this.#trailer.length < 8 || bytes.length === 0) return;
    const trailer = new DataView(Uint8Array.from(this.#trailer).buffer);
    if (trailer.getUint32(0, true) !== this.#crc || trailer.getUint32(4, true) !== this.#size % 2 ** 32)
      throw new Error('the checksum is wrong');
  }
}

/**
 * How long a gzip header is: more than there are bytes where more are needed to tell; null if it is none. RFC 1952.
 */
export function gzipHeaderLength(bytes: Uint8Array): number | null {
  const begins = [0x1f, 0x8b, 8];
  if (begins.some((byte, i) => i < bytes.length && bytes[i] !== byte)) return null;
  if (bytes.length < 10) return 10;
  const flags = bytes[3];
  if ((flags & 0xe0) !== 0) return null;
  let at = 10;
  if ((flags & 4) !== 0) {
    if (bytes.length < 12) return 12;
    at += 2 + bytes[10] + 256 * bytes[11];
  }
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = at < bytes.length ? bytes.indexOf(0, at) : -1;
    if (end < 0) return Math.max(at, bytes.length) + 1;
    at = end + 1;
  }
  return at + ((flags & 2) === 0 ? 0 : 2);
}
