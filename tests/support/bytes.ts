/** One array of several. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Bytes as a stream, cut at these places. */
export async function* inChunks(bytes: Uint8Array, cuts: readonly number[] = []): AsyncGenerator<Uint8Array> {
  const ends = [...new Set([...cuts.map((cut) => Math.floor(cut)), bytes.length])].sort((a, b) => a - b);
  let at = 0;
  for (const end of ends.filter((one) => one <= bytes.length)) {
    await Promise.resolve();
    yield bytes.subarray(at, end);
    at = end;
  }
}
