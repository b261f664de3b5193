/**
 * Vite plugin that serves zlib as WebAssembly, from its package:
 *
 *   virtual:zlib   default: base64 text of the module
 *
 * The page's policy forbids connections, so that a module cannot be fetched. Builds of workers need it too, under
 * `worker.plugins`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = 'virtual:zlib';
const FILE = fileURLToPath(
  new URL('../../node_modules/zlib-streams/dist/zlib-streams.wasm', import.meta.url),
);

export function zlibPlugin(): Plugin {
  return {
    name: 'lapse:zlib',
    // The zero byte tells other plugins to leave the module alone.
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      return `export default ${JSON.stringify(readFileSync(FILE, 'base64'))};`;
    },
  };
}
