import { describe, expect, test } from 'vitest';
import { fileOf, otherEvent, signal } from '../../../support/items.ts';
import { paxHeader, tar, TAR_END, tarEntry, zip } from '../../../support/archives.ts';
import { concat } from '../../../support/bytes.ts';
import { bytesOf, gzip, readAll, type ReadingOptions } from '../../../support/read.ts';

const FILE = fileOf([signal('10:00:00', 'demo-master-0'), otherEvent('11:00:00')]);

/** What each part is: its path, and its records or the code of its failure. */
async function read(content: Uint8Array, options: ReadingOptions = {}) {
  const parts = await readAll(content, { path: 'in', ...options });
  return parts.map(({ input }) => [input.path, input.failure?.code ?? input.records]);
}

describe('a tar archive', () => {
  test.each([
    ['plain', (bytes: Uint8Array) => bytes],
    ['gzipped', gzip],
    ['gzipped twice', (bytes: Uint8Array) => gzip(gzip(bytes))],
    ['in a zip archive', (bytes: Uint8Array) => zip([{ name: 'x', content: bytes }])],
  ])('%s gives its files, gzipped or not', async (name, pack) => {
    const bytes = pack(
      tar({ './logs/a.json': FILE, 'b.gz': gzip(FILE), empty: '', 'c.gz.gz': gzip(gzip(FILE)) }),
    );
    const path = name === 'in a zip archive' ? 'in > x' : 'in';
    for (const chunkSize of [1, 511, 1 << 18]) {
      expect(await read(bytes, { chunkSize })).toEqual([
        [`${path} > logs/a.json`, 2],
        [`${path} > b.gz`, 2],
        [`${path} > empty`, 'empty'],
        [`${path} > c.gz.gz`, 2],
      ]);
    }
  });

  test('has names of every dialect', async () => {
    const long = `${'d'.repeat(120)}/${'ü'.repeat(60)}.json`;
    const bytes = concat([
      paxHeader({ comment: 'no name' }, 'g'),
      paxHeader({ path: long, size: String(FILE.length) }),
      tarEntry('short', FILE, { size: '00000000000\0' }),
      // The short form of a long name may end where a folder begins.
      paxHeader({ path: `${'e/'.repeat(60)}f.json` }),
      tarEntry('e/'.repeat(49), FILE),
      tarEntry('././@LongLink', `${long}2\0`, { type: 'L', magic: 'ustar  \0' }),
      tarEntry('short', FILE, { magic: 'ustar  \0' }),
      tarEntry('name', FILE, { prefix: 'prefix/of' }),
      tarEntry('v7', FILE, { magic: '', type: '\0' }),
      tarEntry('binary-size', FILE, {
        size: Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, FILE.length >> 8, FILE.length & 255),
      }),
      tarEntry('name', FILE, { prefix: 'prefix/of' }),
      TAR_END,
    ]);
    expect(await read(bytes)).toEqual([
      [`in > ${long}`, 2],
      [`in > ${'e/'.repeat(60)}f.json`, 2],
      [`in > ${long}2`, 2],
      ['in > prefix/of/name', 2],
      ['in > v7', 2],
      ['in > binary-size', 2],
      ['in > prefix/of/name (2)', 2],
    ]);
  });

  test('of links, folders and devices has no files, and sparse ones are named', async () => {
    const bytes = concat([
      tarEntry('folder/', '', { type: '5', size: '00000001000\0' }),
      tarEntry('old-folder/', '', { type: '\0', magic: '' }),
      tarEntry('link', '', { type: '2', link: 'a' }),
      tarEntry('hard', '', { type: '1', link: 'a', size: '00000001000\0' }),
      ...['3', '4', '6'].map((type) => tarEntry('device', '', { type })),
      tarEntry('sparse', 'x', { type: 'S' }),
      paxHeader({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'named' }),
      tarEntry('GNUSparseFile.0/x', 'x'),
      tarEntry('volume', 'some data', { type: 'V' }),
      tarEntry('a', FILE),
      TAR_END,
    ]);
    expect(await read(bytes)).toEqual([
      ['in > sparse', 'unsupported'],
      ['in > named', 'unsupported'],
      ['in > a', 2],
    ]);
  });

  test('that is cut anywhere is told, and what came before is kept', async () => {
    const bytes = tar({ a: FILE, b: gzip(FILE) });
    for (let length = 512; length < bytes.length - 1024; length += 97) {
      const parts = await read(bytes.subarray(0, length));
      expect([length, parts[parts.length - 1]]).toEqual([length, ['in', 'cut-off']]);
      if (length > 1024 + FILE.length) expect(parts[0]).toEqual(['in > a', 2]);
    }
    const packed = gzip(bytes);
    expect((await read(packed.subarray(0, packed.length - 9))).at(-1)).toEqual(['in', 'cut-off']);
  });

  test('with a damaged header goes on behind it', async () => {
    const bytes = tar({ a: FILE, b: FILE, c: FILE });
    const second = tarEntry('a', FILE).length;
    bytes.fill(0x41, second, second + 50);
    expect(await read(bytes)).toEqual([
      ['in > a', 2],
      ['in > c', 2],
      ['in', 'unreadable'],
    ]);
  });

  test('without files is empty', async () => {
    expect(await read(concat([tarEntry('folder/', '', { type: '5' }), TAR_END]))).toEqual([['in', 'empty']]);
  });

  test('says which of its members are not whole', async () => {
    const broken = gzip(FILE);
    broken[broken.length - 5] ^= 1;
    const cut = gzip(FILE).subarray(0, 100);
    const parts = await readAll(tar({ broken, cut, a: FILE, noise: gzip('x\n').fill(9, 10) }), {
      path: 'in',
    });
    expect(parts.map(({ input }) => [input.path, input.records, input.failure?.code ?? null])).toEqual([
      ['in > broken', 2, 'unreadable'],
      ['in > cut', 0, 'cut-off'],
      ['in > a', 2, null],
      ['in > noise', 0, 'unreadable'],
    ]);
    expect(parts[0].coverage).toEqual([]);
    expect(parts[2].coverage).not.toEqual([]);
  });
});

