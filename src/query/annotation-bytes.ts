import { findBytes, type Needle } from './byte-search.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Walks through the bytes of annotations as tables have them, a flat JSON object of texts without white space:
 * `{"name":"value","other":"value"}`. The places of the present name and value are between their quotation marks.
 */
export class AnnotationWalk {
  nameFrom = 0;
  nameTo = 0;
  valueFrom = 0;
  valueTo = 0;
  /** The value has escapes, so its bytes are not its text. */
  isEscaped = false;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #to = 0;

  /** Goes before the first annotation. */
  start(bytes: Uint8Array, from: number, to: number): void {
    this.#bytes = bytes;
    this.#at = from + 1;
    this.#to = to;
  }

  /** Goes to the next annotation; false: there is none. */
  next(): boolean {
    if (this.#at >= this.#to || this.#bytes[this.#at] !== QUOTE) return false;
    this.nameFrom = this.#at + 1;
    this.nameTo = this.#endOfText(this.nameFrom);
    this.valueFrom = this.nameTo + 3; // `":"`
    this.valueTo = this.#endOfText(this.valueFrom);
    this.#at = this.valueTo + 2; // `",`
    return this.valueTo <= this.#to;
  }

  name(): string {
    return textOfJson(this.#bytes, this.nameFrom, this.nameTo);
  }

  /** Whether the name is this ASCII text, in upper or lower case. Not for a name that JSON would escape. */
  nameIs(name: Needle): boolean {
    if (this.nameTo - this.nameFrom !== name.bytes.length) return false;
    return findBytes(this.#bytes, this.nameFrom, this.nameTo, name) >= 0;
  }

  value(): string {
    const { valueFrom, valueTo } = this;
    if (this.isEscaped) return textOfJson(this.#bytes, valueFrom, valueTo);
    return decoder.decode(this.#bytes.subarray(valueFrom, valueTo));
  }

  /** Whether the value's bytes have the needle in them. Not for a value with escapes. */
  valueHas(needle: Needle): boolean {
    return findBytes(this.#bytes, this.valueFrom, this.valueTo, needle) >= 0;
  }

  #endOfText(from: number): number {
    this.isEscaped = false;
    let at = from;
    for (; at < this.#to && this.#bytes[at] !== QUOTE; at++) {
      if (this.#bytes[at] !== BACKSLASH) continue;
      this.isEscaped = true;
      at++;
    }
    return at;
  }
}

/**
 * Whether the byte at `at`, a letter or digit, is in a value, by looking back to the beginning of its text; null where
 * that is not enough to tell. `from` is the beginning of the annotations.
 */
export function isInValue(bytes: Uint8Array, from: number, at: number): boolean | null {
  let back = at - 1;
  while (back > from && bytes[back] !== QUOTE && bytes[back] !== BACKSLASH) back--;
  if (bytes[back] !== QUOTE || bytes[back - 1] === BACKSLASH) return null;
  return bytes[back - 1] === COLON;
}

/** Whether one of the values passes, of annotations as JSON text. */
export function someValue(json: string, test: (value: string) => boolean): boolean {
  if (json.includes('\\')) return Object.values(JSON.parse(json) as Record<string, string>).some(test);
  for (let at = 1; at < json.length;) {
    const nameEnd = json.indexOf('"', at + 1);
    const valueEnd = json.indexOf('"', nameEnd + 3);
    if (nameEnd < 0 || valueEnd < 0) return false;
    if (test(json.slice(nameEnd + 3, valueEnd))) return true;
    at = valueEnd + 2;
  }
  return false;
}

function textOfJson(bytes: Uint8Array, from: number, to: number): string {
  return JSON.parse(`"${decoder.decode(bytes.subarray(from, to))}"`) as string;
}
