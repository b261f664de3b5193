import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const UNIT = resolve(import.meta.dirname, '../unit');

/**
 * Ticks statements off that other files test: one test each, named after the statement, which fails when that file has no
 * test of that title any more.
 */
export function tickedElsewhere(
  statements: readonly (readonly [statement: string, file: string, title: string])[],
) {
  test.each(statements)('%s (%s: %s)', (_, file, title) => {
    const source = readFileSync(join(UNIT, file), 'utf8');
    expect(source.includes(title), `${file} has no test "${title}"`).toBe(true);
  });
}
