import { fullBitset, makeBitset, setBit, type Bitset } from '../base/bitset.ts';
import type { EpochMs } from '../base/time.ts';
import { FLAG, LEVELS, type Row } from '../model/interval-table.ts';
import { textCount } from '../model/text-pool.ts';
import { foldCase } from './fold-case.ts';
import { findQueryKey } from './grammar.ts';
import { locatorValues } from './locator-values.ts';
import { filterRows, mapRows, type Lookup } from './map-rows.ts';
import {
  VERDICT_PREDICATES,
  type Condition,
  type Operator,
  type Pattern,
  type Predicate,
  type TimeValue,
  type VerdictPredicate,
} from './query.ts';
import type { QueryTable } from './query-table.ts';
import type { Regexes } from './regexes.ts';
import { searchAnnotations } from './search-annotations.ts';
import { searchTexts } from './search-texts.ts';
import { indexOfTable, type DataRange } from './table-index.ts';
import { partTest, wholeTest } from './text-test.ts';
import type { VerdictRows } from './verdict-rows.ts';

/** The rows that meet one condition. */
export function* evaluateTerm(
  table: QueryTable,
  condition: Condition,
  { regexes, range, verdicts }: { regexes: Regexes; range: DataRange; verdicts: VerdictRows },
): Generator<void, Bitset> {
  switch (condition.kind) {
    case 'text':
      return yield* rowsWithText(table, condition.pattern, regexes);
    case 'key':
      return yield* mapRows(
        table.length,
        yield* lookupsOfKey(table, condition.key, condition.pattern, regexes),
      );
    case 'is':
      return isVerdict(condition.what)
        ? bitsetOf(table.length, verdicts[condition.what] ?? [])
        : yield* rowsThatAre(table, condition.what);
    case 'duration': {
      const { start, end } = table;
      const compare = comparison(condition.operator, condition.span);
      return yield* filterRows(table.length, (row) => compare(end[row] - start[row]));
    }
    case 'code':
      return makeBitset(table.length); // intervals have no answer
    case 'time': {
      const { start, end } = table;
      const at = resolveTime(condition.time, range);
      const until = at + condition.time.unit;
      if (condition.field === 'at') {
        return yield* filterRows(table.length, (row) => start[row] < until && end[row] >= at);
      }
      const column = condition.field === 'from' ? start : end;
      if (condition.operator === '=') {
        return yield* filterRows(table.length, (row) => column[row] >= at && column[row] < until);
      }
      const compare = comparison(condition.operator, at);
      return yield* filterRows(table.length, (row) => compare(column[row]));
    }
  }
}

/** A clock time is the first such time at or after the data's start; where the data end before, it is of that day. */
export function resolveTime(time: TimeValue, { from, to }: DataRange): EpochMs {
  if (time.kind === 'instant') return time.at;
  const day = 86_400_000;
  const at = Math.floor(from / day) * day + time.ofDay;
  return at < from && at + day <= to ? at + day : at;
}

const VALUES_A_SLICE = 500;

/** Times are sums of binary fractions: less than a microsecond is no difference. */
const TOLERANCE = 0.0005;

/** Whether a number stands so to the wanted one; less than a microsecond is no difference. */
export function comparison(operator: Operator, wanted: number): (value: number) => boolean {
  switch (operator) {
    case '>':
      return (value) => value > wanted + TOLERANCE;
    case '>=':
      return (value) => value >= wanted - TOLERANCE;
    case '<':
      return (value) => value < wanted - TOLERANCE;
    case '<=':
      return (value) => value <= wanted + TOLERANCE;
    case '=':
      return (value) => Math.abs(value - wanted) <= TOLERANCE;
  }
}

function* rowsWithText(table: QueryTable, pattern: Pattern, regexes: Regexes): Generator<void, Bitset> {
  if (pattern.kind === 'literal' && pattern.text === '') return fullBitset(table.length);
  const test = partTest(pattern, regexes);
  const texts = yield* searchTexts(table, pattern, regexes);
  const { locatorWords, foldedLocators } = indexOfTable(table);
  const wanted = pattern.kind === 'literal' ? foldCase(pattern.text) : null;
  const locators = yield* wanted === null
    ? slicedHits(locatorWords, test)
    : slicedHits(foldedLocators, (words) => words.includes(wanted));
  return yield* mapRows(table.length, [
    { column: table.level, hits: hitsOf(LEVELS, test) },
    { column: table.source, hits: hitsOf(table.sources, test) },
    { column: table.locator, hits: locators },
    { column: table.reason, hits: texts.plain },
    { column: table.message, hits: texts.plain },
    { column: table.annotations, hits: texts.annotations },
  ]);
}

