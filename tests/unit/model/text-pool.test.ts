import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { textCount, textOf, TextPoolBuilder } from '../../../src/model/text-pool.ts';
import { bytesOf } from '../../support/read.ts';

test('equal texts have one id, and each comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), (texts) => {
      const builder = new TextPoolBuilder();
      const ids = texts.map((text) => builder.id(text));
      const pool = builder.finish();
      expect(ids.map((id) => textOf(pool, id))).toEqual(texts);
      expect(textCount(pool)).toBe(new Set(['', ...texts]).size);
    }),
  );
});

test('bytes and text of the same letters are the same', () => {
  const builder = new TextPoolBuilder();
  const bytes = bytesOf('xxnodé-1yy');
  expect(builder.id('nodé-1')).toBe(builder.idOfBytes(bytes, 2, bytes.length - 2));
  expect(builder.idOfBytes(bytes, 2, 2)).toBe(0);
});

test('many texts keep their ids when the tables grow', () => {
  const builder = new TextPoolBuilder();
  const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i * 7919}`);
  const ids = texts.map((text) => builder.id(text));
  expect(texts.map((text) => builder.id(text))).toEqual(ids);
  const other = new TextPoolBuilder();
  other.id('something else');
  const mapped = other.idsOf(builder.finish());
  expect(textOf(other.finish(), mapped[ids[12_345]])).toBe(texts[12_345]);
});

afterEach(() => vi.restoreAllMocks());

/** The pool of these texts, made by a module whose hash starts from this number between 0 and 1. */
async function poolSeeded(seed: number, texts: readonly string[]) {
  vi.resetModules();
  const random = vi.spyOn(Math, 'random').mockReturnValue(seed);
  const module = await import('../../../src/model/text-pool.ts');
  expect(random).toHaveBeenCalled();
  const words = vi.spyOn(DataView.prototype, 'getInt32');
  const builder = new module.TextPoolBuilder();
  const ids = texts.map((text) => builder.id(text));
  const looks = words.mock.calls.length;
  words.mockRestore();
  return { ids, looks, pool: builder.finish() };
}

test('where texts stand in the hash table is drawn anew each time, and changes nothing else', async () => {
  const texts = Array.from({ length: 900 }, (_, i) => `text ${i * 7919}`);
  const [one, other, again] = [
    await poolSeeded(0.1, texts),
    await poolSeeded(0.7, texts),
    await poolSeeded(0.1, texts),
  ];
  expect(other.ids).toEqual(one.ids);
  expect(other.pool).toEqual(one.pool);
  // Other texts meet each other on their way to a free place, so that others are compared.
  expect(again.looks).toBe(one.looks);
  expect(other.looks).not.toBe(one.looks);
});
