import { PREDICATE_MEANINGS, QUERY_KEYS, findQueryKey } from './grammar.ts';
import { MAX_QUERY_LENGTH, PREDICATES } from './query.ts';
import type { Vocabulary } from './vocabulary.ts';

/** One way to go on: `insert` takes the place of the text from `from` to `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** What the list shows. */
  readonly label: string;
  readonly meaning: string;
  /** After a key its value is asked for; after the others the word is complete. */
  readonly kind: 'key' | 'value' | 'predicate' | 'comparison';
}

const MAX_COMPLETIONS = 20;

interface Candidate {
  readonly kind: Completion['kind'];
  readonly insert: string;
  readonly label: string;
  readonly meaning: string;
  /** What the typed letters are compared with. */
  readonly words: readonly string[];
}

const COMPARISONS: readonly Candidate[] = [
  comparison('dur>', 'lasts longer, such as dur>5s'),
  comparison('from>', 'starts after a time in UTC, such as from>10:57:20'),
  comparison('to<', 'ends before a time in UTC'),
  comparison('at:', 'touches a second, minute or day in UTC'),
];
const PREDICATE_CANDIDATES: readonly Candidate[] = PREDICATES.map((what) => ({
  kind: 'predicate',
  insert: `is:${what}`,
  label: `is:${what}`,
  meaning: PREDICATE_MEANINGS[what],
  words: [what, `is:${what}`],
}));

/**
 * What the word at the cursor may become, best first, at most 20: keys and predicates; after `key:` its values. Empty
 * in a phrase and in a regular expression.
 */
export function completeQuery(text: string, cursor: number, vocabulary: Vocabulary): Completion[] {
  if (text.length > MAX_QUERY_LENGTH) return [];
  const { from, to, isPlain } = wordAt(text, Math.max(0, Math.min(cursor, text.length)));
  const typed = text.slice(from, cursor);
  const key = /^([\p{L}_][\p{L}\p{N}_.-]*):"?/u.exec(typed);
  if (!isPlain && key === null) return [];
  if (key === null || key[1].toLowerCase() === 'is') {
    return rank(keyCandidates(vocabulary), typed).map((each) => completionOf(each, from, to));
  }
  const valueFrom = from + key[1].length + 1;
  const values = valueCandidates(findQueryKey(key[1])?.name ?? key[1].toLowerCase(), vocabulary);
  return rank(values, text.slice(from + key[0].length, cursor)).map((each) =>
    completionOf(each, valueFrom, to),
  );
}

/** The word around the cursor, without a leading dash or parenthesis. `isPlain`: it is no phrase or expression. */
function wordAt(text: string, cursor: number): { from: number; to: number; isPlain: boolean } {
  let from = 0;
  let isQuoted = false;
  let isPlain = true;
  for (let at = 0; at < cursor; at++) {
    const char = text[at];
    if (isQuoted && char === '\\') at++;
    else if (char === '"' && (isQuoted || at === from || text[at - 1] === ':')) {
      isQuoted = !isQuoted;
      if (isQuoted) isPlain = false;
    } else if (!isQuoted && (/\s/.test(char) || (at === from && (char === '(' || char === '-')))) {
      from = at + 1;
      isPlain = true;
    } else if (at === from && char === '/') isPlain = false;
  }
  const rest = (isQuoted ? /^[^"]*"?/ : /^[^\s)]*/).exec(text.slice(cursor));
  return { from, to: cursor + (rest?.[0].length ?? 0), isPlain };
}

function keyCandidates(vocabulary: Vocabulary): Candidate[] {
  const keys = QUERY_KEYS.map(({ name, aliases, meaning }) => keyCandidate(name, meaning, aliases));
  const names = vocabulary.names.map((name) => keyCandidate(name, 'locator key or annotation', []));
  return [...keys, ...PREDICATE_CANDIDATES, ...COMPARISONS, ...names];
}

function keyCandidate(name: string, meaning: string, aliases: readonly string[]): Candidate {
  return { kind: 'key', insert: `${name}:`, label: `${name}:`, meaning, words: [name, ...aliases] };
}

function comparison(start: string, meaning: string): Candidate {
  return { kind: 'comparison', insert: start, label: start, meaning, words: [start] };
}

function valueCandidates(key: string, vocabulary: Vocabulary): Candidate[] {
  return (vocabulary.values.get(key) ?? []).map((value) => ({
    kind: 'value',
    insert: asValue(value),
    label: value,
    meaning: '',
    words: [value],
  }));
}

/** A value as it has to be written: in quotation marks where it would not be read as it is. */
function asValue(value: string): string {
  const isWord = /^[^\s"*()/][^\s*()]*$/.test(value);
  return isWord ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Those that begin with what was typed, then those that have it elsewhere; within each as they came. */
function rank(candidates: readonly Candidate[], typed: string): Candidate[] {
  const wanted = typed.toLowerCase();
  const begins: Candidate[] = [];
  const has: Candidate[] = [];
  for (const candidate of candidates) {
    const words = candidate.words.map((word) => word.toLowerCase());
    if (words.some((word) => word.startsWith(wanted))) begins.push(candidate);
    else if (words.some((word) => word.includes(wanted))) has.push(candidate);
    if (begins.length === MAX_COMPLETIONS) break;
  }
  return [...begins, ...has].slice(0, MAX_COMPLETIONS);
}

function completionOf({ kind, insert, label, meaning }: Candidate, from: number, to: number): Completion {
  return { from, to, insert, label, meaning, kind };
}
