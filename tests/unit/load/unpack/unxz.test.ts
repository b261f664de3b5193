import { describe, expect, test } from 'vitest';
import type { PackFailure } from '../../../../src/load/unpack/pack-failure.ts';
import type { Trouble } from '../../../../src/load/unpack/trouble.ts';
import { unxz } from '../../../../src/load/unpack/unxz.ts';
import { concat, inChunks } from '../../../support/bytes.ts';
import { packedText, TEXTS } from '../../../support/packed-texts.ts';

async function read(packed: Uint8Array, cuts: readonly number[] = []) {
  const troubles: Trouble[] = [];
  const out: Uint8Array[] = [];
  for await (const chunk of unxz(inChunks(packed, cuts), (trouble) => troubles.push(trouble)))
    out.push(chunk);
  return { text: new TextDecoder().decode(concat(out)), troubles };
}

const { lines, seconds } = TEXTS;

describe('xz data', () => {
  test('of several streams, with padding and any checksum, are read at every cut of their chunks', async () => {
    const packed = concat([
      packedText('secondsXzCrc32'),
      new Uint8Array(8),
      packedText('linesXzInBlocks'),
      packedText('secondsXzUnchecked'),
      packedText('linesXz'),
      new Uint8Array(4),
    ]);
    const text = seconds + lines + seconds + lines;
    for (let at = 0; at < packed.length; at += 3) {
      expect(await read(packed, [at, at + 1])).toEqual({ text, troubles: [] });
    }
  });

  test('that are cut at any byte say so, and keep what came before', async () => {
    const packed = packedText('linesXzInBlocks');
    for (let length = 6; length < packed.length; length++) {
      const { text, troubles } = await read(packed.subarray(0, length));
      expect([length, troubles]).toEqual([length, ['cut']]);
      expect(lines.startsWith(text)).toBe(true);
    }
  });

  test('that are damaged anywhere are whole all the same, or say so', async () => {
    for (let at = 6; at < packedText('linesXz').length; at++) {
      const packed = packedText('linesXz');
      packed[at] ^= 0x55;
      const told = await read(packed).then(
        ({ text, troubles }) => troubles[0] ?? (text === lines ? 'whole' : 'wrong'),
        (error: PackFailure) => error.failure.code,
      );
      expect(told).toMatch(/^(?:whole|damaged|cut|garbage|unsupported|too-large)$/);
    }
  });

  test('with something else behind are read, and it is told', async () => {
    const packed = concat([packedText('linesXz'), new TextEncoder().encode('something else')]);
    expect(await read(packed)).toEqual({ text: lines, troubles: ['garbage'] });
  });

  test('of a checksum that is not known are named', async () => {
    await expect(read(packedText('secondsXzSha256'))).rejects.toMatchObject({
      failure: { code: 'unsupported' },
    });
  });
});
