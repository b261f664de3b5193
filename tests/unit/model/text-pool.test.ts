import fc from 'fast-check';
import { expect, test } from 'vitest';
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
