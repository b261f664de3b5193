import type { EpochMs } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import type { ByteReader } from './byte-reader.ts';
import type { OnDone } from './inflate.ts';
import { BLOCK, isZeroBlock, parseTarHeader, type TarHeader } from './tar-header.ts';
import type { OnTrouble, Trouble } from './trouble.ts';

/** A file in an archive. */
export interface Entry {
  readonly name: string;
  /** Why it cannot be read; null where it can. */
  readonly failure: Failure | null;
  /** When the file was written, as the archive says; null where it does not. */
  readonly modified: EpochMs | null;
  /** Its bytes, which can be read once, until the next entry is asked for. */
  chunks(onTrouble: OnTrouble, onDone: OnDone): AsyncIterable<Uint8Array>;
}

/** Long names and the like; longer ones are no names. */
const MAX_EXTENSION = 1 << 20;

/** What stands in front of a header and changes it. */
interface Extensions {
  name: string | null;
  size: number | null;
  isSparse: boolean;
}

/**
 * The files of a tar archive, in their order. Folders, links, devices are left out. A damaged header is told, and what
 * follows is looked through for the next one; an archive that ends without its end mark is told as cut.
 */
export async function* readTar(reader: ByteReader, onTrouble: OnTrouble): AsyncGenerator<Entry> {
  let extensions: Extensions = { name: null, size: null, isSparse: false };
  let isDamaged = false;
  let isEnded = false;
  for (;;) {
    const block = await reader.read(BLOCK);
    if (block.length < BLOCK) {
      if (!isEnded || block.length > 0) onTrouble('cut');
      return;
    }
    if (isZeroBlock(block)) {
      isEnded = true; // archives may be joined; what pads them is read to its end
      continue;
    }
    const header = parseTarHeader(block);
    if (header === null) {
      if (!isDamaged) onTrouble(isEnded ? 'garbage' : 'damaged');
      isDamaged = true;
      continue;
    }
    isDamaged = isEnded = false;
    if ('xgLK'.includes(header.type)) {
      await readExtension(reader, header, extensions);
      continue;
    }
    yield* readEntry(reader, header, extensions);
    extensions = { name: null, size: null, isSparse: false };
  }
}

async function* readEntry(
  reader: ByteReader,
  header: TarHeader,
  extensions: Extensions,
): AsyncGenerator<Entry> {
  if (header.isExtended) await skipSparseMaps(reader);
  const name = (extensions.name ?? header.name).replace(/^(?:\.\/)+/, '');
  // Old archives tell folders so; a name that only begins here says nothing.
  const type = header.type === '0' && name.endsWith('/') ? '5' : header.type;
  const size = hasData(type) ? (extensions.size ?? header.size) : 0;
  const end = reader.position + Math.ceil(size / BLOCK) * BLOCK;
  const dataEnd = reader.position + size;
  const isSparse = extensions.isSparse || type === 'S';
  const failure = isSparse
    ? ({ code: 'unsupported', what: 'a sparse file in a tar archive' } as const)
    : null;
  if (isSparse || type === '0' || type === '7') {
    yield { name, failure, modified: header.modified, chunks: (tell) => take(tell) };
  }
  await reader.skip(end - reader.position);

  async function* take(tell: (trouble: Trouble) => void): AsyncGenerator<Uint8Array> {
    yield* reader.take(dataEnd - reader.position);
    if (reader.position < dataEnd) tell('cut');
  }
}

/** GNU's sparse files may have further blocks of their map behind the header; the last one says so. */
async function skipSparseMaps(reader: ByteReader): Promise<void> {
  for (let isMore = true; isMore;) isMore = (await reader.read(BLOCK))[504] === 1;
}

/** Whether the size of such an entry counts bytes that follow; links and devices may have one that means nothing. */
function hasData(type: string): boolean {
  return !'123456'.includes(type);
}

/** Reads the long name or the PAX records in front of a header. Those for all that follow tell nothing about names. */
async function readExtension(reader: ByteReader, header: TarHeader, into: Extensions): Promise<void> {
  const bytes = await reader.read(Math.min(header.size, MAX_EXTENSION));
  await reader.skip(Math.ceil(header.size / BLOCK) * BLOCK - bytes.length);
  if (header.type === 'L') into.name = new TextDecoder().decode(bytes).replace(/\0.*$/s, '');
  if (header.type !== 'x') return;
  for (const [key, value] of paxRecords(bytes)) {
    if (key === 'path') into.name ??= value;
    if (key === 'GNU.sparse.name') into.name = value;
    if (key.startsWith('GNU.sparse.')) into.isSparse = true;
    if (key === 'size' && /^\d{1,15}$/.test(value)) into.size = Number(value);
  }
}

/** Records of the form `length key=value\n`, the length being that of the whole record in bytes. */
function* paxRecords(bytes: Uint8Array): Generator<readonly [string, string]> {
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? NaN : Number(new TextDecoder().decode(bytes.subarray(at, blank)));
    if (!(length > blank - at) || !Number.isInteger(length)) return;
    const record = new TextDecoder().decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) yield [record.slice(0, equals), record.slice(equals + 1)];
    at += length;
  }
}
