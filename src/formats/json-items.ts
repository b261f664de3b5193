/**
 * Finds the records of a JSON text on bytes, as they arrive: the elements of the array under `items` of a top-level
 * object, the elements of a top-level array, or else the top-level objects themselves (JSON lines, or documents in a
 * row). It knows nothing but strings, braces and brackets; `JSON.parse` takes the slices.
 */
export interface ItemHandlers {
  /** One record's bytes, valid during the call. `index` counts from 1; `offset` is where it begins in the input. */
  onItem(bytes: Uint8Array, index: number, offset: number): void;
  /**
   * May take a record before its end is known: it begins at `from` in the buffer and need not end before `to`. Gives
   * the place behind it, or null to have it found and handed to `onItem`.
   */
  readItem?(buffer: Uint8Array, from: number, to: number, index: number): number | null;
  /** Something that is no record: an element that is no object, a record over the limit, text between documents. */
  onSkip(reason: 'not-an-object' | 'too-large' | 'not-json', index: number, offset: number): void;
}

export interface ItemsEnd {
  readonly items: number;
  /** Offset of the record, or of the place between two of them, where the input ends in mid-document; else null. */
  readonly cutAt: number | null;
  readonly bytes: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const NEWLINE = 0x0a;

/** A record larger than this is skipped and counted. The largest seen in samples is 220 KB. */
const MAX_ITEM_BYTES = 64 << 20;

type Mode = 'between' | 'object' | 'array' | 'garbage' | 'done';

/** `isSingle`: only the first document counts; what follows it is not looked at. */
export class JsonItemSplitter {
  readonly #handlers: ItemHandlers;
  readonly #arrayKey: Uint8Array;
  readonly #maxItemBytes: number;
  readonly #isSingle: boolean;
  #buffer = new Uint8Array(1 << 16);
  #length = 0; // bytes in the buffer
  #at = 0; // next byte to look at
  #base = 0; // offset in the input of the buffer's first byte

  #mode: Mode = 'between';
  #depth = 0; // open braces and brackets
  #recordDepth = 0; // depth outside a record: 0 for documents, 1 or 2 for elements of the array
  #inString = false;
  #isEscaped = false; // the first byte of the next chunk is escaped
  #recordFrom = -1; // of the open record, in the buffer; -1: none, or not kept
  #isOverlong = false; // the open record was too large to keep
  #overlongAt = 0;
  #keyFrom = -1; // of the open string right inside a document, in the buffer
  #isArrayKey = false; // that string was the array's key, and nothing but a colon followed
  #hadArray = false; // the open document held the array: it is a container, no record
  #hasScalar = false; // the open element of the array is no object
  #isZero = false; // so was the byte before
  #index = 0;

  constructor(
    handlers: ItemHandlers,
    { arrayKey = 'items', maxItemBytes = MAX_ITEM_BYTES, isSingle = false } = {},
  ) {
    this.#handlers = handlers;
    this.#arrayKey = new TextEncoder().encode(arrayKey);
    this.#maxItemBytes = maxItemBytes;
    this.#isSingle = isSingle;
  }

