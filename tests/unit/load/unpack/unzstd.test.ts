import { describe, expect, test } from 'vitest';
import type { PackFailure } from '../../../../src/load/unpack/pack-failure.ts';
import type { Trouble } from '../../../../src/load/unpack/trouble.ts';
import { unzstd } from '../../../../src/load/unpack/unzstd.ts';
import { concat, inChunks } from '../../../support/bytes.ts';
import { packedText, TEXTS } from '../../../support/packed-texts.ts';

async function read(packed: Uint8Array, cuts: readonly number[] = []) {
  const troubles: Trouble[] = [];
  const out: Uint8Array[] = [];
  for await (const chunk of unzstd(inChunks(packed, cuts), (trouble) => troubles.push(trouble)))
    out.push(chunk);
  return { text: new TextDecoder().decode(concat(out)), troubles };
}

const { lines, seconds } = TEXTS;
const skipped = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);

describe('zstd data', () => {
  test('of several frames, some to be skipped, are read at every cut of their chunks', async () => {
    const packed = concat([
      skipped,
      packedText('secondsZstUnchecked'),
      packedText('emptyZst'),
      packedText('linesZst'),
      skipped,
    ]);
    for (let at = 0; at < packed.length; at++) {
      expect(await read(packed, [at, at + 1])).toEqual({ text: seconds + lines, troubles: [] });
    }
  });

  test('that are cut at any byte say so, and keep what came before', async () => {
    const first = packedText('secondsZstUnchecked');
    const packed = concat([first, packedText('linesZst')]);
    for (let length = 1; length < packed.length; length++) {
      if (length === first.length) continue;
      const { text, troubles } = await read(packed.subarray(0, length));
      expect([length, troubles.length]).toEqual([length, 1]);
      expect((seconds + lines).startsWith(text)).toBe(true);
      if (length > first.length) expect(text.startsWith(seconds)).toBe(true);
    }
  });

  test('with a wrong sum keep their text', async () => {
    const packed = packedText('linesZst');
    packed[packed.length - 1] ^= 1;
    expect(await read(packed)).toEqual({ text: lines, troubles: ['checksum'] });
  });

  test('that are damaged anywhere are whole all the same, or say so', async () => {
    for (let at = 6; at < packedText('linesZst').length; at++) {
      const packed = packedText('linesZst');
      packed[at] ^= 0x55;
      const { text, troubles } = await read(packed).catch((error: PackFailure) => ({
        text: '',
        troubles: [error.failure.code],
      }));
      expect(text === lines || troubles.length > 0).toBe(true);
    }
  });

  test('with something else behind are read, and it is told', async () => {
    const packed = concat([packedText('linesZst'), new TextEncoder().encode('something')]);
    expect(await read(packed)).toEqual({ text: lines, troubles: ['garbage'] });
  });

  test('whose window is larger than memory allows are refused', async () => {
    const packed = packedText('linesZst');
    const large = concat([packed.subarray(0, 4), Uint8Array.of(4, 0x90), packed.subarray(7)]);
    await expect(read(large)).rejects.toMatchObject({ failure: { code: 'too-large' } });
    // A window of 8 MB for each frame of a byte.
    const small = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x68, 9, 0, 0, 0x78);
    await expect(read(concat(Array.from({ length: 500 }, () => small)))).rejects.toMatchObject({
      failure: { code: 'too-large' },
    });
  });
});
