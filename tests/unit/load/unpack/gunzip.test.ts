import { deflateRawSync, gzipSync, crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gunzip } from '../../../../src/load/unpack/gunzip.ts';
import type { Trouble } from '../../../../src/load/unpack/trouble.ts';
import { concat, inChunks } from '../../../support/bytes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(packed: Uint8Array, cuts: readonly number[] = []) {
  const troubles: Trouble[] = [];
  const out: Uint8Array[] = [];
  for await (const chunk of gunzip(inChunks(packed, cuts), (trouble) => troubles.push(trouble)))
    out.push(chunk.slice());
  return { bytes: concat(out), troubles };
}

/** One member with any header fields, made by hand. */
function member(
  content: Uint8Array,
  { name = '', extra = 0, level = 6, crc = crc32(content) } = {},
): Uint8Array {
  const flags = (name === '' ? 0 : 8) | (extra === 0 ? 0 : 4);
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, crc >>> 0, true);
  trailer.setUint32(4, content.length, true);
  return concat([
    Uint8Array.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3),
    extra === 0 ? new Uint8Array(0) : concat([Uint8Array.of(extra & 255, extra >> 8), new Uint8Array(extra)]),
    name === '' ? new Uint8Array(0) : bytesOf(`${name}\0`),
    deflateRawSync(content, { level }),
    new Uint8Array(trailer.buffer),
  ]);
}

