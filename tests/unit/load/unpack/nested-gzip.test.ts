import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sourceOfBytes } from '../../../../src/load/byte-source.ts';
import { DEFAULT_LIMITS } from '../../../../src/model/limits.ts';
import { Budget } from '../../../../src/load/unpack/limits.ts';
import { MemberWalk } from '../../../../src/load/unpack/members.ts';
import { tar } from '../../../support/archives.ts';

/** Numbers that look like chance; the same each time. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
}

/** Lines that shrink to about a thirtieth, so that a piece of packed bytes gives many of unpacked ones. */
function linesOf(seed: number, count: number): string {
  const next = chance(seed);
  const word = 'the same words on every line, and then some more of them '.repeat(4);
  return Array.from({ length: count }, () => `${next.next().value.toString(36)} ${word}\n`).join('');
}

test.each([10, 140_000, 200_000])(
  'packed members of a packed archive are whole packed twice, and the archive at its end before them: %i bytes before them',
  async (size) => {
    const noise = chance(7);
    const filler = Uint8Array.from({ length: size }, () => noise.next().value & 255);
    const texts = [1, 2, 3, 4].map((seed) => linesOf(seed, 9000));
    const files = texts.map((text, i) => [`m${i}.log.gz`, new Uint8Array(gzipSync(gzipSync(text)))] as const);
    const archive = gzipSync(tar({ filler, ...Object.fromEntries(files) }));
    const walk = new MemberWalk(new Budget(DEFAULT_LIMITS));
    const read: string[] = [];
    for await (const { bytes, troubles } of walk.members(
      sourceOfBytes('a.tar.gz', new Uint8Array(archive)),
    )) {
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of bytes!.chunks) text += decoder.decode(chunk, { stream: true });
      expect(troubles).toEqual([]);
      read.push(text);
    }
    expect(read.slice(1).map((text, i) => text === texts[i])).toEqual([true, true, true, true]);
  },
);
