import { describe, expect, test } from 'vitest';
import { sourceOfBytes } from '../../../../src/load/byte-source.ts';
import { Budget } from '../../../../src/load/unpack/limits.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../../src/model/limits.ts';
import { MemberWalk } from '../../../../src/load/unpack/members.ts';
import { fields, tar, TAR_END, tarEntry, zip } from '../../../support/archives.ts';
import { concat } from '../../../support/bytes.ts';
import { fileOf, signal } from '../../../support/items.ts';
import { bytesOf, gzip, readAll } from '../../../support/read.ts';

const FILE = fileOf([signal('10:00:00', 'demo-master-0')]);
const MIB = 1 << 20;

/** What each part is: its path, and its records or the code of its failure. */
async function read(content: Uint8Array, limits: Partial<Limits> = {}) {
  const parts = await readAll(content, { path: 'in', limits });
  return parts.map(({ input }) => [input.path, input.failure?.code ?? input.records]);
}

/** How many bytes came out, and the most at once, when everything is read to its end. */
async function measure(content: Uint8Array, limits: Partial<Limits> = {}) {
  const budget = new Budget({ ...DEFAULT_LIMITS, ...limits });
  budget.packed = content.length;
  let most = 0;
  for await (const { bytes } of new MemberWalk(budget).members(sourceOfBytes('in', content))) {
    try {
      for await (const chunk of bytes?.chunks ?? []) most = Math.max(most, chunk.length);
    } catch {
      // the walk says why
    }
  }
  return { most, unpacked: budget.unpacked };
}

/** A list of events with very many blanks behind it: a megabyte packs to a kilobyte. */
const blanks = (size: number) => concat([bytesOf(FILE), new Uint8Array(size).fill(0x20)]);

describe('a bomb', () => {
  const limits = { maxUnpacked: 8 * MIB };
  const plain = blanks(64 * MIB);
  const large = gzip(plain);

  test.each<[string, Uint8Array, readonly string[]]>([
    ['gzipped', large, ['in']],
    ['gzipped twice', gzip(large), ['in']],
    ['in a tar archive', tar({ a: FILE, b: large, c: FILE }), ['in > a', 'in > b', 'in']],
    ['in a zip archive', zip([{ name: 'a', content: plain }]), ['in > a', 'in']],
    [
      'in nested archives',
      gzip(tar({ a: zip([{ name: 'b', content: gzip(tar({ c: large })) }]) })),
      ['in > a > b > c', 'in'],
    ],
  ])('%s ends at the limit, with its name', async (_, content, paths) => {
    const parts = await readAll(content, { path: 'in', limits });
    expect(parts.map(({ input }) => input.path)).toEqual(paths);
    const { failure } = parts[parts.length - 1].input;
    expect(failure).toMatchObject({ code: 'too-large' });
    expect(failure!.message).toContain('--max-unpacked');
    const { most, unpacked } = await measure(content, limits);
    expect(most).toBeLessThanOrEqual(MIB);
    expect(unpacked).toBeLessThanOrEqual(8 * MIB + most);
  });

  test('of a ratio that no real file has ends where small files may still', { timeout: 60_000 }, async () => {
    const many = zip(Array.from({ length: 5 }, (_, i) => ({ name: `${i}`, content: plain })));
    const { unpacked } = await measure(many);
    expect(unpacked).toBeGreaterThan(255 * MIB);
    expect(unpacked).toBeLessThan(257 * MIB);
    const raised = await measure(many, { maxRatio: 2000 });
    expect(raised.unpacked).toBe(5 * plain.length);
  });

  test('whose members share their bytes is told, and read once', async () => {
    const one = zip([{ name: 'a', content: FILE }]);
    const end = one.length - 22;
    const local = one.subarray(
      0,
      one.findIndex((_, i) => one[i] === 0x50 && one[i + 2] === 1),
    );
    const record = one.subarray(local.length, end);
    const records = concat(Array.from({ length: 1000 }, () => record));
    const tail = fields([
      [4, 0x06054b50],
      [4, 0],
      [2, 1000],
      [2, 1000],
      [4, records.length],
      [4, local.length],
      [2, 0],
    ]);
    const parts = await read(concat([local, records, tail]));
    expect(parts).toHaveLength(1000);
    expect(parts[0]).toEqual(['in > a', 1]);
    expect(parts[1]).toEqual(['in > a (2)', 'unreadable']);
    expect(parts.filter(([, what]) => what === 'unreadable')).toHaveLength(999);
  });
});

