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
  #view = new DataView(this.#bytes.buffer);
  #offsets: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 10);
  #slots = new Int32Array(1 << 11).fill(-1); // ids by hash, open addressing
  #count = 1; // the empty text
  #source: Uint8Array = this.#bytes;
  #sourceView: DataView = this.#view;

  /** How many bytes all texts have. */
  get size(): number {
    return this.#offsets[this.#count];
  }

  /** The id of a text. A lone surrogate becomes U+FFFD, as everywhere in UTF-8. */
  id(text: string): TextId {
    if (text === '') return 0;
    const from = this.size;
    this.#reserve(text.length * 3); // a UTF-16 unit takes at most three bytes
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(from));
    // The text stands behind the last one already; it stays there if it is new.
    const slot = this.#slotOf(this.#view, from, from + written);
    return this.#slots[slot] === -1 ? this.#add(slot, written) : this.#slots[slot];
  }

  /** The id of the text whose UTF-8 bytes stand in `source` from `from` to `to`. */
  idOfBytes(source: Uint8Array, from: number, to: number): TextId {
    if (from === to) return 0;
    const slot = this.#slotOf(this.#viewOf(source), from, to);
    if (this.#slots[slot] !== -1) return this.#slots[slot];
    this.#reserve(to - from);
    copyBytes(source, from, to, this.#bytes, this.size);
    return this.#add(slot, to - from);
  }

  /** The id of the text whose UTF-8 bytes these are; null if it is not here. */
  findBytes(source: Uint8Array, from: number, to: number): TextId | null {
    const id = from === to ? 0 : this.#slots[this.#slotOf(this.#viewOf(source), from, to)];
    return id === -1 ? null : id;
  }

  /** For each text of another pool its id here. */
  idsOf(pool: TextPool): Uint32Array {
    const ids = new Uint32Array(textCount(pool));
    if (this.#count === 1) {
      this.#copy(pool);
      for (let i = 0; i < ids.length; i++) ids[i] = i;
      return ids;
    }
    for (let i = 0; i < ids.length; i++)
      ids[i] = this.idOfBytes(pool.bytes, pool.offsets[i], pool.offsets[i + 1]);
    this.#source = this.#bytes; // lets go of the other pool
    this.#sourceView = this.#view;
    return ids;
  }

  /** Becomes a copy of a pool, whose texts are distinct already. */
  #copy({ bytes, offsets }: TextPool): void {
    this.#bytes = bytes.slice();
    this.#view = new DataView(this.#bytes.buffer);
    this.#offsets = grow(offsets, offsets.length + 1);
    this.#count = offsets.length - 1;
    let size = this.#slots.length;
    while (size < this.#count * 2) size *= 2;
    this.#rehash(size);
  }

  finish(): TextPool {
    return {
      bytes: this.#bytes.slice(0, this.size),
      offsets: this.#offsets.slice(0, this.#count + 1),
    };
  }

  /** Callers ask for many texts of one array in a row. */
  #viewOf(source: Uint8Array): DataView {
    if (source !== this.#source) {
      this.#source = source;
      this.#sourceView = new DataView(source.buffer, source.byteOffset, source.byteLength);
    }
    return this.#sourceView;
  }

  /** The slot of the text, or the free one where it belongs. */
  #slotOf(source: DataView, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(source, from, to) & mask;
    for (let id = this.#slots[slot]; id !== -1; id = this.#slots[slot]!) {
      const start = this.#offsets[id];
      const isAsLong = this.#offsets[id + 1] - start === to - from;
      if (isAsLong && equalBytes(this.#view, start, source, from, to)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Makes the bytes behind the last text a text. */
  #add(slot: number, length: number): TextId {
    const end = this.size + length;
    const id = this.#count++;
    this.#slots[slot] = id;
    if (this.#count + 1 >= this.#offsets.length)
      this.#offsets = grow(this.#offsets, this.#offsets.length * 2);
    this.#offsets[this.#count] = end;
    if (this.#count * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return id;
  }

  #rehash(size: number): void {
    const slots = new Int32Array(size).fill(-1);
    const mask = slots.length - 1;
    for (let id = 1; id < this.#count; id++) {
      let slot = hashBytes(this.#view, this.#offsets[id], this.#offsets[id + 1]) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }

  #reserve(more: number): void {
    const needed = this.size + more;
    if (needed <= this.#bytes.length) return;
    this.#bytes = grow(this.#bytes, Math.max(needed, this.#bytes.length * 2));
    this.#view = new DataView(this.#bytes.buffer);
  }
}

/** Most texts are so short that a view of them would cost more than they do. */
const SHORT = 256;

function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from > SHORT) return target.set(source.subarray(from, to), at);
  for (let i = from, k = at; i < to; i++, k++) target[k] = source[i];
}

function grow<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, length: number): T {
  const grown = new (array.constructor as new (length: number) => T)(length);
  grown.set(array);
  return grown;
}

/** FNV-1a's way over words of four bytes, with shifts so that the low bits serve as a slot. */
/** Nobody can make texts that collide without knowing it; ids do not depend on it. */
const SEED = Math.trunc(Math.random() * 0xffffffff);

function hashBytes(view: DataView, from: number, to: number): number {
  let hash = SEED ^ (to - from);
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < to; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Whether the bytes at `start` of one view are those from `from` to `to` of another. */
function equalBytes(view: DataView, start: number, other: DataView, from: number, to: number): boolean {
  const shift = start - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    if (view.getInt32(at + shift, true) !== other.getInt32(at, true)) return false;
  }
  for (; at < to; at++) if (view.getUint8(at + shift) !== other.getUint8(at)) return false;
  return true;
}
