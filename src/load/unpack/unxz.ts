import { ByteReader } from './byte-reader.ts';
import { PackFailure } from './pack-failure.ts';
import type { OnTrouble } from './trouble.ts';

/** The dictionary lies in memory; `xz -9` makes one of 64 MB. */
const MAX_MEMORY = 80 << 20;
/** Answers of the decoder, from xz-embedded: `xz.h`. */
const OK = 0;
const STREAM_END = 1;
const MEMORY_ERROR = 3;
const FORMAT_ERROR = 5;
const OPTIONS_ERROR = 6;
const BUFFER_ERROR = 8;
/** Places in a decoder's memory, in words of four bytes. */
const BUFFER_SIZE = 0;
const IN_START = 1;
const IN_AT = 2;
const IN_SIZE = 3;
const OUT_START = 4;
const OUT_AT = 5;

/** What the WebAssembly module of `xz-decompress` offers. */
interface XzExports {
  readonly memory: WebAssembly.Memory;
  create_context(): number;
  destroy_context(context: number): void;
  supply_input(context: number, length: number): void;
  get_next_output(context: number): number;
}

/** The class that `xz-decompress` exports. Its stream reads one archive at a time and one stream of it: we use its core. */
interface XzLibrary {
  readonly XzReadableStream: {
    _getModuleInstance(): Promise<void>;
    _moduleInstance: WebAssembly.Instance;
  };
}

/**
 * Unpacks xz data of one or several streams; zeros may stand between them. Tells of trouble and ends there; rejects with a
 * `PackFailure` where the decoder cannot follow. Of the sums, the decoder checks CRC-32, and passes over CRC-64.
 */
export async function* unxz(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(chunks);
  const decoder = new XzDecoder(idle.pop() ?? (await startModule()));
  try {
    for (let isOver = false; !isOver;) {
      const input = await reader.read(decoder.capacity);
      isOver = input.length === 0; // the decoder is told by no bytes that nothing follows
      decoder.feed(input);
      const state = yield* drain(decoder);
      if (state === STREAM_END) return;
      if (state === BUFFER_ERROR) break;
      if (state !== OK) return onTrouble(state === FORMAT_ERROR ? 'garbage' : 'damaged');
    }
    onTrouble('cut');
  } finally {
    decoder.end();
    await reader.close();
  }
}

/** All that the input given brings; the answer is the state that it leaves. */
async function* drain(decoder: XzDecoder): AsyncGenerator<Uint8Array, number> {
  for (;;) {
    const { bytes, state } = decoder.next();
    if (bytes.length > 0) yield bytes;
    if (state === OPTIONS_ERROR) {
      throw new PackFailure({ code: 'unsupported', what: 'xz data of this filter or checksum' });
    }
    if (state === MEMORY_ERROR || decoder.memory > MAX_MEMORY) {
      throw new PackFailure({ code: 'too-large', limitBytes: MAX_MEMORY, what: 'the dictionary of xz data' });
    }
    if (state !== OK || (decoder.isHungry && bytes.length < decoder.capacity)) return state;
  }
}

/** One context of the decoder. */
class XzDecoder {
  readonly #xz: XzExports;
  readonly #context: number;

  constructor(xz: XzExports) {
    this.#xz = xz;
    this.#context = xz.create_context();
  }

  /** The most that can be given or taken at once. */
  get capacity(): number {
    return this.#words[BUFFER_SIZE];
  }
  get isHungry(): boolean {
    return this.unused === 0;
  }
  /** How many of the bytes given last were not used yet. */
  get unused(): number {
    return this.#words[IN_SIZE] - this.#words[IN_AT];
  }
  get memory(): number {
    return this.#xz.memory.buffer.byteLength;
  }

  /** Frees what it holds; the module is kept for the next archive where it is small. */
  end(): void {
    this.#xz.destroy_context(this.#context);
    if (this.memory <= MAX_IDLE_MEMORY && idle.length < MAX_IDLE) idle.push(this.#xz);
  }

  feed(bytes: Uint8Array): void {
    new Uint8Array(this.#xz.memory.buffer).set(bytes, this.#words[IN_START]);
    this.#xz.supply_input(this.#context, bytes.length);
  }

  next(): { bytes: Uint8Array; state: number } {
    const state = this.#xz.get_next_output(this.#context);
    const words = this.#words;
    const from = words[OUT_START];
    const bytes = new Uint8Array(this.#xz.memory.buffer.slice(from, from + words[OUT_AT]));
    words[OUT_AT] = 0;
    return { bytes, state };
  }

  /** Anew each time: when the memory grows, its old buffer is gone. */
  get #words(): Uint32Array {
    return new Uint32Array(this.#xz.memory.buffer, this.#context, OUT_AT + 1);
  }
}

/** Starting a module takes a hundred times as long as a small file does. */
const idle: XzExports[] = [];
const MAX_IDLE = 2;
const MAX_IDLE_MEMORY = 16 << 20;

/** A module for each archive that is open. */
async function startModule(): Promise<XzExports> {
  const found = (await import('xz-decompress')) as unknown as XzLibrary & { default?: XzLibrary };
  const { XzReadableStream: library } = found.default ?? found;
  await library._getModuleInstance();
  return library._moduleInstance.exports as unknown as XzExports;
}
