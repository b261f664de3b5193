import { textCount, textOf, type TextId } from '../model/text-pool.ts';
import { AnnotationWalk, isInValue, someValue } from './annotation-bytes.ts';
import { areAsciiBytes, findBytes, makeNeedle, searchPool, type Needle } from './byte-search.ts';
import { blockReader } from './block-reader.ts';
import { foldCase, isAscii } from './fold-case.ts';
import type { Pattern } from './query.ts';
import type { QueryTable } from './query-table.ts';
import { regexLiterals } from './regex-literals.ts';
import { regexKey, type Regexes } from './regexes.ts';
import { searchWords } from './search-words.ts';
import { indexOfTable, type TextHits } from './table-index.ts';
import { partTest } from './text-test.ts';
import { ROLE, wordsOf, type WordIndex } from './word-index.ts';

/** Bytes of texts to decode and test between two chances to stop. */
const BYTES_A_SLICE = 1 << 16;

/** Hits in the making. */
interface Search {
  readonly table: QueryTable;
  readonly roles: Uint8Array;
  readonly plain: Uint8Array;
  readonly annotations: Uint8Array;
  readonly walk: AnnotationWalk;
  count: number;
}

/**
 * The distinct texts that a pattern is a part of: reasons and messages as they are, annotations by their values. Answers
 * are kept; a pattern that has an earlier one as a part is looked for only in what that one found.
 */
export function* searchTexts(
  table: QueryTable,
  pattern: Pattern,
  regexes: Regexes,
): Generator<void, TextHits> {
  const index = indexOfTable(table);
  const key = keyOf(pattern);
  const known = index.texts.get(key);
  if (known !== undefined) return known;
  const texts = textCount(table.texts);
  const search: Search = {
    table,
    roles: index.roles,
    plain: new Uint8Array(texts),
    annotations: new Uint8Array(texts),
    walk: new AnnotationWalk(),
    count: 0,
  };
  const wanted = pattern.kind === 'literal' ? foldCase(pattern.text) : '';
  const fromBefore = pattern.kind === 'literal' ? narrowest(table, wanted) : null;
  if (index.words !== null && isPlainAscii(wanted) && wordsOf(wanted).length > 0) {
    yield* searchIndexed(search, wanted, index.words, fromBefore);
  } else if (fromBefore !== null && wanted !== '' && isAscii(wanted)) {
    yield* searchNarrowed(search, wanted, fromBefore);
  } else if (isPlainAscii(wanted)) {
    const needle = makeNeedle(wanted);
    yield* searchPool(table.texts, needle, (id, at) => addLiteral(search, id, at, needle, wanted));
  } else {
    const among = fromBefore ?? (yield* prefilter(table, pattern, regexes));
    yield* searchDecoded(search, pattern, regexes, among);
  }
  const { plain, annotations, count } = search;
  const hits = { plain, annotations, count };
  index.texts.set(key, hits);
  return hits;
}

function keyOf(pattern: Pattern): string {
  if (pattern.kind === 'regex') return regexKey(pattern);
  if (pattern.kind === 'literal') return `=${foldCase(pattern.text)}`;
  return `*${JSON.stringify(pattern.parts.map(foldCase))}`;
}

