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
  return decoder.decode(pool.bytes.subarray(pool.offsets[id], pool.offsets[id + 1]));
}

/** The texts of a column by row; keeps up to 10,000 decoded ones. */
export function textReader(pool: TextPool, column: ArrayLike<TextId>): (row: number) => string {
  const cache = new Map<TextId, string>();
  return (row) => {
    const id = column[row];
    let text = cache.get(id);
    if (text === undefined) {
      text = textOf(pool, id);
      if (cache.size > 10_000) cache.clear();
      cache.set(id, text);
    }
    return text;
  };
}

/**
 * Collects distinct texts; the same text gets the same id, in the order of first use. Works on UTF-8 bytes with a hash
 * table of ids, so a million texts cost their bytes and eight more each, not a string each.
 */
export class TextPoolBuilder {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 14);
  #offsets: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 10);
  #slots = new Int32Array(1 << 11).fill(-1); // ids by hash, open addressing
  #count = 1; // the empty text

  /** The id of a text. A lone surrogate becomes U+FFFD, as everywhere in UTF-8. */
  id(text: string): TextId {
    if (text === '') return 0;
    const from = this.#offsets[this.#count];
    this.#reserve(text.length * 3); // a UTF-16 unit takes at most three bytes
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(from));
    return this.#intern(written);
  }

  /** The id of the text whose UTF-8 bytes stand in `source` from `from` to `to`. */
  idOfBytes(source: Uint8Array, from: number, to: number): TextId {
    if (from === to) return 0;
    this.#reserve(to - from);
    this.#bytes.set(source.subarray(from, to), this.#offsets[this.#count]);
    return this.#intern(to - from);
  }

  /** For each text of another pool its id here. */
  idsOf(pool: TextPool): Uint32Array {
    const ids = new Uint32Array(textCount(pool));
    for (let i = 0; i < ids.length; i++)
      ids[i] = this.idOfBytes(pool.bytes, pool.offsets[i], pool.offsets[i + 1]);
    return ids;
  }

  finish(): TextPool {
    return {
      bytes: this.#bytes.slice(0, this.#offsets[this.#count]),
      offsets: this.#offsets.slice(0, this.#count + 1),
    };
  }

  /** The text to look up stands already behind the last one; it stays there if it is new. */
  #intern(length: number): TextId {
    const from = this.#offsets[this.#count];
    const mask = this.#slots.length - 1;
    let slot = hashBytes(this.#bytes, from, from + length) & mask;
    for (let id = this.#slots[slot]; id !== -1; id = this.#slots[slot]!) {
      if (this.#equals(id, from, length)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.#count++;
    this.#slots[slot] = id;
    if (this.#count + 1 >= this.#offsets.length)
      this.#offsets = grow(this.#offsets, this.#offsets.length * 2);
    this.#offsets[this.#count] = from + length;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #equals(id: TextId, from: number, length: number): boolean {
    const start = this.#offsets[id];
    if (this.#offsets[id + 1] - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.#bytes[start + i] !== this.#bytes[from + i]) return false;
    return true;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let id = 1; id < this.#count; id++) {
      let slot = hashBytes(this.#bytes, this.#offsets[id], this.#offsets[id + 1]) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }

  #reserve(more: number): void {
    const needed = this.#offsets[this.#count] + more;
    if (needed <= this.#bytes.length) return;
    this.#bytes = grow(this.#bytes, Math.max(needed, this.#bytes.length * 2));
  }
}

function grow<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, length: number): T {
  const grown = new (array.constructor as new (length: number) => T)(length);
  grown.set(array);
  return grown;
}

/** FNV-1a over the bytes, with a last mix so that the low bits serve as a slot. */
function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
