import { Gunzip } from 'fflate';

/** What was odd at the end of a gzip stream; what was inflated before it is kept. */
export type GzipTrouble = 'cut' | 'corrupt';

/** Small pieces bound what one push may inflate: a piece of n bytes gives at most about 1032 n. */
const PIECE = 1 << 14;

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** Inflates a gzip stream of one or several members. Tells of trouble and ends there, and never throws for it. */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: (trouble: GzipTrouble) => void,
): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  let isDone = false;
  const inflater = new Gunzip((chunk, isFinal) => {
    if (chunk.length > 0) out.push(chunk);
    isDone = isFinal;
  });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      try {
        // fflate keeps what it is given until it has used it, so it gets a copy of its own.
        inflater.push(chunk.slice(at, at + PIECE), false);
      } catch {
        yield* out;
        onTrouble('corrupt');
        return;
      }
      const ready = out;
      out = [];
      yield* ready;
    }
  }
  try {
    inflater.push(new Uint8Array(0), true);
  } catch {
    isDone = false;
  }
  yield* out;
  if (!isDone) onTrouble('cut');
}
