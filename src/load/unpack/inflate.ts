/** The WebAssembly module that inflates (inflater/inflater.ts): it tells where a stream ends, checks sums, in fixed memory. */

interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(): void;
  inputAt(): number;
  inputRoom(): number;
  give(length: number): void;
  unused(): number;
  run(): number;
  pieceAt(): number;
  pieceLength(): number;
}

/** What a push came to: more is wanted, the stream is over, the same with a wrong sum, or it cannot be followed. */
export type InflateState = 'going-on' | 'over' | 'checksum' | 'failed';

/** What a run came to, as in inflater.ts. */
const FULL = 1;
const STATES: readonly InflateState[] = ['going-on', 'going-on', 'over', 'failed', 'checksum'];

/** One member of gzip at a time: `begin`, then `push` until it is over. */
export class Inflater {
  readonly #wasm: Exports;
  readonly #heap: Uint8Array;
  /** How many bytes of the last push were used. */
  used = 0;
  state: InflateState = 'over';

  constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#heap = new Uint8Array(wasm.memory.buffer);
  }

  begin(): void {
    this.#wasm.begin();
    this.state = 'going-on';
  }

  /**
   * Inflates up to the end of the bytes or of the member, about 128 KiB a piece. Pieces lie in the inflater's own memory:
   * they are valid until the seventh after them was made.
   */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    const wasm = this.#wasm;
    this.used = 0;
    while (this.used < bytes.length && this.state === 'going-on') {
      const at = wasm.inputAt();
      const given = bytes.subarray(this.used, this.used + wasm.inputRoom());
      this.#heap.set(given, at);
      wasm.give(given.length);
      this.used += given.length;
      for (let isMore = true; isMore;) {
        const code = wasm.run();
        isMore = code === FULL;
        this.state = STATES[code];
        const from = wasm.pieceAt();
        const length = wasm.pieceLength();
        if (length > 0) yield this.#heap.subarray(from, from + length);
      }
      if (this.state !== 'going-on') this.used -= wasm.unused();
    }
  }
}

let loading: Promise<WebAssembly.Module> | null = null;
/** Those that nobody uses: an archive of a hundred thousand members needs two or three. */
const free: Inflater[] = [];

/** One that nobody uses; give it back with `returnInflater`. The module is loaded when the first is wanted. */
export async function borrowInflater(): Promise<Inflater> {
  const known = free.pop();
  if (known !== undefined) return known;
  loading ??= import('virtual:inflater').then(({ default: text }) =>
    WebAssembly.compile(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))),
  );
  const { exports } = await WebAssembly.instantiate(await loading, {});
  return new Inflater(exports as unknown as Exports);
}

/** Who takes an inflater that is done, and gives it back when its last pieces are not read any more. */
export type OnDone = (inflater: Inflater) => void;

export function returnInflater(inflater: Inflater): void {
  free.push(inflater);
}
