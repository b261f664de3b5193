import type { Decompress } from 'fzstd';
import { joinBytes } from '../../base/bytes.ts';
import { ByteReader } from './byte-reader.ts';
import { PackFailure } from './pack-failure.ts';
import type { OnTrouble, Trouble } from './trouble.ts';
import { Xxh64 } from './xxh64.ts';

const MAGIC = 0xfd2fb528;
const SKIPPED = 0x184d2a50;
/** A frame's window is kept in memory; zstd makes one of more than 8 MB only when asked for it. */
const MAX_WINDOW = 64 << 20;
/** Each frame has a window of its own, so that many small ones cost more than they hold. */
const MAX_WINDOWS = 256 << 20;

/**
 * Unpacks a zstd stream of one or several frames, block by block. Checks the frames' sums. Tells of trouble and ends there;
 * rejects with a `PackFailure` where a window is too large.
 */
export async function* unzstd(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(chunks);
  let windows = 0;
  try {
    for (;;) {
      const magic = await reader.read(4);
      if (magic.length === 0) return;
      const mark = magic.length < 4 ? 0 : numberAt(magic, 0, 4);
      if ((mark & 0xfffffff0) >>> 0 === SKIPPED) {
        const length = numberAt(await reader.read(4), 0, 4);
        if ((await reader.skip(length)) < length) return onTrouble('cut');
      } else if (mark === MAGIC) {
        const header = await readFrameHeader(reader);
        if (header === null) return onTrouble('cut');
        windows += header.window;
        if (header.window > MAX_WINDOW || windows > MAX_WINDOWS + 16 * reader.position) {
          throw new PackFailure({
            code: 'too-large',
            limitBytes: MAX_WINDOW,
            what: 'the window of zstd data',
          });
        }
        const isWhole = yield* readFrame(reader, header, magic, onTrouble);
        if (!isWhole) return;
      } else return onTrouble('garbage');
    }
  } finally {
    await reader.close();
  }
}

interface FrameHeader {
  readonly bytes: Uint8Array;
  readonly window: number;
  /** How much the frame holds; null where it does not tell. */
  readonly size: number | null;
  readonly hasSum: boolean;
}

/** RFC 8878, 3.1.1.1; null where the stream ends in it. */
async function readFrameHeader(reader: ByteReader): Promise<FrameHeader | null> {
  const first = await reader.read(1);
  const flags = first.length === 0 ? 0 : first[0];
  const isSingle = (flags & 0x20) !== 0;
  const windowBytes = isSingle ? 0 : 1;
  const idBytes = [0, 1, 2, 4][flags & 3];
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  const rest = await reader.read(windowBytes + idBytes + sizeBytes);
  if (first.length + rest.length < 1 + windowBytes + idBytes + sizeBytes) return null;
  const base = 2 ** (10 + (rest[0] >> 3));
  const told = numberAt(rest, windowBytes + idBytes, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const window = isSingle ? told : base + (base / 8) * (rest[0] & 7);
  return {
    bytes: joinBytes([first, rest]),
    window,
    size: sizeBytes === 0 ? null : told,
    hasSum: (flags & 4) !== 0,
  };
}

/** The blocks of a frame; answers whether another frame may follow. */
async function* readFrame(
  reader: ByteReader,
  header: FrameHeader,
  magic: Uint8Array,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array, boolean> {
  const { Decompress } = await import('fzstd');
  const decoder = new BlockDecoder(Decompress);
  const sum = new Xxh64();
  let size = 0;
  let before = [magic, header.bytes];
  for (let isLast = false; !isLast;) {
    const head = await reader.read(3);
    if (head.length < 3) return tell('cut');
    const word = numberAt(head, 0, 3);
    isLast = (word & 1) === 1;
    const length = (word & 6) === 2 ? 1 : word >> 3; // one byte repeated is written once
    const data = await reader.read(length);
    if (data.length < length) return tell('cut');
    const tail = isLast && header.hasSum ? await reader.read(4) : new Uint8Array(0);
    const out = decoder.push([...before, head, data, tail], isLast);
    before = [];
    for (const chunk of out ?? []) {
      if (header.hasSum) sum.push(chunk);
      size += chunk.length;
      yield chunk;
    }
    if (out === null) return tell('damaged');
    if (isLast && header.hasSum && tail.length < 4) return tell('cut');
    if (isLast && header.hasSum && numberAt(tail, 0, 4) !== sum.low32()) return tell('checksum');
  }
  if (header.size !== null && header.size !== size) return tell('checksum');
  return true;

  function tell(trouble: Trouble): boolean {
    onTrouble(trouble);
    return trouble === 'checksum';
  }
}

/** Unpacks whole blocks of one frame: a push gives what its block holds, at most 128 KiB. */
class BlockDecoder {
  readonly #decoder: Decompress;
  #out: Uint8Array[] = [];

  constructor(make: typeof Decompress) {
    this.#decoder = new make((chunk) => {
      if (chunk.length > 0) this.#out.push(chunk);
    });
  }

  /** Null where the block cannot be read. */
  push(parts: readonly Uint8Array[], isLast: boolean): readonly Uint8Array[] | null {
    this.#out = [];
    try {
      // fzstd keeps what it is given until it has used it, so it gets a copy of its own.
      this.#decoder.push(joinBytes([...parts, new Uint8Array(0)]), isLast);
      return this.#out;
    } catch {
      return null;
    }
  }
}

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = Math.min(at + length, bytes.length) - 1; i >= at; i--) value = value * 256 + bytes[i];
  return value;
}
