/** The beginning of a stream, looked at without losing it. */
import { joinBytes } from '../../base/bytes.ts';
import { isDocument } from '../audit/audit-head.ts';

/** As much as formats are chosen by. */
const HEAD_BYTES = 1 << 16;

export interface Begun {
  /** The first 64 KiB as text, or all there is; whatever the chunks. */
  readonly head: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export async function begin(chunks: AsyncIterable<Uint8Array>): Promise<Begun> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value.slice()); // a chunk is valid until a few more were asked for
    length += next.value.length;
  }
  const bytes = joinBytes(first).subarray(0, HEAD_BYTES);
  return { head: new TextDecoder().decode(bytes, { stream: true }), chunks: replay(first, iterator) };
}

async function* replay(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Whether a log lies inside one JSON document, or its records are written over several lines. A line may begin with `[pod/…]`. */
export function isLogDocument(head: string): boolean {
  return /^\s*(?:\{|\[\s*[{\]])/.test(head) && isDocument(head);
}