function* lookupsOfKey(
  table: QueryTable,
  key: string,
  pattern: Pattern,
  regexes: Regexes,
): Generator<void, Lookup[]> {
  const test = wholeTest(pattern, regexes);
  switch (findQueryKey(key)?.home) {
    case 'source':
      return [{ column: table.source, hits: hitsOf(table.sources, test) }];
    case 'level':
      return [{ column: table.level, hits: hitsOf(LEVELS, test) }];
    case 'file':
      return [
        { column: table.file, hits: hitsOf(table.files, (path) => test(path) || test(baseName(path))) },
      ];
    case 'type':
      return [
        {
          column: table.locator,
          hits: hitsOf(
            table.locators.map(({ type }) => type),
            test,
          ),
        },
      ];
    case 'reason': {
      const hits = new Uint8Array(textCount(table.texts));
      for (const [id, text] of indexOfTable(table).reasons) hits[id] = test(text) ? 1 : 0;
      return [{ column: table.reason, hits }];
    }
    case 'message': {
      // Every message has the empty text as a part; who asks for it wants the messages that are empty.
      const isEmpty = pattern.kind === 'literal' && pattern.text === '';
      if (!isEmpty)
        return [{ column: table.message, hits: (yield* searchTexts(table, pattern, regexes)).plain }];
      const hits = new Uint8Array(textCount(table.texts));
      hits[0] = 1;
      return [{ column: table.message, hits }];
    }
    case 'locator':
    case 'request':
    case undefined: {
      const locators = yield* slicedHits(table.locators, (locator) => locatorValues(locator, key).some(test));
      const annotations = yield* searchAnnotations(table, key, pattern, regexes);
      return [
        { column: table.locator, hits: locators },
        { column: table.annotations, hits: annotations },
      ];
    }
  }
}

function isVerdict(what: Predicate): what is VerdictPredicate {
  return (VERDICT_PREDICATES as readonly Predicate[]).includes(what);
}

function bitsetOf(length: number, rows: readonly Row[]): Bitset {
  const bits = makeBitset(length);
  for (const row of rows) setBit(bits, row);
  return bits;
}

function* rowsThatAre(
  table: QueryTable,
  what: Exclude<Predicate, VerdictPredicate>,
): Generator<void, Bitset> {
  const { flags, start, end, length } = table;
  const open = FLAG.openStart | FLAG.openEnd;
  switch (what) {
    case 'open':
      return yield* filterRows(length, (row) => (flags[row] & open) !== 0);
    case 'instant':
      return yield* filterRows(length, (row) => start[row] === end[row] && (flags[row] & open) === 0);
    case 'display':
      return yield* filterRows(length, (row) => (flags[row] & FLAG.display) !== 0);
    case 'late':
    case 'loopback':
      return makeBitset(length);
    case 'error':
      return yield* mapRows(length, [
        { column: table.level, hits: hitsOf(LEVELS, (level) => level === 'Error') },
      ]);
    case 'disruption':
      return yield* mapRows(length, [
        { column: table.source, hits: hitsOf(table.sources, (source) => source.startsWith('Disruption')) },
        { column: table.locator, hits: hitsOf(table.locators, ({ type }) => type === 'Disruption') },
      ]);
  }
}

/** For the many locators. */
function* slicedHits<T>(values: readonly T[], test: (value: T) => boolean): Generator<void, Uint8Array> {
  const hits = new Uint8Array(values.length);
  for (let id = 0; id < hits.length; id++) {
    if (test(values[id])) hits[id] = 1;
    if (id % VALUES_A_SLICE === 0) yield;
  }
  return hits;
}

function hitsOf<T>(values: readonly T[], test: (value: T) => boolean): Uint8Array {
  return Uint8Array.from(values, (value) => (test(value) ? 1 : 0));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