describe('archives inside of each other', () => {
  test.each<[string, (bytes: Uint8Array, level: number) => Uint8Array]>([
    ['gzip', (bytes) => gzip(bytes)],
    ['tar', (bytes) => tar({ again: bytes })],
    ['zip', (bytes) => zip([{ name: 'again', content: bytes }])],
    ['all kinds', (bytes, level) => (level % 2 === 0 ? gzip(bytes) : tar({ again: bytes }))],
  ])('end at the limit: %s', async (_, wrap) => {
    const nested = (depth: number) => {
      let bytes = bytesOf(FILE);
      for (let level = 0; level < depth; level++) bytes = wrap(bytes, level);
      return bytes;
    };
    expect(await read(nested(8))).toEqual([[expect.any(String), 1]]);
    expect(await read(nested(9))).toEqual([[expect.any(String), 'too-large']]);
    expect(await read(nested(30))).toEqual([[expect.any(String), 'too-large']]);
    expect(await read(nested(9), { maxDepth: 9 })).toEqual([[expect.any(String), 1]]);
  });
});

describe('an archive of very many members', () => {
  const entry = tarEntry('._junk', Uint8Array.of(0, 5, 0x16, 7));
  const many = concat([...Array.from({ length: 100_000 }, () => entry), tarEntry('last', FILE), TAR_END]);

  test('is read to its end, a line each', { timeout: 60_000 }, async () => {
    const parts = await read(many);
    expect(parts).toHaveLength(100_001);
    expect(parts[99_999]).toEqual(['in > ._junk (100000)', 'unsupported']);
    expect(parts[100_000]).toEqual(['in > last', 1]);
  });

  test('ends at the limit', async () => {
    const parts = await read(many, { maxMembers: 1000 });
    expect(parts).toHaveLength(1001);
    expect(parts[1000]).toEqual(['in', 'too-large']);
  });
});

test('junk is named for what it is, and costs nobody else', async () => {
  const parts = await readAll(
    tar({
      ['__proto__']: FILE,
      constructor: FILE,
      'kube-apiserver.audit_logs_listing':
        'demo-master-0 audit.log\ndemo-master-0 audit-2025-05-06T10-00-00.000.log\n',
      '._a.gz': Uint8Array.of(0, 5, 0x16, 7, 0, 2),
      '.DS_Store': concat([Uint8Array.of(0, 0, 0, 1), bytesOf('Bud1')]),
      'empty.gz': gzip(''),
      'lock.log': '',
      'tls.crt': '-----BEGIN CERTIFICATE-----\nAAAA\n',
      'pods.log.gz': gzip('error: the server could not find the requested resource\n'),
      'x.bz2': 'BZh91AY&SY',
    }),
    { path: 'in' },
  );
  expect(parts.map(({ input }) => [input.path.slice(5), input.failure?.code ?? input.records])).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
    ['kube-apiserver.audit_logs_listing', 'listing'],
    ['._a.gz', 'unsupported'],
    ['.DS_Store', 'unsupported'],
    ['empty.gz', 'empty'],
    ['lock.log', 'empty'],
    ['tls.crt', 'unknown-format'],
    ['pods.log.gz', 'unknown-format'],
    ['x.bz2', 'unsupported'],
  ]);
  expect(parts.map(({ input }) => input.failure?.ofNoUse ?? false).indexOf(true)).toBe(3);
  expect(parts[4].input.failure).toMatchObject({ ofNoUse: true });
  expect(parts[8].input.failure!.message).toContain('the error message of a command');
});