  push(chunk: Uint8Array): void {
    if (this.#mode === 'done') return;
    this.#append(chunk);
    while (this.#at < this.#length) {
      if (this.#inString) this.#skipString();
      else if (this.#depth > this.#recordDepth + (this.#mode === 'object' ? 1 : 0)) this.#skipInside();
      else this.#take(this.#buffer[this.#at++]);
    }
    this.#dropRead();
  }

  end(): ItemsEnd {
    const total = this.#base + this.#length;
    const isOpen = this.#mode === 'object' || this.#mode === 'array';
    const cutAt =
      this.#recordFrom >= 0 ? this.#base + this.#recordFrom : this.#isOverlong ? this.#overlongAt : total;
    return { items: this.#index, cutAt: isOpen ? cutAt : null, bytes: total };
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Forgets what no open record needs; a record over the limit is forgotten too. */
  #dropRead(): void {
    if (this.#recordFrom >= 0 && this.#at - this.#recordFrom > this.#maxItemBytes) {
      this.#isOverlong = true;
      this.#overlongAt = this.#base + this.#recordFrom;
      this.#recordFrom = -1;
    }
    if (this.#keyFrom >= 0 && this.#at - this.#keyFrom > this.#arrayKey.length) this.#keyFrom = -1;
    const keep = this.#recordFrom >= 0 ? this.#recordFrom : this.#keyFrom >= 0 ? this.#keyFrom : this.#at;
    if (keep === 0) return;
    this.#buffer.copyWithin(0, keep, this.#length);
    this.#length -= keep;
    this.#at -= keep;
    this.#base += keep;
    if (this.#recordFrom >= 0) this.#recordFrom -= keep;
    if (this.#keyFrom >= 0) this.#keyFrom -= keep;
  }

  /** To the end of the open string, or of the buffer. */
  #skipString(): void {
    const buffer = this.#buffer;
    const length = this.#length;
    let at = this.#at + (this.#isEscaped ? 1 : 0);
    while (at < length && buffer[at] !== QUOTE) at += buffer[at] === BACKSLASH ? 2 : 1;
    this.#isEscaped = at > length;
    if (at >= length) {
      this.#at = length;
      return;
    }
    this.#at = at + 1;
    this.#inString = false;
    if (this.#keyFrom >= 0) this.#isArrayKey = this.#isKey(this.#keyFrom, at);
    this.#keyFrom = -1;
  }

  /** The hot loop: through the inside of a record, until it closes, or a string or the buffer ends. */
  #skipInside(): void {
    const buffer = this.#buffer;
    const length = this.#length;
    const floor = this.#recordDepth + (this.#mode === 'object' ? 1 : 0);
    let depth = this.#depth;
    let at = this.#at;
    while (at < length) {
      const byte = buffer[at++];
      if (byte === QUOTE) {
        while (at < length && buffer[at] !== QUOTE) at += buffer[at] === BACKSLASH ? 2 : 1;
        if (at >= length) {
          this.#inString = true;
          this.#isEscaped = at > length;
          break;
        }
        at++;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === floor) break;
    }
    this.#at = Math.min(at, length);
    this.#depth = depth;
    if (depth === floor && this.#mode === 'array' && !this.#hasScalar) this.#emit();
  }

  /** A byte outside records, or right inside a document that may be a container. */
  #take(byte: number): void {
    if (byte === 0) {
      // A block that was never written, or got lost: what stood there may have been records.
      if (!this.#isZero) this.#handlers.onSkip('not-json', this.#index, this.#base + this.#at - 1);
      this.#isZero = true;
      return;
    }
    this.#isZero = false;
    if (byte <= 0x20) {
      if (byte === NEWLINE && this.#mode === 'garbage') this.#mode = 'between';
    } else if (this.#mode === 'object') this.#takeInDocument(byte);
    else if (this.#mode === 'array') this.#takeInArray(byte);
    else if (this.#mode === 'between') this.#takeBetween(byte);
  }

  #takeBetween(byte: number): void {
    if (byte === OPEN_BRACE) {
      this.#mode = 'object';
      this.#recordFrom = this.#at - 1;
      this.#recordDepth = 0;
      this.#depth = 1;
      this.#hadArray = false;
      this.#isArrayKey = false;
    } else if (byte === OPEN_BRACKET) {
      this.#mode = 'array';
      this.#recordDepth = 1;
      this.#depth = 1;
    } else if (byte !== COMMA) {
      this.#mode = 'garbage';
      this.#handlers.onSkip('not-json', this.#index, this.#base + this.#at - 1);
    }
  }

  #takeInDocument(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true;
      this.#keyFrom = this.#at;
    } else if (byte === OPEN_BRACKET && this.#isArrayKey) {
      // A container: its own bytes are forgotten, and the elements of this array are the records.
      this.#mode = 'array';
      this.#hadArray = true;
      this.#recordDepth = 2;
      this.#depth = 2;
      this.#recordFrom = -1;
      this.#isOverlong = false;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#depth = 0;
      if (!this.#hadArray) this.#emit();
      this.#mode = this.#isSingle ? 'done' : 'between';
    }
    if (byte !== COLON && byte !== QUOTE) this.#isArrayKey = false;
  }

  #takeInArray(byte: number): void {
    if (byte === OPEN_BRACE) {
      if (this.#readItem()) return;
      this.#recordFrom = this.#at - 1;
      this.#depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#endScalar();
      this.#depth--;
      this.#mode = this.#depth > 0 ? 'object' : this.#isSingle ? 'done' : 'between';
      this.#recordDepth = 0;
    } else if (byte === COMMA) this.#endScalar();
    else {
      this.#hasScalar = true;
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACKET) this.#depth++;
    }
  }

  /** Lets the record whose brace was taken be read at once. */
  #readItem(): boolean {
    if (this.#hasScalar || this.#handlers.readItem === undefined) return false;
    const end = this.#handlers.readItem(this.#buffer, this.#at - 1, this.#length, this.#index + 1);
    if (end === null) return false;
    this.#index++;
    this.#at = end;
    return true;
  }

  #emit(): void {
    this.#index++;
    if (this.#isOverlong) this.#handlers.onSkip('too-large', this.#index, this.#overlongAt);
    else if (this.#recordFrom >= 0) {
      const bytes = this.#buffer.subarray(this.#recordFrom, this.#at);
      this.#handlers.onItem(bytes, this.#index, this.#base + this.#recordFrom);
    }
    this.#isOverlong = false;
    this.#recordFrom = -1;
  }

  #endScalar(): void {
    if (!this.#hasScalar) return;
    this.#hasScalar = false;
    this.#recordFrom = -1;
    this.#index++;
    this.#handlers.onSkip('not-an-object', this.#index, this.#base + this.#at - 1);
  }

  #isKey(from: number, to: number): boolean {
    return (
      to - from === this.#arrayKey.length &&
      this.#arrayKey.every((byte, i) => this.#buffer[from + i] === byte)
    );
  }
}