describe('a zip archive', () => {
  const files = [
    { name: 'a.json', content: FILE },
    { name: 'logs/b.gz', content: gzip(FILE), method: 0 },
  ];
  const all = [
    ['in > a.json', 2],
    ['in > logs/b.gz', 2],
  ];

  test.each([
    ['plain', zip(files)],
    ['with a comment', zip(files, { comment: 'of PK\x05\x06 the end' })],
    ['behind something else', concat([bytesOf('PK\x03\x04'), zip(files, { front: 'a program' })])],
    ['with sizes behind the data', zip(files.map((one) => ({ ...one, hasDescriptor: true })))],
    [
      'of the large form',
      zip(
        files.map((one) => ({ ...one, isLarge: true })),
        { isLarge: true },
      ),
    ],
    ['gzipped', gzip(zip(files))],
  ])('%s gives its files', async (_, bytes) => {
    for (const chunkSize of [7, 1 << 18]) expect(await read(bytes, { chunkSize })).toEqual(all);
  });

  test('names what it cannot read, and reads the rest', async () => {
    const bytes = zip([
      { name: 'secret', content: FILE, flags: 1 },
      { name: 'aes', content: FILE, method: 99 },
      { name: 'lzma', content: FILE, method: 14 },
      { name: 'folder/', content: '' },
      { name: 'link', content: 'a', mode: 0o120777 },
      { name: 'wrong', content: FILE, crc: 1 },
      { name: 'wrong-stored', content: FILE, crc: 1, method: 0 },
      ...files,
    ]);
    expect(await read(bytes)).toEqual([
      ['in > secret', 'encrypted'],
      ['in > aes', 'unsupported'],
      ['in > lzma', 'unsupported'],
      ['in > wrong', 'unreadable'],
      ['in > wrong-stored', 'unreadable'],
      ...all,
    ]);
  });

  test('that is cut has no directory, and says so', async () => {
    const bytes = zip(files);
    for (const length of [4, 100, bytes.length - 1]) {
      expect(await read(bytes.subarray(0, length))).toEqual([['in', 'cut-off']]);
    }
  });
});
