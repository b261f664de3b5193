/**
 * `JSON.parse` for items of interval files, as most of them are: the same dozen members in the same order, with values
 * that other items had before. A value is looked up by its bytes and made only once, so that the locator of a thousand
 * items is one object, and what was learned of it holds for all of them.
 */
import { SliceCache } from './slice-cache.ts';

const NO_MESSAGE = { reason: undefined, cause: undefined, humanMessage: undefined, annotations: undefined };
/** The members that anything reads, in the order in which they are written. */
const NO_ITEM = {
  level: undefined,
  source: undefined,
  display: undefined,
  locator: undefined,
  message: undefined,
  tempStructuredLocator: undefined,
  tempStructuredMessage: undefined,
  from: undefined,
  to: undefined,
  tempSource: undefined,
};

interface Member<Name extends string> {
  readonly name: Name;
  readonly bytes: Uint8Array;
}

function membersOf<Name extends string>(absent: Readonly<Record<Name, undefined>>): readonly Member<Name>[] {
  const names = Object.keys(absent) as Name[];
  return names.map((name) => ({ name, bytes: new TextEncoder().encode(name) }));
}

const ITEM_MEMBERS = membersOf(NO_ITEM);
const MESSAGE_MEMBERS = membersOf(NO_MESSAGE);

/** Values longer than this repeat seldom. */
const MAX_SLICE_BYTES = 1024;
const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Pretty-printed files are half spaces. */
const FOUR_SPACES = 0x20202020;

const decoder = new TextDecoder();

/** A record that is no JSON comes back as undefined, which no item is. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

export class ItemParser {
  #bytes: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  #limit = 0;
  #values = new SliceCache(parseJson);
  // The value that was read last, and where it stands.
  #lastFrom = 0;
  #lastTo = 0;
  #lastValue: unknown = undefined;

  /** Where the item ended that was read last. */
  get end(): number {
    return this.#at;
  }

  /**
   * What `JSON.parse` gives for the item that begins at `from`, with members that are undefined where they are absent.
   * Undefined where it is no such item: for other members, for what is no JSON, and where it does not end before `to`.
   * Objects are shared between items and must not be changed.
   */
  parse(bytes: Uint8Array, from: number, to: number): unknown {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.#at = from;
    this.#limit = to;
    this.#lastTo = this.#lastFrom = from;
    const item: Record<keyof typeof NO_ITEM, unknown> = { ...NO_ITEM };
    // Bytes behind the limit may be looked at, but nothing is made of them.
    return bytes[from] === OPEN_BRACE && this.#readMembers(ITEM_MEMBERS, item) && this.#at <= to
      ? item
      : undefined;
  }

  /** Takes an object of no members but these; false where it is another, or none. */
  #readMembers<Name extends string>(members: readonly Member<Name>[], into: Record<Name, unknown>): boolean {
    const bytes = this.#bytes;
    let expected = 0;
    do {
      this.#at++; // the brace or the comma
      this.#skipSpace();
      const index = this.#readName(members, expected);
      if (index < 0) return false;
      expected = index + 1;
      this.#skipSpace();
      if (bytes[this.#at++] !== COLON) return false;
      this.#skipSpace();
      const { name } = members[index];
      const value =
        bytes[this.#at] === OPEN_BRACE && (name === 'message' || name === 'tempStructuredMessage')
          ? this.#readMessage()
          : this.#readValue();
      if (value === undefined) return false;
      into[name] = value;
      this.#skipSpace();
    } while (bytes[this.#at] === COMMA);
    return bytes[this.#at++] === CLOSE_BRACE;
  }

  /** Messages are taken apart: their texts differ where nothing else does. */
  #readMessage(): unknown {
    const message: Record<keyof typeof NO_MESSAGE, unknown> = { ...NO_MESSAGE };
    return this.#readMembers(MESSAGE_MEMBERS, message) ? message : undefined;
  }

  /** The number of the member that is named here, or -1. The one that is expected is tried first. */
  #readName(members: readonly Member<string>[], expected: number): number {
    if (this.#bytes[this.#at] !== QUOTE) return -1;
    const from = this.#at + 1;
    for (let i = 0; i < members.length; i++) {
      const index = (expected + i) % members.length;
      const name = members[index].bytes;
      let length = 0;
      while (length < name.length && this.#bytes[from + length] === name[length]) length++;
      if (length < name.length || this.#bytes[from + length] !== QUOTE) continue;
      this.#at = from + length + 1;
      return index;
    }
    return -1;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (isSpace(bytes[at])) {
      at++;
      while (at + 4 <= this.#limit && this.#view.getInt32(at) === FOUR_SPACES) at += 4;
    }
    this.#at = at;
  }

  /** The value that begins here; undefined where it is no JSON, or does not end before the limit. */
  #readValue(): unknown {
    const bytes = this.#bytes;
    const from = this.#at;
    const byte = bytes[from];
    if (byte === QUOTE && bytes[from + 1] === QUOTE) {
      this.#at += 2;
      return '';
    }
    const to =
      byte === QUOTE
        ? endOfString(bytes, this.#view, from, this.#limit)
        : byte === OPEN_BRACE || byte === OPEN_BRACKET
          ? endOfBlock(bytes, this.#view, from, this.#limit)
          : endOfWord(bytes, from, this.#limit);
    if (to > this.#limit) return undefined;
    this.#at = to;
    // Most intervals are instants: their end is written as their start.
    if (!this.#isLast(from, to)) {
      this.#lastValue = this.#valueOf(from, to);
      this.#lastFrom = from;
      this.#lastTo = to;
    }
    return this.#lastValue;
  }

  #isLast(from: number, to: number): boolean {
    if (to - from !== this.#lastTo - this.#lastFrom) return false;
    const bytes = this.#bytes;
    const back = from - this.#lastFrom;
    let at = to - 1;
    while (at >= from && bytes[at] === bytes[at - back]) at--;
    return at < from;
  }

  #valueOf(from: number, to: number): unknown {
    const isLong = to - from > MAX_SLICE_BYTES;
    return isLong ? parseJson(this.#bytes.subarray(from, to)) : this.#values.valueOf(this.#bytes, from, to);
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB;
}

/** Where the string that begins at `from` ends; behind the limit if it does not. */
function endOfString(bytes: Uint8Array, view: DataView, from: number, limit: number): number {
  let at = from + 1;
  for (;;) {
    while (at + 4 <= limit && isPlain(view.getInt32(at))) at += 4;
    if (at >= limit) return limit + 1;
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
}

/** Whether four bytes of a string have neither quote nor backslash: with either, a byte of the differences is zero. */
function isPlain(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  return (
    ((((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes)) & 0x80808080) === 0
  );
}

/** Where the object or array that begins at `from` ends. Brackets that do not match are left to `JSON.parse`. */
function endOfBlock(bytes: Uint8Array, view: DataView, from: number, limit: number): number {
  let depth = 0;
  let at = from;
  while (at < limit) {
    const byte = bytes[at++];
    if (byte === SPACE) {
      while (at + 4 <= limit && view.getInt32(at) === FOUR_SPACES) at += 4;
    } else if (byte === QUOTE) at = endOfString(bytes, view, at - 1, limit);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at;
  }
  return limit + 1;
}

/** Where `true`, `null` or a number ends. */
function endOfWord(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE && !isSpace(bytes[at])) at++;
  return at;
}