/** Data with much that looks like a header, and stretches of zeros. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(Uint8Array.of(0x1f, 0x8b, 8, 0)),
      fc.constant(gzipSync('inner')),
      fc.nat({ max: 5000 }).map((n) => new Uint8Array(n)),
      fc.nat({ max: 50_000 }).map((n) => bytesOf('{"kind":"Event"}\n'.repeat(n / 17))),
    ),
    { maxLength: 6 },
  )
  .map(concat);
const members = fc.array(
  fc
    .record({
      content,
      name: fc.constantFrom('', 'audit.log'),
      extra: fc.constantFrom(0, 0, 1, 300),
      level: fc.constantFrom(0, 1, 9),
    })
    .map((one) => ({ content: one.content, packed: member(one.content, one) })),
  { minLength: 1, maxLength: 4 },
);
const cuts = fc.array(fc.nat({ max: 60_000 }), { maxLength: 20 });

describe('a gzip stream', () => {
  test('of any members, in any pieces, gives what was packed', () =>
    fc.assert(
      fc.asyncProperty(members, cuts, fc.nat({ max: 40 }), async (all, at, padding) => {
        const packed = concat([...all.map((one) => one.packed), new Uint8Array(padding)]);
        const { bytes, troubles } = await read(packed, at);
        expect(Buffer.compare(bytes, concat(all.map((one) => one.content)))).toBe(0);
        expect(troubles).toEqual([]);
      }),
      { numRuns: 150 },
    ));

  test('of any members keeps all their bytes, whatever follows or is wrong with a sum', () =>
    fc.assert(
      fc.asyncProperty(members, cuts, fc.nat({ max: 40 }), async (all, at, padding) => {
        const packed = all.map((one) => one.packed);
        const whole = all.map((one) => one.content);
        const zeros = new Uint8Array(padding);
        const garbage = bytesOf('something else '.repeat(1 + padding * padding));
        const behind = await read(concat([...packed, zeros, garbage]), at);
        expect(Buffer.compare(behind.bytes, concat(whole))).toBe(0);
        expect(behind.troubles).toEqual(['garbage']);
        const first = concat([...whole, bytesOf('x')]);
        const wrong = member(first, { crc: crc32(first) ^ 1, level: padding % 10 });
        const summed = await read(concat([wrong, ...packed, zeros]), at);
        expect(Buffer.compare(summed.bytes, concat([first, ...whole]))).toBe(0);
        expect(summed.troubles).toEqual(['checksum']);
      }),
      { numRuns: 60 },
    ));

  test('is whole at every cut of its chunks', { timeout: 30_000 }, async () => {
    const texts = ['first\n', '', 'second member, \u001f\u008b\b'];
    const packed = concat(texts.map((text) => member(bytesOf(text), { level: 0 })));
    for (let at = 0; at <= packed.length; at++) {
      const { bytes, troubles } = await read(packed, [at]);
      expect([new TextDecoder().decode(bytes), troubles, at]).toEqual([texts.join(''), [], at]);
    }
  });

  test('that is cut at any byte keeps what came before', { timeout: 30_000 }, async () => {
    const text = Array.from({ length: 60 }, (_, i) => `line ${i * 7919}\n`).join('');
    const packed = concat([member(bytesOf(text)), member(bytesOf(text), { level: 0, name: 'x' })]);
    const edge = member(bytesOf(text)).length;
    let before = 0;
    for (let length = 3; length < packed.length; length++) {
      const { bytes, troubles } = await read(packed.subarray(0, length), [length / 2]);
      expect((text + text).startsWith(new TextDecoder().decode(bytes))).toBe(true);
      expect(bytes.length).toBeGreaterThanOrEqual(before);
      expect([length, troubles]).toEqual([
        length,
        length === edge ? [] : [expect.stringMatching(/cut|garbage/)],
      ]);
      before = bytes.length;
    }
    expect(before).toBe(2 * text.length);
  });

  test.each([
    ['garbage', 'not gzip at all'],
    ['garbage that begins with zeros', '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0x'],
    ['one byte', 'x'],
  ])('with %s behind it is read, and told', async (_, garbage) => {
    const text = 'line\n'.repeat(1000);
    expect(await read(concat([gzipSync(text), bytesOf(garbage)]))).toEqual({
      bytes: bytesOf(text),
      troubles: ['garbage'],
    });
  });

  test('with much garbage keeps all of its own bytes', async () => {
    const text = Array.from({ length: 9000 }, (_, i) => `line ${i * 7919}\n`).join('');
    const noise = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 31 + (i >> 3)) % 251);
    const { bytes, troubles } = await read(concat([gzipSync(text), noise]));
    expect(new TextDecoder().decode(bytes) === text).toBe(true);
    expect(troubles).toEqual(['garbage']);
  });

  test('with a wrong checksum keeps its bytes, tells, and goes on', async () => {
    const [a, b] = [bytesOf('first\n'.repeat(50)), bytesOf('second\n')];
    const packed = concat([member(a, { crc: 1 }), member(b)]);
    expect(await read(packed)).toEqual({ bytes: concat([a, b]), troubles: ['checksum'] });
    expect(await read(member(a, { crc: 1 }))).toEqual({ bytes: a, troubles: ['checksum'] });
    expect(await read(concat([member(b), member(a, { crc: 0 }), new Uint8Array(5)]))).toEqual({
      bytes: concat([b, a]),
      troubles: ['checksum'],
    });
  });

  test('that is damaged keeps what stands before, and never throws', () =>
    fc.assert(
      fc.asyncProperty(content, fc.nat(), fc.integer({ min: 1, max: 255 }), async (data, at, flip) => {
        const packed = Uint8Array.from(gzipSync(data));
        packed[10 + (at % (packed.length - 10))] ^= flip;
        const { bytes, troubles } = await read(packed);
        expect(troubles.length > 0 || Buffer.compare(bytes, data) === 0).toBe(true);
      }),
      { numRuns: 150 },
    ));

  test('with damage in a long member keeps nearly all before it', async () => {
    const text = bytesOf(
      Array.from({ length: 200_000 }, (_, i) => `line ${Math.imul(i, 2654435761)}\n`).join(''),
    );
    const packed = Uint8Array.from(gzipSync(text, { level: 1 }));
    const half = packed.length >> 1;
    const wanted = Math.floor(text.length * 0.49);
    packed.fill(0xff, half, half + 3000);
    const { bytes, troubles } = await read(packed);
    expect(troubles).toEqual([expect.stringMatching(/damaged|checksum/)]);
    expect(Buffer.compare(bytes.subarray(0, wanted), text.subarray(0, wanted))).toBe(0);
  });

  test('goes on behind a long member whose sum is wrong', async () => {
    const noise = Uint8Array.from({ length: 5 << 20 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
    const packed = concat([
      member(bytesOf('first')),
      member(noise, { crc: 1, level: 0 }),
      member(bytesOf('last')),
    ]);
    const { bytes, troubles } = await read(packed);
    expect(Buffer.compare(bytes, concat([bytesOf('first'), noise, bytesOf('last')]))).toBe(0);
    expect(troubles).toEqual(['checksum']);
  });
});
