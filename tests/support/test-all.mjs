#!/usr/bin/env node
/**
 * Everything that has to be green, one step after another. A failing step does not stop the rest. The last line is
 * `N passed, N failed`: the tests of Vitest and Playwright, and one for each checker.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST_REPORT = '.cache/vitest.json';
const PLAYWRIGHT_REPORT = '.cache/playwright.json';

/** Scripts of package.json that pass or fail as a whole. The builds come last: the browser tests need them. */
const CHECKS = [
  'check:types',
  'check:svelte',
  'lint',
  'format:check',
  'layers',
  'unused',
  'build:page',
  'build:cli',
];

const total = { passed: 0, failed: 0 };
const failedSteps = [];

process.chdir(ROOT);
process.env.TZ = 'UTC';
mkdirSync('.cache', { recursive: true });

for (const script of CHECKS) check(script);
runVitest();
runPlaywright();

const failures = failedSteps.length > 0 ? ` in: ${failedSteps.join(', ')}` : '';
console.log(`\n${failures === '' ? 'All steps passed.' : `Failures${failures}`}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

function check(script) {
  header(script);
  const isGood = run(script) === 0;
  count(script, isGood ? 1 : 0, isGood ? 0 : 1);
}

function runVitest() {
  header('test:unit');
  rmSync(VITEST_REPORT, { force: true });
  const status = run(`test:unit -- --reporter=default --reporter=json --outputFile.json=${VITEST_REPORT}`);
  const report = readReport(VITEST_REPORT);
  const files = report?.testResults ?? [];
  // A file that cannot be loaded has no tests to count, so it counts itself.
  const broken = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  countTests('test:unit', status, report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + broken);
}

function runPlaywright() {
  header('test:browser');
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  const chromium = findChromium();
  if (chromium === null) return count('test:browser', 0, 1);
  console.log(`Browser: ${chromium}`);
  process.env.LAPSE_CHROMIUM = chromium;
  const status = run('test:browser');
  const { stats, errors } = readReport(PLAYWRIGHT_REPORT) ?? {};
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  countTests('test:browser', status, passed, (stats?.unexpected ?? 0) + (errors?.length ?? 0));
}

/** Null when there is none; the reason has then been printed. */
function findChromium() {
  const script = join(import.meta.dirname, 'run-ts.mjs');
  const result = spawnSync(process.execPath, [script, join(import.meta.dirname, 'chromium.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** A runner that ran nothing, or failed without naming a test, counts as one failure. */
function countTests(name, status, passed, failed) {
  if (passed + failed === 0) console.log(`The step "${name}" ran no tests.`);
  const isSilentFailure = failed === 0 && (status !== 0 || passed === 0);
  count(name, passed, isSilentFailure ? 1 : failed);
}

function count(name, passed, failed) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failedSteps.push(name);
}

function header(name) {
  console.log(`\n=== ${name}`);
}

/** Runs a script of package.json; its output goes straight through. The exit code. */
function run(script) {
  return spawnSync(`npm run --silent ${script}`, { stdio: 'inherit', shell: true }).status ?? 1;
}

function readReport(path) {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // cut off by a crash: counted as a failure
  }
}
