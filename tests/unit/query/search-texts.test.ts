import { describe, expect, it } from 'vitest';
import { forEachBit } from '../../../src/base/bitset.ts';
import type { IntervalTable } from '../../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../../src/model/interval-table-builder.ts';
import { evaluateQuery } from '../../../src/query/evaluate-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { indexOfTable } from '../../../src/query/table-index.ts';
import { keepsRow } from './reference.ts';

/** Pieces that JSON escapes, parts of such escapes, and letters of which upper and lower case are odd. */
const PIECES = ['a', 'n', 'ti', '"', '\\', '\n', '\u001f', '1f', ',', 'É', 'İ', 'i', 'K', 'k'];
const PAIRS = PIECES.flatMap((one) => PIECES.map((other) => one + other));
const NAMES = ['phase', 'ti', 'x"phase', 'Phase', 'K'];

function tableOf(texts: readonly string[], place: 'message' | 'annotations'): IntervalTable {
  const builder = new IntervalTableBuilder('a.json');
  texts.forEach((text, i) => {
    builder.add({
      from: i,
      to: i,
      precision: 1,
      level: 'Info',
      source: '',
      locator: { type: '', keys: {} },
      reason: '',
      message: place === 'message' ? text : '',
      annotations: place === 'annotations' ? { [NAMES[i % NAMES.length]]: text, zz: 'end' } : {},
      display: false,
      isPredicted: false,
      place: i + 1,
    });
  });
  return builder.finish();
}

/** Asserts that the query keeps what the slow way keeps. `isFresh`: nothing is remembered. */
function agrees(table: IntervalTable, text: string, isFresh: boolean): void {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(`${query.failure.code}: ${text}`);
  const rows: number[] = [];
  forEachBit(evaluateQuery(query.value, isFresh ? { ...table } : table), (row) => rows.push(row));
  const expected = [...table.start.keys()].filter((row) => keepsRow(table, row, query.value.root));
  expect(rows, text).toEqual(expected);
}

function makeWords(table: IntervalTable): void {
  expect([...indexOfTable(table).prepareWords()].length).toBeGreaterThan(0);
  expect(indexOfTable(table).words).not.toBeNull();
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

describe('all pairs of odd pieces are found', () => {
  it.each(['message', 'annotations'] as const)('in %s', (place) => {
    const table = tableOf(PAIRS, place);
    for (const text of [...PIECES, ...PAIRS]) agrees(table, quoted(text), true);
    // Now with what was found before.
    for (const text of [...PIECES, ...PAIRS]) agrees(table, quoted(text), false);
  });

  it.each(['message', 'annotations'] as const)('in %s by their words', (place) => {
    const table = tableOf(
      PAIRS.map((pair, i) => `${pair}-${PAIRS[(i * 7) % PAIRS.length]}`),
      place,
    );
    makeWords(table);
    for (const text of [...PIECES, ...PAIRS, ...PAIRS.map((pair) => `${pair}-`)]) {
      agrees(table, quoted(text), false);
    }
    for (const text of ['phase:a*', 'none:a', 'ti:*', 'message:ti']) agrees(table, text, false);
  });

  it('as the value of an annotation that is one word, by its name', () => {
    const long = 'a'.repeat(33);
    const values = ['Reboot', 'reboot later', 'Reboots', 'phase:reboot', 'x"', '', 'É', long];
    const table = tableOf([...PAIRS, ...values.flatMap((value) => NAMES.map(() => value))], 'annotations');
    makeWords(table);
    for (const name of ['phase', 'ti', 'k', 'zz', 'none']) {
      for (const value of [...PAIRS, ...values]) agrees(table, `${name}:${quoted(value)}`, false);
      agrees(table, `${name}:end`, false);
    }
  });

  it('as the value of an annotation', () => {
    const table = tableOf(PAIRS, 'annotations');
    for (const text of PAIRS) {
      agrees(table, `phase:${quoted(text)}`, true);
      agrees(table, `k:${quoted(text)}`, true);
    }
    for (const text of ['phase:a*', 'phase:*a', 'ti:t*', 'phase:*', 'PHASE:*é*']) agrees(table, text, true);
  });

  it('with wildcards', () => {
    const table = tableOf(PAIRS, 'message');
    for (const text of ['a*a', 'a*b', 'ti*é', 'é*ti', 'a*é', '*İ*i', 'message:t*i', 'reason:*']) {
      agrees(table, text, true);
      agrees(table, text, false);
    }
  });
});
