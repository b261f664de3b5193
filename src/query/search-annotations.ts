import { textCount, type TextId } from '../model/text-pool.ts';
import { AnnotationWalk } from './annotation-bytes.ts';
import { makeNeedle, searchPool } from './byte-search.ts';
import { foldCase } from './fold-case.ts';
import type { Pattern } from './query.ts';
import type { QueryTable } from './query-table.ts';
import type { Regexes } from './regexes.ts';
import { indexOfTable } from './table-index.ts';
import { wholeTest } from './text-test.ts';
import { MAX_VALUE, ROLE, type Postings } from './word-index.ts';

/** Names that JSON writes as they are. */
const PLAIN_NAME = /^[a-z0-9_.-]+$/;
const PLAIN_VALUE = /^[ !#-[\]-~]*$/;
const BACKSLASH = 92;
const TEXTS_A_SLICE = 1000;
const HITS_A_SLICE = 1 << 16;

/**
 * The distinct annotation texts in which the annotation `name` (in lower case) has a value like the pattern. A byte for
 * each text of the pool.
 */
export function* searchAnnotations(
  table: QueryTable,
  name: string,
  pattern: Pattern,
  regexes: Regexes,
): Generator<void, Uint8Array> {
  const index = indexOfTable(table);
  const hits = new Uint8Array(textCount(table.texts));
  if (!index.hasAnnotations || index.words?.names.has(name) === false) return hits;
  const test = wholeTest(pattern, regexes);
  const walk = new AnnotationWalk();
  const { bytes, offsets } = table.texts;
  const needle = PLAIN_NAME.test(name) ? makeNeedle(name) : null;
  const isNamed = () => (needle === null ? foldCase(walk.name()) === name : walk.nameIs(needle));
  const look = (id: TextId) => {
    if ((index.roles[id] & ROLE.annotations) === 0) return;
    walk.start(bytes, offsets[id], offsets[id + 1]);
    while (hits[id] === 0 && walk.next()) hits[id] = isNamed() && test(walk.value()) ? 1 : 0;
  };
  if (needle !== null && index.words !== null && isOneWord(pattern)) {
    yield* hitWord(index.words.values, `${name}:${pattern.text}`, hits);
    for (const id of index.words.odd) look(id);
    return hits;
  }
  if (needle !== null) {
    const { text, isWhole } = formOf(name, pattern);
    yield* searchPool(table.texts, makeNeedle(text), (id, at) => {
      // A quotation mark within a value has a backslash before it.
      const isSure = isWhole && bytes[at - 1] !== BACKSLASH && (index.roles[id] & ROLE.annotations) !== 0;
      if (isSure) hits[id] = 1;
      else look(id);
    });
    return hits;
  }
  for (let id = 0; id < hits.length; id++) {
    look(id);
    if (id % TEXTS_A_SLICE === 0) yield;
  }
  return hits;
}

/** Whether the index of words has all annotations with this value. */
function isOneWord(pattern: Pattern): pattern is Extract<Pattern, { kind: 'literal' }> {
  return pattern.kind === 'literal' && /^[a-z0-9]+$/i.test(pattern.text) && pattern.text.length <= MAX_VALUE;
}

/** Hits the texts that have the whole word. */
function* hitWord(
  { pool, first, end, texts }: Postings,
  word: string,
  hits: Uint8Array,
): Generator<void, void> {
  const found: TextId[] = [];
  yield* searchPool(pool, makeNeedle(word), (id) => {
    if (pool.offsets[id + 1] - pool.offsets[id] === word.length) found.push(id);
  });
  for (const id of found) {
    for (let at = first[id]; at < end[id]; at++) {
      hits[texts[at]] = 1;
      if (at % HITS_A_SLICE === 0) yield;
    }
  }
}

/** What stands in the JSON of all annotations that are wanted: the name, and as much of the value as is known. */
function formOf(name: string, pattern: Pattern): { text: string; isWhole: boolean } {
  const isWhole = pattern.kind === 'literal' && PLAIN_VALUE.test(pattern.text);
  if (isWhole) return { text: `"${name}":"${pattern.text}"`, isWhole };
  const start = pattern.kind === 'wildcard' && PLAIN_VALUE.test(pattern.parts[0]) ? pattern.parts[0] : '';
  return { text: `"${name}":"${start}`, isWhole };
}
