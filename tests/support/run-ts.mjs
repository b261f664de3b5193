#!/usr/bin/env node
/**
 * Runs a TypeScript module under plain Node, with the settings of vite.config.ts:
 *
 *   node tests/support/run-ts.mjs FILE.ts ARGS…
 *
 * The module exports `main(args: string[])`; its promise is awaited, and a number it gives is the exit code.
 */
import { resolve } from 'node:path';
import { createServer } from 'vite';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node tests/support/run-ts.mjs FILE.ts ARGS…');
  process.exit(2);
}

// vite's `runnerImport` is shorter, but it closes its runner before `main` could import anything lazily.
const server = await createServer({
  configFile: resolve(import.meta.dirname, '../../vite.config.ts'),
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const { main } = await server.ssrLoadModule(resolve(file));
  if (typeof main !== 'function') throw new Error(`${file} exports no function main(args)`);
  const code = await main(args);
  if (typeof code === 'number') process.exitCode = code;
} catch (error) {
  server.ssrFixStacktrace(error);
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.close();
}
