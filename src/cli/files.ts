import { createReadStream, type Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { compareText } from '../base/text.ts';
import type { ByteSource } from '../load/byte-source.ts';

interface Search {
  readonly sources: ByteSource[];
  /** The real paths of all that was found. */
  readonly seen: Set<string>;
  /** Links found on the way: what they lead to may be found without them. */
  readonly links: string[];
}

/**
 * The files that paths stand for: files themselves, and all files below folders, in the order of their names. Links in
 * folders are followed once, to what was not found without them. What is no file is listed, and never opened.
 */
export async function findSources(paths: readonly string[]): Promise<ByteSource[]> {
  const search: Search = { sources: [], seen: new Set(), links: [] };
  for (const path of paths) await walk(path, await realpathOf(path), search);
  for (let link = search.links.shift(); link !== undefined; link = search.links.shift()) {
    const real = await realpathOf(link);
    if (!search.seen.has(real)) await walk(link, real, search);
  }
  return search.sources;
}

async function walk(path: string, real: string, search: Search): Promise<void> {
  const { sources, seen, links } = search;
  seen.add(real);
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile()) {
    sources.push(sourceOfFile(path, found)); // reading it says why it cannot be read
    return;
  }
  if (!found.isDirectory()) {
    sources.push(unreadableSource(path, 'it is no file but a pipe, socket or device'));
    return;
  }
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => error as Error);
  if (entries instanceof Error) {
    sources.push(unreadableSource(path, entries.message));
    return;
  }
  const folder = path.replace(/\/+$/, '');
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const inner = `${folder}/${entry.name}`;
    if (entry.isSymbolicLink()) links.push(inner);
    else await walk(inner, `${real}/${entry.name}`, search);
  }
}

function realpathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path); // a link that leads nowhere
}

function sourceOfFile(path: string, found: Stats | null): ByteSource {
  const size = found?.size ?? null;
  return {
    path,
    size,
    modified: found?.mtimeMs ?? null,
    chunks: (from = 0) =>
      createReadStream(path, { start: from, highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>,
    async slice(from, to) {
      const file = await open(path);
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(to, size ?? to) - from));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

/** Something that a path stands for and nobody should open; reading it says why. */
function unreadableSource(path: string, cause: string): ByteSource {
  return {
    path,
    size: null,
    modified: null,
    // eslint-disable-next-line require-yield -- it has nothing to give
    async *chunks() {
      await Promise.reject(new Error(cause));
    },
    slice: () => Promise.reject(new Error(cause)),
  };
}
