import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { compareText } from '../base/text.ts';
import type { ByteSource } from '../load/byte-source.ts';

/** The files that paths stand for: files themselves, and all files below folders, in the order of their names. */
export async function findSources(paths: readonly string[]): Promise<ByteSource[]> {
  const sources: ByteSource[] = [];
  for (const path of paths) await walk(path, sources);
  return sources;
}

async function walk(path: string, sources: ByteSource[]): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false, // reading it says why it cannot be read
  );
  if (!isFolder) {
    sources.push(sourceOfFile(path));
    return;
  }
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    sources.push(sourceOfFile(path)); // reading it says why
    return;
  }
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const inner = `${path.replace(/\/+$/, '')}/${entry.name}`;
    if (entry.isDirectory()) await walk(inner, sources);
    else if (entry.isFile()) sources.push(sourceOfFile(inner));
  }
}

function sourceOfFile(path: string): ByteSource {
  return {
    path,
    chunks: () => createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>,
  };
}
