import type { Row } from './interval-table.ts';

/** Index into a text pool; 0 is always the empty text. */
export type TextId = number;

/**
 * Distinct texts in one buffer: text `i` is the UTF-8 bytes from `offsets[i]` to `offsets[i + 1]`. Two typed arrays, so
 * a pool moves between threads without a copy.
 */
export interface TextPool {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** How many texts the pool has. */
export function textCount(pool: TextPool): number {
  return pool.offsets.length - 1;
}

/** Decodes one text. O(its length); callers that ask often keep the answer. */
export function textOf(pool: TextPool, id: TextId): string {
  return decoder.decode(pool.bytes.subarray(pool.offsets[id]!, pool.offsets[id + 1]!));
}

/** Collects distinct texts; the same text gets the same id. Its memory is the texts' own plus one map entry each. */
export class TextPoolBuilder {
  #ids = new Map<string, TextId>([['', 0]]);
  #bytes = new Uint8Array(1 << 14);
  #used = 0;
  #offsets: number[] = [0, 0];

  id(text: string): TextId {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#offsets.length - 1;
    this.#append(text);
    this.#offsets.push(this.#used);
    this.#ids.set(text, id);
    return id;
  }

  finish(): TextPool {
    return { bytes: this.#bytes.slice(0, this.#used), offsets: Uint32Array.from(this.#offsets) };
  }

  #append(text: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    const most = this.#used + text.length * 3;
    if (most > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(most, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = grown;
    }
    this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
  }
}

/** The texts of a column, by row, without decoding a text twice in a row of calls for the same id. */
export function textReader(pool: TextPool, column: ArrayLike<TextId>): (row: Row) => string {
  const cache = new Map<TextId, string>();
  return (row) => {
    const id = column[row]!;
    let text = cache.get(id);
    if (text === undefined) {
      text = textOf(pool, id);
      if (cache.size > 10_000) cache.clear();
      cache.set(id, text);
    }
    return text;
  };
}
