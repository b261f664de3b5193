/** What is most likely meant otherwise in a query that can be read: keys and values that occur nowhere, times of another zone. */
import { countBits } from '../base/bitset.ts';
import { nearestWord } from '../base/nearest-word.ts';
import { listWords } from '../base/text.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { foldCase } from './fold-case.ts';
import { findQueryKey, QUERY_KEYS } from './grammar.ts';
import type { Query, Term } from './query.ts';
import type { QueryTable } from './query-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Facts only; `meant` is a word of the vocabulary, null where none is near. */
export type QueryHint =
  | { readonly code: 'unknown-key'; readonly key: string; readonly meant: string | null }
  | {
      readonly code: 'no-such-value';
      readonly key: string;
      readonly value: string;
      readonly meant: string | null;
      /** All values that the key has, where they are few. */
      readonly all: readonly string[];
    };

/** More values than this are not listed. */
const MAX_LISTED = 6;

/** Hints on the keys of a query, in the order of its text. Only what the vocabulary does not know is looked for. */
export function findHints(query: Query, table: QueryTable, vocabulary: Vocabulary): QueryHint[] {
  return query.terms.flatMap((term) => {
    const hint = hintOf(term, vocabulary);
    return hint === null || hasRows(term, table) ? [] : [hint];
  });
}

/** Whether the query compares times, which are UTC whatever the page shows. */
export function comparesTimes(query: Query): boolean {
  return query.terms.some(({ kind }) => kind === 'time');
}

/** The sentence under the field. */
export function describeHint(hint: QueryHint): string {
  const meant = hint.meant === null ? '' : ` Did you mean “${hint.meant}”?`;
  if (hint.code === 'unknown-key') return `No interval has the key “${hint.key}”.${meant}`;
  const all =
    hint.meant === null && hint.all.length > 0
      ? ` There ${hint.all.length === 1 ? 'is' : 'are'} ${listWords(hint.all)}.`
      : '';
  return `No interval has the ${hint.key} “${hint.value}”.${meant}${all}`;
}

/** What the vocabulary says, which is bounded and may not know all. */
function hintOf(term: Term, vocabulary: Vocabulary): QueryHint | null {
  if (term.kind !== 'key' || term.pattern.kind === 'regex') return null;
  const { key, pattern } = term;
  const known = findQueryKey(key) !== null || vocabulary.names.some((name) => foldCase(name) === key);
  if (!known) return { code: 'unknown-key', key, meant: nearestWord(key, keysOf(vocabulary)) };
  const value = pattern.kind === 'literal' ? pattern.text : pattern.parts.join('*');
  const all = vocabulary.values.get(key) ?? [];
  const isThere = all.some((each) => foldCase(each) === foldCase(value));
  if (isThere || value === '' || key === 'message') return null;
  const meant = pattern.kind === 'literal' ? nearestWord(value, all) : null;
  return { code: 'no-such-value', key, value, meant, all: all.length <= MAX_LISTED ? all : [] };
}

function keysOf({ names }: Vocabulary): string[] {
  return [
    ...QUERY_KEYS.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...names,
    'dur',
    'from',
    'to',
    'at',
    'is',
  ];
}

function hasRows(term: Term, table: QueryTable): boolean {
  // The query itself has asked for it already, and it is remembered.
  return countBits(evaluateQuery({ text: '', root: { kind: 'term', term }, terms: [term] }, table)) > 0;
}
