import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonItemSplitter } from '../../../src/formats/json-items.ts';
import { bytesOf } from '../../support/read.ts';

function split(text: string, chunkSize = 1 << 16, options = {}) {
  const items: string[] = [];
  const skipped: string[] = [];
  const splitter = new JsonItemSplitter(
    {
      onItem: (bytes, index) => items.push(`${index} ${new TextDecoder().decode(bytes)}`),
      onSkip: (reason, index) => skipped.push(`${index} ${reason}`),
    },
    options,
  );
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += chunkSize) splitter.push(bytes.subarray(at, at + chunkSize));
  return { items, skipped, end: splitter.end() };
}

describe('finds records', () => {
  test.each([
    ['the array under items', '{"items":[{"a":1},{"b":2}]}'],
    [
      'other members around it',
      '{"kind":"X","n":[{"no":1}],"o":{"items":[{"no":2}]},"items": [ {"a":1} , {"b":2} ],"z":[1,{"no":3}]}',
    ],
    ['a bare array', '[{"a":1},\n{"b":2}]'],
    ['a document a line', '{"a":1}\n{"b":2}\n'],
    ['documents in a row', '{"a":1}{"b":2}'],
    ['containers in a row', '{"items":[{"a":1}]}\n{"items":[{"b":2}]}'],
  ])('of %s', (_, text) => {
    const { items, skipped, end } = split(text);
    expect(items).toEqual(['1 {"a":1}', '2 {"b":2}']);
    expect(skipped).toEqual([]);
    expect(end).toMatchObject({ items: 2, cutAt: null });
  });

  test('strings may hold quotes, braces and the key itself', () => {
    const item = JSON.stringify({ a: '"}]items[{\\', items: ['x'] });
    expect(split(`{"items":[${item}]}`).items).toEqual([`1 ${item}`]);
    expect(split(`{"x":"items","y":"\\\\","items":[${item}]}`).items).toEqual([`1 ${item}`]);
  });

  test('an empty container has none, and null in its place is the container itself', () => {
    expect(split('{"items":[]}').items).toEqual([]);
    expect(split('{"items":null}').items).toEqual(['1 {"items":null}']);
  });
});

describe('counts what is no record', () => {
  test('elements that are no objects', () => {
    const { items, skipped } = split('{"items":[1,"a,b",[{"x":1}],null,{"b":2}]}');
    expect(items).toEqual(['5 {"b":2}']);
    expect(skipped).toEqual(['1 not-an-object', '2 not-an-object', '3 not-an-object', '4 not-an-object']);
  });

  test('text between documents, once a line', () => {
    const { items, skipped } = split('{"a":1}\nnoise "here {\n{"b":2}\n');
    expect(items).toEqual(['1 {"a":1}', '2 {"b":2}']);
    expect(skipped).toEqual(['1 not-json']);
  });

  test('a record over the limit, and goes on behind it', () => {
    const text = `{"items":[{"a":"${'x'.repeat(500)}"},{"b":2}]}`;
    const { items, skipped } = split(text, 10, { maxItemBytes: 100 });
    expect(items).toEqual(['2 {"b":2}']);
    expect(skipped).toEqual(['1 too-large']);
  });
});

describe('tells where the input is cut', () => {
  const text = '{"items":[{"a":1},{"b":"é"}]}';
  test.each(Array.from({ length: bytesOf(text).length - 1 }, (_, i) => i + 1))('at byte %d', (cut) => {
    const bytes = bytesOf(text).subarray(0, cut);
    const items: number[] = [];
    const splitter = new JsonItemSplitter({
      onItem: (_, index) => items.push(index),
      onSkip: () => undefined,
    });
    splitter.push(bytes);
    expect(splitter.end().cutAt).not.toBeNull();
    expect(items.length).toBe(cut < 17 ? 0 : cut < 28 ? 1 : 2);
  });
});

test('the size of the chunks does not matter', () => {
  const value = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one));
  const document = fc.array(value).map((all) => `{"kind":"x","items":[${all.join(', ')}]}`);
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(split(text, size)).toEqual(split(text));
    }),
  );
});

test('records are what JSON.parse finds', () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })));
  fc.assert(
    fc.property(objects, fc.constantFrom(undefined, 2), (wanted, indent) => {
      const { items } = split(JSON.stringify({ items: wanted }, null, indent));
      expect(items.map((text) => JSON.parse(text.slice(text.indexOf(' '))) as unknown)).toEqual(
        JSON.parse(JSON.stringify(wanted)),
      );
    }),
  );
});

test('any bytes at all neither throw nor hang', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const splitter = new JsonItemSplitter({ onItem: () => undefined, onSkip: () => undefined });
      splitter.push(bytes);
      expect(splitter.end().bytes).toBe(bytes.length);
    }),
  );
});
