import { ByteReader } from './byte-reader.ts';
import { borrowInflater, returnInflater, type Inflater, type OnDone } from './inflate.ts';
import type { OnTrouble } from './trouble.ts';

/** What a member begins with: two bytes of its own, and the one method that there is. RFC 1952. */
const MAGIC = [0x1f, 0x8b, 8];

/**
 * Inflates a gzip stream of one or several members; zeros may pad its end. Tells of trouble, and goes on behind it where
 * there is a way; never throws for it. Memory does not grow with the stream. A chunk is valid until the seventh after it
 * was asked for; the last ones as long as nobody else has the inflater that `onDone` is given at the end.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
  onDone: OnDone = returnInflater,
): AsyncGenerator<Uint8Array> {
  const inflater = await borrowInflater();
  const reader = new ByteReader(chunks);
  try {
    while (await beginsMember(reader, onTrouble)) {
      yield* inflateMember(inflater, reader);
      if (inflater.state === 'going-on') return onTrouble('cut');
      if (inflater.state === 'failed') return onTrouble('damaged');
      if (inflater.state === 'checksum') onTrouble('checksum'); // where it ends is known
    }
  } finally {
    onDone(inflater);
    await reader.close();
  }
}

/** Passes over zeros. False at the end of the stream, and where something else stands, which is told. */
async function beginsMember(reader: ByteReader, onTrouble: OnTrouble): Promise<boolean> {
  const isFirst = reader.position === 0;
  for (;;) {
    const bytes = await reader.read(MAGIC.length);
    if (bytes.length === 0) return false;
    const zeros = isFirst ? 0 : countZeros(bytes);
    reader.unread(bytes.subarray(zeros));
    if (zeros > 0) continue;
    if (bytes.every((byte, i) => byte === MAGIC[i])) return true;
    onTrouble('garbage');
    return false;
  }
}

function countZeros(bytes: Uint8Array): number {
  let count = 0;
  while (count < bytes.length && bytes[count] === 0) count++;
  return count;
}

/** All that a member gives. What was not used stays with the reader. */
async function* inflateMember(inflater: Inflater, reader: ByteReader): AsyncGenerator<Uint8Array> {
  inflater.begin();
  for await (const bytes of reader.rest()) {
    yield* inflater.push(bytes);
    if (inflater.state === 'going-on') continue;
    reader.unread(bytes.subarray(inflater.used));
    return;
  }
}
