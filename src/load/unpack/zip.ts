import type { Failure } from '../../model/failure.ts';
import type { ByteSource } from '../byte-source.ts';
import { chain } from './byte-reader.ts';
import { crc32 } from './crc32.ts';
import { gunzip } from './gunzip.ts';
import type { OnDone } from './inflate.ts';
import type { Budget } from './limits.ts';
import type { Entry } from './tar.ts';
import type { OnTrouble } from './trouble.ts';
import { findZipDirectory, readZipDirectory, type ZipDirectory, type ZipRecord } from './zip-directory.ts';

const LOCAL_MARK = 0x04034b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'zstd',
  95: 'xz',
  98: 'PPMd',
};
/** What is read at once of a member. */
const CHUNK = 1 << 20;

/**
 * The files of a zip archive, by its central directory and in its order. Folders and links are left out. `onFailure` tells
 * why there are none, or no more.
 */
export async function* readZip(
  archive: ByteSource,
  budget: Budget,
  onFailure: (failure: Failure) => void,
): AsyncGenerator<Entry> {
  const source = readAhead(archive);
  const directory = await findZipDirectory(source, source.size ?? 0);
  if (!directory.ok) return onFailure(directory.failure);
  const overlapping = await findOverlaps(source, directory.value, budget.limits.maxMembers);
  let index = 0;
  const onDamage = () =>
    onFailure({ code: 'unreadable', cause: 'its directory is damaged', isDamaged: true });
  for await (const record of readZipDirectory(source, directory.value, onDamage)) {
    const failure = failureOf(record, overlapping.has(index++));
    if (record.isFile || record.isEncrypted) {
      yield {
        name: record.name,
        failure,
        modified: record.modified,
        chunks: (onTrouble, onDone) => budget.counted(readMember(source, record, onTrouble, onDone)),
      };
    }
  }
}

function failureOf({ method, isEncrypted }: ZipRecord, isOverlapping: boolean): Failure | null {
  if (isEncrypted) return { code: 'encrypted' };
  if (isOverlapping) {
    return { code: 'unreadable', cause: 'it shares its bytes with another member', isDamaged: true };
  }
  if (method === STORED || method === DEFLATED) return null;
  return { code: 'unsupported', what: `${METHODS[method] ?? `method ${method}`} in a zip archive` };
}

/**
 * The members, by number, that begin before the end of another one. Real archives have none; those made to unpack to
 * thousands of times their size do. Looks at so many members as can be read.
 */
async function findOverlaps(
  source: ByteSource,
  directory: ZipDirectory,
  maxMembers: number,
): Promise<Set<number>> {
  const spans: { index: number; from: number; to: number }[] = [];
  for await (const { at, packedSize } of readZipDirectory(source, directory, () => undefined)) {
    spans.push({ index: spans.length, from: at, to: at + LOCAL_LENGTH + packedSize });
    if (spans.length > maxMembers) break;
  }
  spans.sort((a, b) => a.from - b.from);
  const overlapping = new Set<number>();
  let end = 0;
  for (const { index, from, to } of spans) {
    if (from < end) overlapping.add(index);
    end = Math.max(end, to);
  }
  return overlapping;
}

async function* readMember(
  source: ByteSource,
  record: ZipRecord,
  onTrouble: OnTrouble,
  onDone: OnDone,
): AsyncGenerator<Uint8Array> {
  const local = await source.slice(record.at, record.at + LOCAL_LENGTH);
  const view = new DataView(local.buffer, local.byteOffset, local.length);
  if (local.length < LOCAL_LENGTH || view.getUint32(0, true) !== LOCAL_MARK) return onTrouble('damaged');
  const from = record.at + LOCAL_LENGTH + view.getUint16(26, true) + view.getUint16(28, true);
  const packed = readRange(source, from, from + record.packedSize, onTrouble);
  yield* record.method === STORED
    ? checked(packed, record.crc, onTrouble)
    : inflate(packed, record, onTrouble, onDone);
}

/** Dressed as gzip, so that its sum is checked too. */
function inflate(
  packed: AsyncIterable<Uint8Array>,
  { crc, size }: ZipRecord,
  onTrouble: OnTrouble,
  onDone: OnDone,
): AsyncIterable<Uint8Array> {
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, crc, true);
  trailer.setUint32(4, size % 2 ** 32, true);
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  return gunzip(chain([header], packed, [new Uint8Array(trailer.buffer)]), onTrouble, onDone);
}

/** The same bytes, with fewer readings: small members lie one behind the other. */
function readAhead(source: ByteSource): ByteSource {
  let bytes: Uint8Array = new Uint8Array(0);
  let at = 0;
  return {
    ...source,
    async slice(from, to) {
      if (from < at || to > at + bytes.length) {
        if (to - from > CHUNK / 4) return source.slice(from, to);
        bytes = await source.slice(from, from + CHUNK);
        at = from;
      }
      return bytes.subarray(from - at, to - at);
    },
  };
}

async function* readRange(
  source: ByteSource,
  from: number,
  to: number,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const chunk = await source.slice(at, Math.min(at + CHUNK, to));
    if (chunk.length === 0) return onTrouble('cut');
    at += chunk.length;
    yield chunk;
  }
}

async function* checked(
  chunks: AsyncIterable<Uint8Array>,
  crc: number,
  onTrouble: OnTrouble,
): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== crc) onTrouble('checksum');
}
