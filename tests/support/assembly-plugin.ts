/**
 * Vite plugin that compiles what is written in AssemblyScript to WebAssembly; each is a module with base64 text as its
 * default export:
 *
 *   virtual:audit-scanner   src/formats/audit/scanner
 *   virtual:inflater        src/load/unpack/inflater
 *
 * The page's policy forbids connections, so that modules cannot be fetched. What was compiled is kept in `.cache`, under a
 * name that follows from the sources. Builds of workers need the plugin too, under `worker.plugins`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Source {
  readonly folder: string;
  readonly entry: string;
  /** Of 64 KiB: as much as END in its memory.ts needs. */
  readonly pages: number;
}

const SOURCES: Readonly<Record<string, Source>> = {
  'virtual:audit-scanner': { folder: 'src/formats/audit/scanner', entry: 'scanner.ts', pages: 189 },
  'virtual:inflater': { folder: 'src/load/unpack/inflater', entry: 'inflater.ts', pages: 22 },
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/assemblyscript/package.json');
const CACHE = join(ROOT, '.cache/assembly');
const OPTIONS = [
  ...['--runtime', 'stub', '--enable', 'simd', '--noAssert', '--use', 'abort='],
  ...['--optimizeLevel', '3', '--converge'],
];

const compiled = new Map<string, Promise<Uint8Array>>();

export function assemblyPlugin(): Plugin {
  return {
    name: 'lapse:assembly',
    // Before anything runs: it takes seconds, which would count as those of whoever asks first.
    async buildStart() {
      for (const id of Object.keys(SOURCES)) await codeOf(id);
    },
    // The zero byte tells other plugins to leave the module alone.
    resolveId: (id) => (id in SOURCES ? `\0${id}` : null),
    async load(id) {
      const name = id.slice(1);
      if (!id.startsWith('\0') || !(name in SOURCES)) return null;
      return `export default ${JSON.stringify(Buffer.from(await codeOf(name)).toString('base64'))};`;
    },
  };
}

function codeOf(id: string): Promise<Uint8Array> {
  const known = compiled.get(id) ?? compileOnce(SOURCES[id]);
  compiled.set(id, known);
  return known;
}

async function compileOnce(source: Source): Promise<Uint8Array> {
  const folder = join(ROOT, source.folder);
  const files = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const { version } = JSON.parse(readFileSync(COMPILER, 'utf8')) as { version: string };
  const options = [...OPTIONS, '--initialMemory', `${source.pages}`, '--maximumMemory', `${source.pages}`];
  const hash = createHash('sha256').update(JSON.stringify([version, options, [...files]]));
  const path = join(CACHE, `${hash.digest('hex').slice(0, 16)}.wasm`);
  if (existsSync(path)) return readFileSync(path);
  const bytes = await compile(files, [source.entry, '--outFile', 'out.wasm', ...options]);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path); // others may be compiling the same
  return bytes;
}

async function compile(files: ReadonlyMap<string, string>, options: readonly string[]): Promise<Uint8Array> {
  const { main } = await import('assemblyscript/asc');
  let bytes: Uint8Array | null = null;
  let told = '';
  const { error } = await main([...options], {
    readFile: (name) => files.get(name) ?? null,
    writeFile: (_, contents) => void (bytes = contents as Uint8Array),
    listFiles: () => [],
    stderr: { write: (chunk) => void (told += String(chunk)) },
  });
  if (error !== null || bytes === null) throw new Error(`${options[0]} does not compile\n${told}`);
  return bytes;
}
