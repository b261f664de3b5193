/** Texts in Go's quotes, as `strconv.Quote` writes them: escapes `\"`, `\n`, `\x41`, `\u00e9`, `\U0001f600`, `\101`. */

export interface Unquoted {
  readonly value: string;
  /** Behind the closing quote. */
  readonly end: number;
}

const PLAIN: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const decoder = new TextDecoder();

/** The text that begins with the quote at `from`; null where there is no quote, or no end of it. */
export function unquoteGo(text: string, from: number): Unquoted | null {
  if (text[from] !== '"') return null;
  let value = '';
  let at = from + 1;
  for (;;) {
    const next = nextSpecial(text, at);
    if (next < 0) return null;
    value += text.slice(at, next);
    if (text[next] === '"') return { value, end: next + 1 };
    const bytes = readBytes(text, next);
    if (bytes !== null) {
      value += decoder.decode(bytes.value);
      at = bytes.end;
      continue;
    }
    const one = readEscape(text, next);
    value += one.value;
    at = one.end;
  }
}

function nextSpecial(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '"' || text[at] === '\\') return at;
  return -1;
}

/** Escaped bytes in a row: together they may be one character. */
function readBytes(text: string, from: number): { value: Uint8Array; end: number } | null {
  const bytes: number[] = [];
  let at = from;
  for (;;) {
    const match = /^\\(?:x([0-9a-fA-F]{2})|([0-3][0-7]{2}))/.exec(text.slice(at, at + 4));
    if (match === null) break;
    bytes.push(match[1] === undefined ? parseInt(match[2], 8) : parseInt(match[1], 16));
    at += match[0].length;
  }
  return bytes.length === 0 ? null : { value: Uint8Array.from(bytes), end: at };
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const letter = text[at + 1] ?? '';
  const digits = HEX_DIGITS[letter];
  const hex = digits === undefined ? '' : text.slice(at + 2, at + 2 + digits);
  if (hex !== '' && hex.length === digits && /^[0-9a-fA-F]+$/.test(hex)) {
    const code = parseInt(hex, 16);
    return { value: code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd', end: at + 2 + digits };
  }
  return { value: PLAIN[letter] ?? letter, end: at + 1 + letter.length };
}
