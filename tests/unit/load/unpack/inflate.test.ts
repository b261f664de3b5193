import { constants, crc32, deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borrowInflater, returnInflater, type InflateState } from '../../../../src/load/unpack/inflate.ts';
import { concat } from '../../../support/bytes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Inflated {
  readonly bytes: Uint8Array;
  readonly state: InflateState;
  /** Bytes behind the member. */
  readonly unused: number;
}

/** Hands the bytes on in pieces of the sizes given, over and over. */
async function inflate(packed: Uint8Array, sizes: readonly number[] = [1 << 30]): Promise<Inflated> {
  const inflater = await borrowInflater();
  const out: Uint8Array[] = [];
  inflater.begin();
  let at = 0;
  for (let i = 0; at < packed.length && inflater.state === 'going-on'; i++) {
    for (const piece of inflater.push(packed.subarray(at, at + sizes[i % sizes.length])))
      out.push(piece.slice());
    at += inflater.used;
  }
  returnInflater(inflater);
  return { bytes: concat(out), state: inflater.state, unused: packed.length - at };
}

/** What zlib makes of deflate; null where it fails. */
function peer(body: Uint8Array): { readonly bytes: Uint8Array; readonly unused: number } | null {
  try {
    const { buffer, engine } = inflateRawSync(body, { maxOutputLength: 1 << 22, info: true }) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    return { bytes: buffer, unused: body.length - engine.bytesWritten };
  } catch {
    return null;
  }
}

function trailerOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, crc32(bytes), true);
  view.setUint32(4, bytes.length, true);
  return new Uint8Array(view.buffer);
}

const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** The trailer is right for what zlib makes of the data, so that nothing but them decides. Whether zlib can read them. */
async function expectLikePeer(body: Uint8Array, cuts: readonly number[]): Promise<boolean> {
  const wanted = peer(body);
  const end = wanted === null ? body.length : body.length - wanted.unused;
  const trailer = trailerOf(wanted?.bytes ?? new Uint8Array(0));
  const { bytes, state } = await inflate(concat([HEADER, body.subarray(0, end), trailer]), cuts);
  expect(state === 'over').toBe(wanted !== null);
  if (wanted !== null) expect(Buffer.compare(bytes, wanted.bytes)).toBe(0);
  return wanted !== null;
}

/** Repeats near and far, runs, text and noise: whatever deflate has a way for. */
const part = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 3000 })).map(([byte, n]) => new Uint8Array(n).fill(byte)),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 200 }))
    .map(([bytes, n]) => concat(Array.from({ length: n }, () => bytes))),
  fc
    .tuple(fc.integer({ min: 1, max: 40_000 }), fc.nat(), fc.integer({ min: 1, max: 255 }))
    .map(([n, seed, mask]) =>
      Uint8Array.from({ length: n }, (_, i) => (Math.imul(i + seed, 2654435761) >>> 23) & mask),
    ),
);
const content = fc
  .tuple(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 8 }))
  .map(([parts, again]) => concat([...parts, ...again.flatMap((i) => (i < parts.length ? [parts[i]] : []))]));
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
  windowBits: fc.integer({ min: 9, max: 15 }),
  strategy: fc.constantFrom(
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FILTERED,
    constants.Z_HUFFMAN_ONLY,
    constants.Z_RLE,
    constants.Z_FIXED,
  ),
});
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 90_000 })), {
  minLength: 1,
  maxLength: 6,
});

