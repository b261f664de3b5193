import { chain } from './byte-reader.ts';
import { gzipPieces, type Piece } from './gzip-pieces.ts';
import { GzipWalk } from './gzip-walk.ts';
import { salvageMember } from './salvage.ts';
import type { OnTrouble } from './trouble.ts';

/** Reads the same stream once more, from that byte on. */
export type Reopen = (from: number) => AsyncIterable<Uint8Array>;

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/**
 * Inflates a gzip stream of one or several members; zeros may pad its end. Tells of trouble, and goes on behind it where
 * there is a way; never throws for it. Memory does not grow with the stream.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
  reopen: Reopen | null = null,
): AsyncGenerator<Uint8Array> {
  let input: AsyncIterable<Uint8Array> | null = chunks;
  let from = 0;
  while (input !== null) {
    const pieces = gzipPieces(input);
    const walk = new GzipWalk(from);
    try {
      const failed: Piece | null = yield* inflate(pieces, walk, onTrouble);
      if (failed === null) return;
      // The platform gave up in this piece, and what it had of it is gone.
      const { kept } = walk;
      const again = kept === null ? reopen?.(walk.from) : chain([...kept, failed.bytes], bytesOf(pieces));
      if (again === undefined) return onTrouble('damaged');
      const salvaged = yield* salvageMember(again, walk.length, walk.inflated);
      if (salvaged.trouble !== null) onTrouble(salvaged.trouble);
      from = walk.from + salvaged.length;
      input = salvaged.rest;
    } finally {
      walk.drop();
    }
  }
}

/** Up to the piece in which the platform gives up; null: to the end, or to where nothing more can follow. */
async function* inflate(
  pieces: AsyncGenerator<Piece>,
  walk: GzipWalk,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array, Piece | null> {
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    const out = await walk.write(next.value);
    if (out === 'failed') return next.value;
    if (out === 'garbage') {
      onTrouble('garbage');
      return null;
    }
    yield* out;
  }
  if (!(await walk.end())) onTrouble('cut');
  return null;
}

async function* bytesOf(pieces: AsyncGenerator<Piece>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of pieces) yield bytes;
}
