#!/usr/bin/env node
/**
 * Serves the built page on this machine only; builds it first when it is missing or older than its sources.
 *
 *   node tests/support/serve.mjs [--port N] [--base /some/prefix/] [--open]
 *
 * Without --port it takes 4177, or any free port when that is in use. Nothing outside of --base is answered, which
 * proves that the page's addresses are relative. --open asks the system for a browser and goes on when there is none.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
/** LAPSE_DIST: another folder, so that two people can build the same tree at once. */
const DIST = resolve(process.env.LAPSE_DIST ?? join(ROOT, 'dist'));
const USUAL_PORT = 4177;
/** Everything the build depends on. */
const SOURCES = [
  'src',
  'static',
  'tests/support/generate',
  'tests/support/samples-plugin.ts',
  'vite.config.ts',
  'package.json',
];
const MIME_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const { values } = parseArgs({
  options: { port: { type: 'string' }, base: { type: 'string', default: '/' }, open: { type: 'boolean' } },
});
const base = `/${values.base}/`.replace(/\/+/g, '/');

if (isStale()) build();
const server = createServer(answer);
const port = await listen(values.port === undefined ? null : Number(values.port));
const url = `http://127.0.0.1:${port}${base}`;
console.log(`Lapse is at ${url}\nStop with Ctrl+C.`);
if (values.open && !process.env.CI) openBrowser(url);

/** The time of the last change at or under a path; a folder's own time tells of removed files. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isStale() {
  const page = join(DIST, 'index.html');
  if (!existsSync(page)) return true;
  const builtAt = statSync(page).mtimeMs;
  return SOURCES.some((source) => newest(join(ROOT, source)) > builtAt);
}

/** The page alone: the command is not served, and a fault in it should keep nobody from looking at the page. */
function build() {
  console.log('Building the page…');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--outDir', DIST, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** Resolves to the port; falls back to a free one only when the caller did not ask for a certain one. */
function listen(wanted) {
  return new Promise((done) => {
    server.once('error', (error) => {
      if (wanted !== null || error.code !== 'EADDRINUSE') {
        console.error(`Cannot listen on port ${wanted ?? USUAL_PORT}: ${error.message}`);
        process.exit(1);
      }
      server.listen(0, '127.0.0.1');
    });
    server.once('listening', () => done(server.address().port));
    server.listen(wanted ?? USUAL_PORT, '127.0.0.1');
  });
}

function answer(request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const path = request.url.split('?')[0];
  if (`${path}/` === base) return response.writeHead(302, { Location: base }).end();
  const file = fileOf(path);
  if (file === null) return refuse(response, 404);
  response.writeHead(200, {
    'Content-Type': MIME_TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': statSync(file).size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** The file that a request path names, or null when there is none inside dist. */
function fileOf(path) {
  if (!path.startsWith(base)) return null;
  let name;
  try {
    name = decodeURIComponent(path.slice(base.length));
  } catch {
    return null;
  }
  if (name.includes('\0')) return null;
  const file = resolve(DIST, `./${name.endsWith('/') || name === '' ? `${name}index.html` : name}`);
  if (!file.startsWith(DIST + sep)) return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

function refuse(response, status) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}

function openBrowser(address) {
  const opener = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  const child = spawn(opener[0], [...opener.slice(1), address], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // no browser here: the address has been printed
  child.unref();
}
