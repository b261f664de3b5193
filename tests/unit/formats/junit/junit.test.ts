import { expect, test } from 'vitest';
import { findTestCase } from '../../../../src/formats/junit/junit.ts';
import { fixture } from '../../../support/fixtures.ts';
import { readOne } from '../../../support/read.ts';

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

test.each([1, 7, 1 << 16])('a case is found again as it is written, in pieces of %i bytes', async (size) => {
  const { bytes } = fixture('junit', 'timed');
  expect(await findTestCase(pieces(bytes, size), 2)).toBe(
    '<testcase name="with begin and length" timestamp="2025-05-06T09:10:00+02:00" time="7.5"><failure>no</failure></testcase>',
  );
  expect(await findTestCase(pieces(bytes, size), 3)).toMatch(
    /^<testcase name="without time">.*<\/testcase>$/,
  );
  expect(await findTestCase(pieces(bytes, size), 9)).toBeNull();
});

test('a case without an inside is found, too', async () => {
  const { bytes } = fixture('junit', 'origin');
  expect(await findTestCase(pieces(bytes, 7), 5)).toBe('<testcase name="[sig-demo] flaky" time="2"/>');
});

test('entities that a file defines are not followed', async () => {
  const lines = Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(20)}">`);
  const { input } = await readOne(
    `<testsuites><!DOCTYPE x [<!ENTITY a0 "x">${lines.join('')}]><testcase name="&a20;"><failure>&a20;</failure></testcase></testsuites>`,
  );
  expect(input.format).toBe('junit');
});

test('tags in tags, and faults without end, are given up', async () => {
  const deep = await readOne(`<testsuites>${'<testsuite>'.repeat(200_000)}`);
  expect(deep.input.failure?.code).toBe('unreadable');
  const broken = await readOne(`<testsuites>${'</x>&y;'.repeat(100_000)}`);
  expect(broken.input.failure?.code).toBe('unreadable');
});

test('a long message is cut, a long log is passed over', async () => {
  const { table } = await readOne(
    `<testsuites><testcase name="x" timestamp="2025-05-06T07:00:00Z"><failure>${'m'.repeat(100_000)}</failure>` +
      `<system-out>${'o'.repeat(5_000_000)}</system-out></testcase></testsuites>`,
  );
  expect(table.length).toBe(1);
  expect(table.texts.bytes.length).toBeLessThan(10_000);
});
