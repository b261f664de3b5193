/**
 * Finds a Chromium for the browser tests, and gets one where none is installed. In this order:
 * LAPSE_CHROMIUM; an installed Chrome or Chromium; Debian's package, when we are root on Debian; Playwright's download.
 *
 *   node tests/support/run-ts.mjs tests/support/chromium.ts      prints the path
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
/** Debian's image without fonts draws boxes, so two small families come along. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-liberation'];

const HELP = `No Chromium for the browser tests could be found or installed. Do one of these:
  - install Google Chrome or Chromium (Debian, as root: apt-get install chromium fonts-dejavu-core)
  - set LAPSE_CHROMIUM to the path of a Chrome or Chromium binary
  - run: npx playwright install chromium`;

/** Flags for every start: root needs --no-sandbox, a small /dev/shm the last one; the others keep it off the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The path of a Chromium. May install one, which takes a minute. Throws with advice when none can be had. */
export function provideChromium(): string {
  const named = process.env['LAPSE_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`LAPSE_CHROMIUM is ${named}, but there is no such file.`);
  }
  let found = findInstalled();
  for (const install of [installFromDebian, downloadWithPlaywright]) {
    if (found === null && install()) found = findInstalled();
  }
  if (found === null) throw new Error(HELP);
  return found;
}

function findInstalled(): string | null {
  return candidates().find((path) => existsSync(path) && starts(path)) ?? null;
}

function candidates(): string[] {
  const env = process.env;
  const onPath = (env['PATH'] ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  const mac = ['', env['HOME'] ?? ''].flatMap((home) => [
    `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
  ]);
  const windows = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].flatMap((dir) =>
    dir === undefined
      ? []
      : [`${dir}\\Google\\Chrome\\Application\\chrome.exe`, `${dir}\\Chromium\\Application\\chrome.exe`],
  );
  const usual = { darwin: mac, win32: windows }[process.platform as string] ?? onPath;
  return [...usual, chromium.executablePath()]; // the last: an earlier download of Playwright
}

/** A name on the PATH may be a mere advice to install something. (On Windows --version would open a window.) */
function starts(path: string): boolean {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !isDebian()) return false;
  console.error("Installing Debian's Chromium for the browser tests…");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  // A failing update need not matter: the lists may be there already.
  apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES]);
}

/** Debian itself; Ubuntu's package of that name only points to a snap. */
function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function downloadWithPlaywright(): boolean {
  console.error("Downloading Playwright's Chromium for the browser tests…");
  const cli = join(createRequire(import.meta.url).resolve('playwright/package.json'), '../cli.js');
  // Standard output is the path's alone.
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] }).status === 0;
}

export function main(): number {
  try {
    console.log(provideChromium());
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
