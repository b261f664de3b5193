import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script or style of the page by its name: `RunPage` is `assets/RunPage-….js`. */
type Part = string;

/** Gzipped bytes of what a browser fetches when the page is opened: the page, its styles and scripts, all that these import. */
export function firstLoadBytes(dist: string): number {
  return bytesOf(dist, firstFiles(dist));
}

/** The same until a run is drawn: the parts of the page for it, and the two workers that read. */
export function drawnLoadBytes(dist: string): number {
  const parts = ['RunPage', 'SidePanel', 'reader.worker', 'store.worker'].flatMap((part) =>
    filesOf(dist, part),
  );
  return bytesOf(dist, new Set([...firstFiles(dist), ...parts.flatMap((file) => withImports(dist, file))]));
}

function firstFiles(dist: string): Set<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    (match) => match[1],
  );
  return new Set(['index.html', ...named.flatMap((file) => withImports(dist, file))]);
}

function filesOf(dist: string, part: Part): string[] {
  const isOfPart = (name: string) => name.startsWith(`${part}-`) && /\.(js|css)$/.test(name);
  const files = readdirSync(join(dist, 'assets')).filter(isOfPart);
  if (files.length === 0) throw new Error(`${dist} has no ${part}`);
  return files.map((name) => `assets/${name}`);
}

/** The file and all that it imports at once; what it imports later is not meant. */
function withImports(dist: string, file: string, known = new Set<string>()): string[] {
  known.add(file);
  if (!file.endsWith('.js')) return [...known];
  const code = readFileSync(join(dist, file), 'utf8');
  for (const [, name] of code.matchAll(/(?:from|\bimport) ?["'](\.[^"']+\.js)["']/g)) {
    const next = `assets/${basename(name)}`;
    if (!known.has(next)) withImports(dist, next, known);
  }
  return [...known];
}

function bytesOf(dist: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  return bytes;
}
