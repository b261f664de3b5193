import type { Head } from '../formats/format.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';
import { HEAD_BYTES, peek, type Peeked } from './peek.ts';

/** The same text as UTF-8. `onOther` is told of an encoding that is none of UTF-8's. */
export async function decode(bytes: Peeked, onOther: () => void): Promise<Peeked> {
  const encoding = detectEncoding(bytes.head);
  if (encoding === 'utf-8') return bytes;
  if (encoding !== 'utf-8-bom') onOther();
  return peek(toUtf8(bytes.chunks, encoding), HEAD_BYTES);
}

/** What formats see of a file. */
export function headOf(name: string, { head, isWhole }: Peeked): Head {
  return { name, bytes: head, text: new TextDecoder().decode(head, { stream: true }), isWhole };
}
