import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../fixtures');

export interface Fixture {
  readonly format: string;
  /** The file's name without its ending. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the user tells of the run's time; null: nothing. */
  readonly asOf: string | null;
}

/** Times of runs for files whose lines have no year, by format and name; all others are read without. */
const AS_OF: Readonly<Record<string, string>> = {
  'monitor-text/build-log': '2020-11-05T14:00:00Z',
  'monitor-text/late-2021': '2021-11-03T00:00:00Z',
  'backend-disruption/since-2023': '2025-05-06T12:00:00Z',
  'backend-disruption/late-2021': '2021-11-03T00:00:00Z',
};

/** The fixtures of a format, by name; `invalid` is a folder like any other. */
export function fixturesOf(format: string): Fixture[] {
  return readdirSync(join(FOLDER, format))
    .sort()
    .map((file): Fixture => {
      const name = file.replace(/\.[a-z0-9]+$/, '');
      const bytes = new Uint8Array(readFileSync(join(FOLDER, format, file)));
      return { format, name, bytes, asOf: AS_OF[`${format}/${name}`] ?? null };
    });
}

/** The bytes of one fixture. */
export function fixture(format: string, name: string): Fixture {
  const found = fixturesOf(format).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no fixture ${format}/${name}`);
  return found;
}

/** The folders of fixtures that are named after a format. */
export function fixtureFormats(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'invalid')
    .map((entry) => entry.name)
    .sort();
}
