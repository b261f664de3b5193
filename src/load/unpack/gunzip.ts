import { ByteReader, chain } from './byte-reader.ts';
import { gzipHeaderLength } from './gzip-header.ts';
import { KeptBytes } from './kept-bytes.ts';
import type { OnTrouble } from './trouble.ts';
import { borrowZlib, returnZlib, type OnDone, type Zlib } from './zlib.ts';

/** Reads the same stream once more, from that byte on. */
export type Reopen = (from: number) => AsyncIterable<Uint8Array>;

/** CRC and length at the end of a member. */
const TRAILER = 8;
/** What tells a member's begin from anything else. */
const MAGIC = 4;

/**
 * Inflates a gzip stream of one or several members; zeros may pad its end. Tells of trouble, and goes on behind it where
 * there is a way; never throws for it. Memory does not grow with the stream. A chunk is valid until the seventh after it
 * was asked for; the last ones as long as nobody else has the zlib that `onDone` is given at the end.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
  reopen: Reopen | null = null,
  onDone: OnDone = returnZlib,
): AsyncGenerator<Uint8Array> {
  const zlib = await borrowZlib();
  let reader = new ByteReader(chunks);
  let base = 0; // where the reader began in the stream
  try {
    while (await beginsMember(reader, onTrouble)) {
      const from = base + reader.position;
      const kept = new KeptBytes();
      const state = yield* inflateMember(zlib, reader, kept);
      if (state === 'over') continue;
      if (state === 'going-on') return onTrouble('cut');
      // Its own bytes are told already; where it ends is to be found, and whether only its sum is wrong.
      const again = kept.isWhole ? chain(kept.parts, reader.rest()) : reopen?.(from);
      const next = again === undefined ? null : await behindMember(zlib, new ByteReader(again));
      onTrouble(next === null ? 'damaged' : 'checksum');
      if (next === null) return;
      base = from;
      reader = next;
    }
  } finally {
    onDone(zlib);
    await reader.close();
  }
}

/** Passes over zeros. False at the end of the stream, and where something else stands, which is told. */
async function beginsMember(reader: ByteReader, onTrouble: OnTrouble): Promise<boolean> {
  const isFirst = reader.position === 0;
  for (;;) {
    const bytes = await reader.read(MAGIC);
    if (bytes.length === 0) return false;
    const zeros = isFirst ? 0 : countZeros(bytes);
    reader.unread(bytes.slice(zeros));
    if (zeros > 0) continue;
    if (gzipHeaderLength(bytes) !== null) return true;
    onTrouble('garbage');
    return false;
  }
}

function countZeros(bytes: Uint8Array): number {
  let count = 0;
  while (count < bytes.length && bytes[count] === 0) count++;
  return count;
}

/** All that a member gives. What zlib did not use stays with the reader. */
async function* inflateMember(
  zlib: Zlib,
  reader: ByteReader,
  kept: KeptBytes,
): AsyncGenerator<Uint8Array, Zlib['state']> {
  zlib.begin('gzip');
  for await (const bytes of reader.rest()) {
    yield* zlib.push(bytes);
    kept.add(zlib.state === 'failed' ? bytes : bytes.subarray(0, zlib.used));
    if (zlib.state === 'over') reader.unread(bytes.slice(zlib.used));
    if (zlib.state !== 'going-on') break;
  }
  return zlib.state;
}

/** The stream behind a member whose data can be followed to their end; null if they cannot, or end too early. */
async function behindMember(zlib: Zlib, reader: ByteReader): Promise<ByteReader | null> {
  let head = await reader.read(10);
  for (let length = gzipHeaderLength(head); length !== head.length; length = gzipHeaderLength(head)) {
    if (length === null) return null;
    reader.unread(head.slice());
    const longer = await reader.read(length);
    if (longer.length === head.length) return null;
    head = longer;
    if (length < longer.length) break;
  }
  zlib.begin('raw');
  for await (const bytes of reader.rest()) {
    const pieces = zlib.push(bytes);
    while (pieces.next().done !== true); // told already
    if (zlib.state === 'going-on') continue;
    if (zlib.state === 'failed') return null;
    reader.unread(bytes.slice(zlib.used));
    return (await reader.skip(TRAILER)) === TRAILER ? reader : null;
  }
  return null;
}
