/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/**
 * How long a gzip header is: more than there are bytes where more are needed to tell; null if it is none. RFC 1952.
 */
export function gzipHeaderLength(bytes: Uint8Array): number | null {
  const begins = [0x1f, 0x8b, 8];
  if (begins.some((byte, i) => i < bytes.length && bytes[i] !== byte)) return null;
  if (bytes.length < 10) return 10;
  const flags = bytes[3];
  if ((flags & 0xe0) !== 0) return null;
  let at = 10;
  if ((flags & 4) !== 0) {
    if (bytes.length < 12) return 12;
    at += 2 + bytes[10] + 256 * bytes[11];
  }
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = at < bytes.length ? bytes.indexOf(0, at) : -1;
    if (end < 0) return Math.max(at, bytes.length) + 1;
    at = end + 1;
  }
  return at + ((flags & 2) === 0 ? 0 : 2);
}
