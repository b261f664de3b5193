import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGzip, gzipSync } from 'node:zlib';

/** One file of a folder or an archive. */
export interface Entry {
  readonly path: string;
  /** Can be walked once. */
  readonly pieces: Iterable<string>;
  /** Null: as it is; else gzipped, in members of so many unpacked bytes. */
  readonly memberBytes: number | null;
}

/** Where bytes go; a write waits until there is room. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

const PIECE = 1 << 18;
const TAR_BLOCK = 512;

/** A file, gzipped as a whole if wanted; no path: standard output. */
export function fileSink(path: string | null, isGzipped = false): Sink {
  if (path !== null) mkdirSync(dirname(path), { recursive: true });
  const out = path === null ? process.stdout : createWriteStream(path);
  const first = isGzipped ? createGzip({ level: 6 }) : out;
  if (first !== out) first.pipe(out);
  return {
    async write(bytes) {
      if (!first.write(bytes)) await once(first, 'drain');
    },
    async end() {
      if (out === process.stdout && first === out) return;
      first.end();
      if (out !== process.stdout) await once(out, 'finish');
    },
  };
}

/** Writes each entry as a file below a folder. */
export async function writeFolder(entries: Iterable<Entry>, folder: string): Promise<void> {
  for (const entry of entries) {
    const sink = fileSink(join(folder, entry.path));
    for (const bytes of packed(entry)) await sink.write(bytes);
    await sink.end();
  }
}

/** Writes entries as a tar archive; one packed file at a time is held in memory. */
export async function writeTar(entries: Iterable<Entry>, sink: Sink): Promise<void> {
  for (const entry of entries) {
    const bytes = Buffer.concat([...packed(entry)]);
    if (Buffer.byteLength(entry.path) > 100) {
      const name = Buffer.from(`${entry.path}\0`);
      await sink.write(Buffer.concat([tarHeader('././@LongLink', name.length, 'L'), padded(name)]));
    }
    await sink.write(tarHeader(entry.path, bytes.length, '0'));
    await sink.write(padded(bytes));
  }
  await sink.write(Buffer.alloc(2 * TAR_BLOCK));
  await sink.end();
}

/** Pieces as bytes, gzipped in members if wanted. */
export function* packed({
  pieces,
  memberBytes,
}: Pick<Entry, 'pieces' | 'memberBytes'>): Generator<Uint8Array> {
  const isPlain = memberBytes === null;
  for (const part of joined(pieces, memberBytes ?? PIECE))
    yield isPlain ? part : gzipSync(part, { level: 6 });
}

/** Pieces joined to parts of at least `size` bytes. */
function* joined(pieces: Iterable<string>, size: number): Generator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let text = '';
  let length = 0;
  const flush = () => {
    const part = Buffer.from(text);
    text = '';
    length += part.length;
    parts.push(part);
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length < Math.min(size, PIECE)) continue;
    flush();
    if (length < size) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  flush();
  if (length > 0) yield Buffer.concat(parts);
}

function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((TAR_BLOCK - (bytes.length % TAR_BLOCK)) % TAR_BLOCK)]);
}

/** A ustar header; a longer name stands in an entry of its own before it, as GNU tar has it. */
function tarHeader(name: string, size: number, type: '0' | 'L'): Uint8Array {
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0, 100);
  header.write('0000644\0' + '0000000\0'.repeat(2), 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('15006331367\0', 136); // 2025-05-06
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar  \0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
