import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTable, FLAG, type IntervalTable, type NewInterval } from '../../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../../src/model/interval-table-builder.ts';
import { mergeTables } from '../../../src/model/merge-tables.ts';
import { textOf } from '../../../src/model/text-pool.ts';

const arbitrary: fc.Arbitrary<NewInterval> = fc.record({
  from: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 8 }),
  to: fc.integer({ min: 0, max: 40 }),
  precision: fc.constant(1),
  level: fc.constantFrom('Info', 'Warning', 'Error'),
  source: fc.constantFrom('KubeEvent', 'Disruption', ''),
  locator: fc.record({
    type: fc.constantFrom('Pod', ''),
    keys: fc.dictionary(fc.constantFrom('node', 'pod', '__proto__'), fc.constantFrom('a', 'b')),
  }),
  reason: fc.constantFrom('', 'Reboot'),
  message: fc.constantFrom('', 'hello', 'é'),
  annotations: fc.dictionary(fc.constantFrom('reason', 'count'), fc.constantFrom('1', '2')),
  display: fc.boolean(),
  isPredicted: fc.constant(false),
  place: fc.integer({ min: 1, max: 9 }),
});

function tableOf(intervals: readonly NewInterval[], file = 'f'): IntervalTable {
  const builder = new IntervalTableBuilder(file);
  for (const interval of intervals) builder.add(interval);
  return builder.finish();
}

/** All that a row says, but for its file and place. */
function rowsOf(table: IntervalTable): string[] {
  return Array.from({ length: table.length }, (_, row) =>
    JSON.stringify([
      table.start[row],
      table.end[row],
      table.level[row],
      table.flags[row],
      table.sources[table.source[row]],
      Object.entries(table.locators[table.locator[row]].keys).sort(),
      table.locators[table.locator[row]].type,
      textOf(table.texts, table.reason[row]),
      textOf(table.texts, table.message[row]),
      textOf(table.texts, table.annotations[row]),
    ]),
  ).sort();
}

describe('a table', () => {
  test('keeps its own rules, whatever comes in', () => {
    fc.assert(fc.property(fc.array(arbitrary), (intervals) => checkTable(tableOf(intervals))));
  });

  test('reaches to the edge of the data where a time was never seen', () => {
    const base: NewInterval = {
      from: 10,
      to: 20,
      precision: 1,
      level: 'Info',
      source: '',
      locator: { type: '', keys: {} },
      reason: '',
      message: '',
      annotations: {},
      display: false,
      isPredicted: false,
      place: 1,
    };
    const table = tableOf([
      base,
      { ...base, from: 12, to: null },
      { ...base, from: null, to: 15 },
      { ...base, from: 18, to: 11 },
    ]);
    expect([...table.start]).toEqual([10, 10, 12, 18]);
    expect([...table.end]).toEqual([15, 20, 20, 18]);
    expect([...table.flags]).toEqual([FLAG.openStart, 0, FLAG.openEnd, FLAG.backward]);
  });
});

describe('merging', () => {
  test('keeps each distinct row once and counts the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.array(arbitrary), { maxLength: 4 }), (files) => {
        const { table, duplicates } = mergeTables(files.map((intervals, i) => tableOf(intervals, `f${i}`)));
        checkTable(table);
        const rows = rowsOf(table);
        expect(new Set(rows).size).toBe(rows.length);
        const dropped = duplicates.reduce((sum, one) => sum + one.count, 0);
        expect(dropped + table.length).toBe(files.flat().length);
      }),
    );
  });

  test('the order of files does not change what rows say', () => {
    fc.assert(
      fc.property(fc.array(arbitrary), fc.array(arbitrary), (a, b) => {
        const one = mergeTables([tableOf(a), tableOf(b)]).table;
        const other = mergeTables([tableOf(b), tableOf(a)]).table;
        expect(rowsOf(one)).toEqual(rowsOf(other));
      }),
    );
  });

  test('a file merged with itself is itself', () => {
    fc.assert(
      fc.property(fc.array(arbitrary), (intervals) => {
        const table = tableOf(intervals);
        const merged = mergeTables([table, table]);
        expect(rowsOf(merged.table)).toEqual(rowsOf(mergeTables([table]).table));
        expect(merged.duplicates[1].count).toBe(table.length);
      }),
    );
  });
});
