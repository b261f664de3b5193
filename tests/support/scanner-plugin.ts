/**
 * Vite plugin that compiles the line scanner of audit logs (src/formats/audit/scanner, AssemblyScript) to WebAssembly:
 *
 *   virtual:audit-scanner   default: base64 text of the module
 *
 * The page's policy forbids connections, so the module cannot be fetched. What was compiled is kept in `.cache`, under a
 * name that follows from the sources. Builds of workers need the plugin too, under `worker.plugins`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = 'virtual:audit-scanner';
const SOURCES = fileURLToPath(new URL('../../src/formats/audit/scanner/', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../node_modules/assemblyscript/package.json', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/scanner/', import.meta.url));
/** As much as END in memory.ts needs. */
const PAGES = '189';
const OPTIONS = [
  ...['--outFile', 'scanner.wasm', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '--use', 'abort='],
  ...['--optimizeLevel', '3', '--converge', '--initialMemory', PAGES, '--maximumMemory', PAGES],
];

let compiled: Promise<Uint8Array> | null = null;

export function scannerPlugin(): Plugin {
  return {
    name: 'lapse:scanner',
    // Before anything runs: it takes seconds, which would count as those of whoever asks first.
    async buildStart() {
      compiled ??= compileOnce();
      await compiled;
    },
    // The zero byte tells other plugins to leave the module alone.
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const bytes = await (compiled ??= compileOnce());
      return `export default ${JSON.stringify(Buffer.from(bytes).toString('base64'))};`;
    },
  };
}

async function compileOnce(): Promise<Uint8Array> {
  const files = new Map(
    readdirSync(SOURCES)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(join(SOURCES, name), 'utf8')]),
  );
  const { version } = JSON.parse(readFileSync(COMPILER, 'utf8')) as { version: string };
  const hash = createHash('sha256').update(JSON.stringify([version, OPTIONS, [...files]]));
  const path = join(CACHE, `${hash.digest('hex').slice(0, 16)}.wasm`);
  if (existsSync(path)) return readFileSync(path);
  const bytes = await compile(files);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path); // others may be compiling the same
  return bytes;
}

async function compile(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const { main } = await import('assemblyscript/asc');
  let bytes: Uint8Array | null = null;
  let told = '';
  const { error } = await main(['scanner.ts', ...OPTIONS], {
    readFile: (name) => files.get(name) ?? null,
    writeFile: (_, contents) => void (bytes = contents as Uint8Array),
    listFiles: () => [],
    stderr: { write: (chunk) => void (told += String(chunk)) },
  });
  if (error !== null || bytes === null) throw new Error(`the scanner does not compile\n${told}`);
  return bytes;
}
