/** CRC-32 as gzip and zip have it (polynomial edb88320), by four tables: four bytes a step. */
const TABLES = makeTables();

function makeTables(): Uint32Array[] {
  const tables = Array.from({ length: 4 }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[0][byte] = crc;
  }
  for (let byte = 0; byte < 256; byte++) {
    for (let i = 1; i < 4; i++) {
      const before = tables[i - 1][byte];
      tables[i][byte] = (before >>> 8) ^ tables[0][before & 255];
    }
  }
  return tables;
}

/** The sum of what stood before and `bytes`; 0 begins one. Unsigned. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = ~before;
  let at = 0;
  for (const whole = bytes.length - 3; at < whole; at += 4) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    crc = t3[crc & 255] ^ t2[(crc >>> 8) & 255] ^ t1[(crc >>> 16) & 255] ^ t0[crc >>> 24];
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
