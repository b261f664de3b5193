import { compareText } from '../base/text.ts';
import { LEVELS } from '../model/interval-table.ts';
import { textOf } from '../model/text-pool.ts';
import { findQueryKey, QUERY_KEYS } from './grammar.ts';
import { locatorValues } from './locator-values.ts';
import type { QueryTable } from './query-table.ts';
import { indexOfTable } from './table-index.ts';

/** What can be completed: names that only the data know, and the values of each key, most frequent first. */
export interface Vocabulary {
  /** Locator keys and annotations that are no keys of the language. */
  readonly names: readonly string[];
  /** By key, in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export const NO_WORDS: Vocabulary = { names: [], values: new Map() };

const MAX_NAMES = 200;
const MAX_VALUES = 500;
/** Longer values are not offered. */
const MAX_VALUE_LENGTH = 120;
/** Locators and annotation texts to look at; annotations differ in their times and hardly in their names. */
const MAX_LOCATORS = 20_000;
const MAX_ANNOTATIONS = 2000;

/** The words of a table, bounded whatever it holds. O(rows). */
export function vocabularyOf(table: QueryTable): Vocabulary {
  const work = vocabularySlices(table);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The same, yielding every few milliseconds; it makes the table's index too, so that the first query is as fast as the next. */
export function* vocabularySlices(table: QueryTable): Generator<undefined, Vocabulary, undefined> {
  const counts = new Map<string, Map<string, number>>();
  const add = (key: string, value: string, rows: number) => {
    if (value === '' || value.length > MAX_VALUE_LENGTH) return;
    const values = counts.get(key) ?? new Map<string, number>();
    if (values.size < MAX_LOCATORS) values.set(value, (values.get(value) ?? 0) + rows);
    counts.set(key, values);
  };
  countUses(table.source, table.sources.length).forEach((rows, id) => add('source', table.sources[id], rows));
  yield;
  countUses(table.level, LEVELS.length).forEach((rows, id) => rows > 0 && add('level', LEVELS[id], rows));
  yield;
  countUses(table.file, table.files.length).forEach((rows, id) => add('file', table.files[id], rows));
  yield;
  const reasons = countUses(table.reason, table.texts.offsets.length - 1);
  yield;
  const index = indexOfTable(table);
  const preparing = index.prepare();
  while (preparing.next().done !== true) yield;
  for (const [id, text] of index.reasons) add('reason', text, reasons[id]);
  yield* addLocators(table, add);
  yield;
  const names = new Set([...counts.keys(), ...annotationNames(table)]);
  yield;
  const known = new Set(QUERY_KEYS.flatMap(({ name, aliases }) => [name, ...aliases]));
  return {
    names: [...names]
      .filter((name) => !known.has(name.toLowerCase()))
      .sort(compareText)
      .slice(0, MAX_NAMES),
    values: new Map([...counts].slice(0, MAX_NAMES).map(([key, values]) => [key, mostFrequent(values)])),
  };
}

type Add = (key: string, value: string, rows: number) => void;

const LOCATOR_KEYS = QUERY_KEYS.filter(({ home }) => home === 'locator').map(({ name }) => name);

function* addLocators(table: QueryTable, add: Add): Generator<undefined, void, undefined> {
  const uses = countUses(table.locator, table.locators.length);
  yield;
  for (const [id, locator] of table.locators.slice(0, MAX_LOCATORS).entries()) {
    if (id % 500 === 499) yield;
    add('type', locator.type, uses[id]);
    const own = Object.keys(locator.keys).map((key) => findQueryKey(key)?.name ?? key.toLowerCase());
    // The name of a backend tells more than the keys do.
    const isBackend = own.includes('disruption') || own.includes('backend-disruption-name');
    const asked = isBackend ? new Set([...own, ...LOCATOR_KEYS]) : own;
    // A value has several forms; the first is the one that people know.
    for (const key of asked) add(key, locatorValues(locator, key)[0] ?? '', uses[id]);
  }
}

function annotationNames({ annotations, texts }: QueryTable): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  for (const id of annotations) {
    if (id === 0 || seen.has(id)) continue;
    if (seen.add(id).size > MAX_ANNOTATIONS) break;
    for (const name of Object.keys(JSON.parse(textOf(texts, id)) as object)) names.add(name);
  }
  return names;
}

function countUses(column: Uint8Array | Uint16Array | Uint32Array, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let row = 0; row < column.length; row++) counts[column[row]]++;
  return counts;
}

function mostFrequent(values: ReadonlyMap<string, number>): string[] {
  return [...values]
    .sort(([a, one], [b, other]) => other - one || compareText(a, b))
    .slice(0, MAX_VALUES)
    .map(([value]) => value);
}
