/**
 * Golden files: what the program made of an input, as text that people read in reviews. `npm run golden` writes them,
 * every other run compares.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../golden');

function isUpdate(): boolean {
  return process.env['LAPSE_GOLDEN'] === 'update';
}

/** Compares a text with `tests/golden/<path>`, or writes it there. */
export function matchGolden(path: string, text: string): void {
  const file = join(FOLDER, path);
  if (isUpdate()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  expect(existsSync(file), `tests/golden/${path} is not there: npm run golden writes it`).toBe(true);
  expect(text, `tests/golden/${path} differs: if the new text is right, npm run golden`).toBe(
    readFileSync(file, 'utf8'),
  );
}

/** Fails for golden files in a folder that none of the names stands for any more, or removes them. */
export function noStrayGolden(folder: string, names: readonly string[]): void {
  const path = join(FOLDER, folder);
  const strays = existsSync(path) ? readdirSync(path).filter((name) => !names.includes(name)) : [];
  if (isUpdate()) for (const name of strays) rmSync(join(path, name), { recursive: true });
  else expect(strays, `files in tests/golden/${folder} that no fixture makes`).toEqual([]);
}