/** ASCII that JSON writes as it is, so that it can be looked for in all texts alike. */
function isPlainAscii(text: string): boolean {
  return /^[ !#-[\]-~]+$/.test(text);
}

/** The smallest of the earlier answers that has all texts with `wanted`; null: there is none. */
function narrowest(table: QueryTable, wanted: string): TextHits | null {
  let best: TextHits | null = null;
  for (const [key, hits] of indexOfTable(table).texts.entries()) {
    const isWider = key.startsWith('=') && wanted.includes(key.slice(1));
    if (isWider && (best === null || hits.count < best.count)) best = hits;
  }
  return best;
}

function literalsOf(pattern: Pattern): readonly string[] {
  if (pattern.kind === 'regex') return regexLiterals(pattern);
  return pattern.kind === 'literal' ? [pattern.text] : pattern.parts;
}

/** Texts with the longest plain part of a pattern: all others cannot have the whole. Null: no part is long enough. */
function* prefilter(table: QueryTable, pattern: Pattern, regexes: Regexes): Generator<void, TextHits | null> {
  const runs = literalsOf(pattern).flatMap((part) => foldCase(part).match(/[ !#-[\]-~]+/g) ?? []);
  const text = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  return text.length < 2 ? null : yield* searchTexts(table, { kind: 'literal', text }, regexes);
}

/** By the words of the texts, as far as those before had a part of what is wanted. */
function* searchIndexed(
  search: Search,
  wanted: string,
  words: WordIndex,
  among: TextHits | null,
): Generator<void, void> {
  const { bytes, offsets } = search.table.texts;
  const needle = makeNeedle(wanted);
  const isOut = (id: TextId) => among !== null && (among.plain[id] | among.annotations[id]) === 0;
  yield* searchWords(words, wanted, indexOfTable(search.table).wordHits, isOut, (id, isSure) => {
    if (isSure) return add(search.roles[id] === ROLE.plain ? search.plain : search.annotations, search, id);
    const at = findBytes(bytes, offsets[id], offsets[id + 1], needle);
    if (at >= 0) addLiteral(search, id, at, needle, wanted);
  });
}

function* searchNarrowed(search: Search, wanted: string, among: TextHits): Generator<void, void> {
  const { bytes, offsets } = search.table.texts;
  const needle = makeNeedle(wanted);
  let done = 0;
  for (let id = 0; id < among.plain.length; id++) {
    if ((among.plain[id] | among.annotations[id]) === 0) continue;
    const at = findBytes(bytes, offsets[id], offsets[id + 1], needle);
    if (at >= 0 && among.plain[id] !== 0) addPlain(search, id);
    // The bytes of a value with escapes are not its text, so that nothing found says nothing.
    const isAnnotations = among.annotations[id] !== 0 && (at >= 0 || !isPlainAscii(wanted));
    if (isAnnotations && isInSomeValue(search, id, at, needle, wanted)) add(search.annotations, search, id);
    done += offsets[id + 1] - offsets[id];
    if (done > BYTES_A_SLICE) {
      done = 0;
      yield;
    }
  }
}

function* searchDecoded(
  search: Search,
  pattern: Pattern,
  regexes: Regexes,
  among: TextHits | null,
): Generator<void, void> {
  const { table, roles } = search;
  const { bytes, offsets } = table.texts;
  const test = partTest(pattern, regexes);
  // What has letters beyond ASCII is not in texts without. Regular expressions know letters that are in both.
  const isBeyondAscii =
    pattern.kind !== 'regex' && !literalsOf(pattern).every((part) => isAscii(foldCase(part)));
  // Few texts among many are decoded one by one.
  const isDense = among === null || among.count * 4 > roles.length;
  const read = isDense ? blockReader(table.texts) : (id: TextId) => textOf(table.texts, id);
  let done = 0;
  for (let id = 0; id < roles.length; id++) {
    const isPlain = among === null ? (roles[id] & ROLE.plain) !== 0 : among.plain[id] !== 0;
    const isAnnotations = among === null ? (roles[id] & ROLE.annotations) !== 0 : among.annotations[id] !== 0;
    if (!isPlain && !isAnnotations) continue;
    done += 64 + offsets[id + 1] - offsets[id];
    if (!isBeyondAscii || !areAsciiBytes(bytes, offsets[id], offsets[id + 1])) {
      const text = read(id);
      if (isPlain && test(text)) addPlain(search, id);
      if (isAnnotations && someValue(text, test)) add(search.annotations, search, id);
    }
    if (done > BYTES_A_SLICE) {
      done = 0;
      yield;
    }
  }
}

/** The bytes of the text hold the needle, first at `at`: as a text, or in a value, or in a name that does not count. */
function addLiteral(search: Search, id: TextId, at: number, needle: Needle, wanted: string): void {
  const role = search.roles[id];
  if ((role & ROLE.plain) !== 0) addPlain(search, id);
  if ((role & ROLE.annotations) !== 0 && isInSomeValue(search, id, at, needle, wanted)) {
    add(search.annotations, search, id);
  }
}

/** Looks around each place of the needle; where that does not tell, at value after value. */
function isInSomeValue(search: Search, id: TextId, first: number, needle: Needle, wanted: string): boolean {
  const { walk } = search;
  const { bytes, offsets } = search.table.texts;
  const from = offsets[id];
  const to = offsets[id + 1];
  // With a letter in front and no quotation mark in it, the needle is in one name or value.
  let isIn: boolean | null = /^[a-z0-9]/.test(wanted) && isPlainAscii(wanted) ? false : null;
  for (let at = first; isIn === false && at >= 0; at = findBytes(bytes, at + 1, to, needle)) {
    isIn = isInValue(bytes, from, at);
  }
  if (isIn !== null) return isIn;
  walk.start(bytes, from, to);
  while (walk.next()) {
    if (walk.isEscaped ? foldCase(walk.value()).includes(wanted) : walk.valueHas(needle)) return true;
  }
  return false;
}

function addPlain(search: Search, id: TextId): void {
  add(search.plain, search, id);
}

function add(hits: Uint8Array, search: Search, id: TextId): void {
  hits[id] = 1;
  search.count++;
}
