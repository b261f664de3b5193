/** zlib itself, as WebAssembly (zlib-streams): it tells where a member ends, checks its sum, and works in fixed memory. */

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  inflate_new(): number;
  inflate_init_gzip(stream: number): number;
  inflate_init_raw(stream: number): number;
  /** The code in the highest byte, the count of bytes written in the lower three. */
  inflate_process(
    stream: number,
    from: number,
    length: number,
    to: number,
    room: number,
    flush: number,
  ): number;
  inflate_last_consumed(stream: number): number;
  inflate_end(stream: number): number;
}

/** What a push came to: more is wanted, the stream is over, or it cannot be followed. */
export type ZlibState = 'going-on' | 'over' | 'failed';

const IN = 1 << 16;
const OUT = 1 << 17;
/** A piece stays as it is until so many more were made, which is more than any reader behind this holds. */
const BUFFERS = 8;
const STREAM_END = 1;
const BUFFER_ERROR = -5;

/** One stream at a time: `begin`, then `push` until it is over. */
export class Zlib {
  readonly #wasm: Exports;
  readonly #in: number;
  readonly #out: readonly number[];
  #heap: Uint8Array<ArrayBuffer>;
  #stream = 0;
  #next = 0;
  /** How many bytes of the last push were used. */
  used = 0;
  state: ZlibState = 'over';

  constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#in = wasm.malloc(IN);
    this.#out = Array.from({ length: BUFFERS }, () => wasm.malloc(OUT));
    this.#heap = new Uint8Array(wasm.memory.buffer);
  }

  /** `gzip`: with header and trailer, both checked. */
  begin(kind: 'gzip' | 'raw'): void {
    this.end();
    this.#stream = this.#wasm.inflate_new();
    const code =
      kind === 'gzip'
        ? this.#wasm.inflate_init_gzip(this.#stream)
        : this.#wasm.inflate_init_raw(this.#stream);
    if (code !== 0 || this.#stream === 0) throw new Error('zlib has no memory');
    this.state = 'going-on';
  }

  /**
   * Inflates up to the end of the bytes or of the stream, at most 128 KiB a piece. Pieces lie in zlib's own memory: they are
   * valid until the seventh after them was made.
   */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    this.used = 0;
    while (this.used < bytes.length && this.state === 'going-on') {
      const given = bytes.subarray(this.used, this.used + IN);
      this.#view().set(given, this.#in);
      let taken = 0;
      for (let isFull = true; this.state === 'going-on' && (isFull || taken < given.length);) {
        const to = this.#out[this.#next];
        const told = this.#wasm.inflate_process(
          this.#stream,
          this.#in + taken,
          given.length - taken,
          to,
          OUT,
          0,
        );
        const length = told & 0xffffff;
        const code = told >> 24;
        const consumed = this.#wasm.inflate_last_consumed(this.#stream);
        taken += consumed;
        this.used += consumed;
        if (code === STREAM_END) this.state = 'over';
        else if (code < 0 && code !== BUFFER_ERROR) this.state = 'failed';
        else if (length === 0 && consumed === 0) break;
        isFull = length === OUT;
        if (length === 0) continue;
        this.#next = (this.#next + 1) % BUFFERS;
        yield this.#view().subarray(to, to + length);
      }
      if (taken < given.length) return;
    }
  }

  /** Frees the stream. */
  end(): void {
    if (this.#stream !== 0) this.#wasm.inflate_end(this.#stream);
    this.#stream = 0;
    this.state = 'over';
  }

  #view(): Uint8Array<ArrayBuffer> {
    if (this.#heap.buffer !== this.#wasm.memory.buffer) this.#heap = new Uint8Array(this.#wasm.memory.buffer);
    return this.#heap;
  }
}

let loading: Promise<WebAssembly.Module> | null = null;
/** Those that nobody uses: an archive of a hundred thousand members needs two or three. */
const free: Zlib[] = [];

/** One that nobody uses; give it back with `returnZlib`. The module is loaded when the first is wanted. */
export async function borrowZlib(): Promise<Zlib> {
  const known = free.pop();
  if (known !== undefined) return known;
  loading ??= import('virtual:zlib').then(({ default: text }) =>
    WebAssembly.compile(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))),
  );
  const { exports } = await WebAssembly.instantiate(await loading, {});
  const wasm = exports as unknown as Exports;
  wasm._initialize();
  return new Zlib(wasm);
}

/** Who takes a zlib that is done, and gives it back when its last pieces are not read any more. */
export type OnDone = (zlib: Zlib) => void;

export function returnZlib(zlib: Zlib): void {
  zlib.end();
  free.push(zlib);
}
