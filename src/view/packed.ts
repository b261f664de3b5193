import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** No more than this comes out of a link, however little it is made from. */
const MAX_BYTES = 1 << 16;

/** Text as raw deflate in base64url. */
export function pack(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What `pack` made; null for anything else, and for what would be longer than 64 KiB. */
export function unpack(packed: string): string | null {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    // With a buffer of its own it never grows; what fills it whole was cut.
    const out = inflateSync(bytes, { out: new Uint8Array(MAX_BYTES) });
    return out.length < MAX_BYTES ? strFromU8(out) : null;
  } catch {
    return null;
  }
}
