/** Text encodings that a file may be in; everything behind this is UTF-8 without a byte order mark. */
export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** Tells the encoding by the mark, or for UTF-16 without one by the zero bytes of its first characters. */
export function detectEncoding(head: Uint8Array): Encoding {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8-bom';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (head.length >= 4 && a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  if (head.length >= 4 && a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  return 'utf-8';
}

/** The same text as UTF-8. Invalid UTF-16 becomes U+FFFD. */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') {
    yield* encoding === 'utf-8' ? chunks : dropBytes(chunks, 3);
    return;
  }
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

async function* dropBytes(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    const dropped = Math.min(left, chunk.length);
    left -= dropped;
    if (dropped < chunk.length) yield chunk.subarray(dropped);
  }
}
