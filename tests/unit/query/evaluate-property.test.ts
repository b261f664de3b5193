import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forEachBit } from '../../../src/base/bitset.ts';
import { LEVELS, type IntervalTable, type NewInterval } from '../../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../../src/model/interval-table-builder.ts';
import { evaluateQuery } from '../../../src/query/evaluate-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { compileRegexes, NO_REGEXES } from '../../../src/query/regexes.ts';
import { indexOfTable } from '../../../src/query/table-index.ts';
import { finishNow } from '../../../src/timeline/slices.ts';
import { keepsRow } from './reference.ts';

const START = Date.parse('2023-03-13T10:57:20Z');

/** Pieces that meet each other, and the odd corners of bytes, JSON and case. */
const piece = fc.constantFrom(
  'a', 'b', 'ab', 'B', 'time', 'Time', 'out', 'ti', ' ', '/', ':', ',', '{', '"', '\\', '\n', '\u001f', 'u001f', 'n',
  'é', 'É', 'ß', 'Σ', 'σ', 'ς', 'İ', 'i', 'K', 'k', 'ſ', 's', '漢', '🦊', 'node', 'phase', '1', '*', '-', '\u007f',
); // prettier-ignore
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const key = fc.constantFrom('node', 'pod', 'phase', 'Phase', 'x"y', 'été', '__proto__', 'constructor', 'ab');
const values = fc.dictionary(key, text, { maxKeys: 3 });

const interval: fc.Arbitrary<NewInterval> = fc.record({
  from: fc.option(
    fc.integer({ min: 0, max: 5 }).map((s) => START + s * 500),
    { freq: 8 },
  ),
  to: fc.integer({ min: 0, max: 10 }).map((s) => START + 2500 + s * 500),
  precision: fc.constant(1),
  level: fc.constantFrom(...LEVELS),
  source: fc.oneof(fc.constantFrom('Disruption', 'DisruptionLocalhost', 'KubeEvent', ''), text),
  locator: fc.record({ type: fc.constantFrom('Pod', 'Disruption', ''), keys: values }),
  reason: text,
  message: text,
  annotations: values,
  display: fc.boolean(),
  isPredicted: fc.constant(false),
  place: fc.integer({ min: 1, max: 9 }),
});

function tableOf(intervals: readonly NewInterval[]): IntervalTable {
  const builder = new IntervalTableBuilder('a.json');
  for (const each of intervals) builder.add(each);
  return builder.finish();
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
const regexes = fc.constantFrom(
  '/^a/',
  '/b$/',
  '/a.b/',
  '/a.*?b/',
  '/TIME|out/i',
  '/t+i?me/i',
  '/[a-z]+é/',
  '/k/i',
  '/s\\b|漢/',
  '/\\d/',
);
const value = fc.oneof(
  text.map(quoted),
  fc
    .array(fc.constantFrom('a', 'b', 'ti', 'é', 'Σ', '*', 'k'), { minLength: 1, maxLength: 5 })
    .map((all) => all.join('')),
  regexes,
);
const name = fc.constantFrom(
  'node',
  'pod',
  'phase',
  'été',
  'constructor',
  'ab',
  'source',
  'level',
  'reason',
  'message',
  'type',
);
const condition = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 4, arbitrary: fc.tuple(name, value).map(([each, wanted]) => `${each}:${wanted}`) },
  fc.constantFrom('is:open', 'is:instant', 'is:display', 'is:disruption', 'is:error'),
  fc.constantFrom('dur>1s', 'dur>=1500ms', 'dur<2s', 'dur<=2s', 'dur=1.5s'),
  fc
    .tuple(
      fc.constantFrom('from>', 'from<=', 'from=', 'to<', 'to>=', 'at:'),
      fc.constantFrom('21Z', '21.5Z', '23Z'),
    )
    .map(([start, second]) => `${start}2023-03-13T10:57:${second}`),
);
const query = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.tuple(tie('query'), tie('query')).map(([a, b]) => `${a} ${b}`),
    fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a} or ${b})`),
    tie('query').map((a) => `-(${a})`),
  ),
})).query;

describe('evaluation', () => {
  it('agrees with the slow way, also on what it remembers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(interval, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (intervals, queries, hasWords) => {
          const table = tableOf(intervals);
          if (hasWords) finishNow(indexOfTable(table).prepareWords());
          for (const each of queries) {
            const parsed = parseQuery(each);
            if (!parsed.ok) throw new Error(`${parsed.failure.code}: ${each}`);
            const compiled = await compileRegexes(parsed.value);
            const rows: number[] = [];
            const context = { regexes: compiled.ok ? compiled.value : NO_REGEXES };
            forEachBit(evaluateQuery(parsed.value, table, context), (row) => rows.push(row));
            const expected = [...table.start.keys()].filter((row) => keepsRow(table, row, parsed.value.root));
            expect(rows, each).toEqual(expected);
          }
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it('narrows what was found for shorter texts', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 40 }), text, (intervals, typed) => {
        const table = tableOf(intervals);
        for (let length = 1; length <= typed.length; length++) {
          // A half of a surrogate pair is no text that could be typed.
          if (/[\ud800-\udbff]$/.test(typed.slice(0, length))) continue;
          const parsed = parseQuery(quoted(typed.slice(0, length)));
          if (!parsed.ok) throw new Error(parsed.failure.code);
          const rows: number[] = [];
          forEachBit(evaluateQuery(parsed.value, table), (row) => rows.push(row));
          const expected = [...table.start.keys()].filter((row) => keepsRow(table, row, parsed.value.root));
          expect(rows).toEqual(expected);
        }
      }),
    );
  });
});
