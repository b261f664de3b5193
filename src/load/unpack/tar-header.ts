import { SECOND, type EpochMs } from '../../base/time.ts';

/** A header block of a tar archive, of any of its dialects: v7, ustar, GNU, PAX. */
export interface TarHeader {
  readonly name: string;
  readonly size: number;
  /** When the file was written; null where the header does not tell. */
  readonly modified: EpochMs | null;
  /** The type letter; a plain file is `0`. */
  readonly type: string;
  /** A GNU sparse file whose map goes on in the blocks behind. */
  readonly isExtended: boolean;
}

export const BLOCK = 512;

/** The header in a block; null if it is none, by its checksum. */
export function parseTarHeader(block: Uint8Array): TarHeader | null {
  if (block.length < BLOCK || sumOf(block) !== parseNumber(block, 148, 8)) return null;
  const size = parseNumber(block, 124, 12);
  if (size === null) return null;
  const magic = textAt(block, 257, 8);
  const name = textAt(block, 0, 100);
  // GNU's own dialect has other things where ustar has the prefix.
  const prefix = magic.startsWith('ustar') && !magic.startsWith('ustar ') ? textAt(block, 345, 155) : '';
  const letter = block[156] === 0 ? '0' : String.fromCharCode(block[156]);
  // v7 marks folders by their names alone.
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    modified: (parseNumber(block, 136, 12) ?? 0) * SECOND || null,
    type: letter,
    isExtended: letter === 'S' && block[482] === 1,
  };
}

/** Whether bytes begin as a tar archive does. */
export function isTar(bytes: Uint8Array): boolean {
  return parseTarHeader(bytes.subarray(0, BLOCK)) !== null;
}

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** The sum of all bytes, where those of the sum itself count as blanks. */
function sumOf(block: Uint8Array): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += block[i];
  return sum;
}

/** A number in octal digits, or in GNU's binary form; null where it is neither. */
function parseNumber(block: Uint8Array, at: number, length: number): number | null {
  if (block[at] === 0x80) {
    let value = 0;
    for (let i = at + 1; i < at + length; i++) value = value * 256 + block[i];
    return Number.isSafeInteger(value) ? value : null;
  }
  const text = textAt(block, at, length).trim();
  return text === '' ? 0 : /^[0-7]+$/.test(text) ? parseInt(text, 8) : null;
}

function textAt(block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}