describe('a member', () => {
  test('however it was packed, in any pieces, gives what was packed', () =>
    fc.assert(
      fc.asyncProperty(
        content,
        options,
        sizes,
        fc.uint8Array({ maxLength: 9 }),
        async (data, how, cuts, behind) => {
          const packed = concat([gzipSync(data, how), behind]);
          const { bytes, state, unused } = await inflate(packed, cuts);
          expect(state).toBe('over');
          expect(unused).toBe(behind.length);
          expect(Buffer.compare(bytes, data)).toBe(0);
        },
      ),
      { numRuns: 400 },
    ));

  test('longer than the window and the pieces, of several kinds of blocks', async () => {
    const lines = Array.from(
      { length: 120_000 },
      (_, i) => `line ${Math.imul(i, 2654435761) >>> (i % 29)}\n`,
    );
    const data = bytesOf(lines.join(''));
    const far = concat([data.subarray(0, 40_000), data, new Uint8Array(300_000), data.subarray(0, 900_000)]);
    for (const level of [0, 1, 6, 9]) {
      const { bytes, state } = await inflate(gzipSync(far, { level }), [65_536, 7, 200_000]);
      expect(state).toBe('over');
      expect(Buffer.compare(bytes, far)).toBe(0);
    }
  });

  test('with name, comment, extra bytes and a sum of its header', async () => {
    const begin = concat([
      Uint8Array.of(0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 255, 3, 0, 1, 2, 3),
      bytesOf('audit.log\0'),
      bytesOf(`${'long '.repeat(30_000)}\0`),
    ]);
    const sum = crc32(begin) & 0xffff;
    const body = concat([deflateRawSync('some'), trailerOf(bytesOf('some'))]);
    const withSum = (value: number) => concat([begin, Uint8Array.of(value & 255, value >> 8), body]);
    for (const cuts of [[1], [3, 70_000], [1 << 20]]) {
      expect(await inflate(withSum(sum), cuts)).toEqual({ bytes: bytesOf('some'), state: 'over', unused: 0 });
      expect((await inflate(withSum(sum ^ 1), cuts)).state).toBe('failed');
    }
  });

  test('of which a bit is wrong gives what zlib gives, or fails as it does', async () => {
    const seen = { over: 0, other: 0 };
    await fc.assert(
      fc.asyncProperty(content, options, fc.nat(), fc.nat(7), sizes, async (data, how, at, bit, cuts) => {
        const body = Uint8Array.from(deflateRawSync(data, how));
        body[at % body.length] ^= 1 << bit;
        seen[(await expectLikePeer(body, cuts)) ? 'over' : 'other']++;
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.over, seen.other)).toBeGreaterThan(100);
  });

  test('of random blocks fails as zlib does', async () => {
    const blocks = fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 5), fc.uint8Array({ minLength: 1, maxLength: 300 }))
      .map(([kind, bytes]) => concat([Uint8Array.of((bytes[0] & 0xf8) | kind), bytes]));
    await fc.assert(
      fc.asyncProperty(blocks, sizes, async (body, cuts) => void (await expectLikePeer(body, cuts))),
      { numRuns: 3000 },
    );
  });

  test('with a wrong sum or length is whole, and says so', async () => {
    const data = bytesOf('some data '.repeat(1000));
    for (const back of [1, 8]) {
      const packed = Uint8Array.from(gzipSync(data));
      packed[packed.length - back] ^= 1;
      expect(await inflate(packed)).toEqual({ bytes: data, state: 'checksum', unused: 0 });
    }
  });

  test('that is cut gives all that stands before the cut', async () => {
    const data = bytesOf(Array.from({ length: 9000 }, (_, i) => `${Math.imul(i, 2654435761)}\n`).join(''));
    const packed = gzipSync(data);
    const { bytes, state } = await inflate(packed.subarray(0, packed.length >> 1));
    expect(state).toBe('going-on');
    expect(bytes.length).toBeGreaterThan(data.length * 0.4);
    expect(Buffer.compare(bytes, data.subarray(0, bytes.length))).toBe(0);
  });

  test('knows nothing of the one before', async () => {
    const before = bytesOf('a secret of the member before');
    expect((await inflate(gzipSync(before))).state).toBe('over');
    // A fixed block: a match of three bytes at distance 1, with nothing before it.
    expect((await inflate(concat([HEADER, Uint8Array.of(3, 2, 0, 0, 0, 0, 0, 0, 0, 0)]))).state).toBe(
      'failed',
    );
  });
});
