import { describe, expect, test } from 'vitest';
import { sourceOfBlob } from '../../../src/load/byte-source.ts';
import { concat } from '../../support/bytes.ts';

const bytes = Uint8Array.from({ length: 13 << 20 }, (_, i) => Math.imul(i, 2654435761) >>> 24);
const source = sourceOfBlob('a.log', new Blob([bytes]));

async function read(from?: number): Promise<Uint8Array> {
  const out: Uint8Array[] = [];
  for await (const chunk of source.chunks(from)) out.push(chunk.slice());
  return concat(out);
}

describe('a file of the browser', () => {
  test('is read whole, or from a place on, again and again', async () => {
    for (const from of [0, 1, 5_000_001, bytes.length - 1, bytes.length]) {
      expect(Buffer.compare(await read(from), bytes.subarray(from))).toBe(0);
    }
  });

  test('gives chunks that stay as they are until seven more were asked for', async () => {
    const seen: { chunk: Uint8Array; at: number }[] = [];
    let at = 0;
    for await (const chunk of source.chunks()) {
      seen.push({ chunk, at });
      at += chunk.length;
      for (const one of seen.slice(-7)) {
        const wanted = bytes.subarray(one.at, one.at + one.chunk.length);
        expect(one.chunk.length).toBeGreaterThan(0);
        expect(Buffer.compare(one.chunk, wanted)).toBe(0);
      }
    }
    expect(at).toBe(bytes.length);
    expect(seen.length).toBeGreaterThan(8);
  });

  test('can be left early', async () => {
    for await (const chunk of source.chunks()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await source.slice(3, 6)).length).toBe(3);
  });
});
