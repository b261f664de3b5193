import type { TextId } from '../model/text-pool.ts';
import { findBytes, makeNeedle, searchPool } from './byte-search.ts';
import type { Recent } from './recent.ts';
import { wordsOf, type WordIndex } from './word-index.ts';

/** The words that have a text as a part. */
export interface WordHits {
  readonly ids: readonly TextId[];
  /** In how many texts they are, all together. */
  readonly uses: number;
}

/** Texts and words that are looked at between two chances to stop. */
const TEXTS_A_SLICE = 1 << 14;
const WORDS_A_SLICE = 1 << 13;

/**
 * Calls with each text that may have `wanted`, a plain ASCII text in lower case with a letter or digit in it: those with
 * its rarest part in one of their words, in any order. `isSure`: the text has it. `isOut` leaves texts out; `before`
 * keeps what was found of parts.
 */
export function* searchWords(
  index: WordIndex,
  wanted: string,
  before: Recent<WordHits>,
  isOut: (id: TextId) => boolean,
  found: (id: TextId, isSure: boolean) => void,
): Generator<void, void> {
  const parts = wordsOf(wanted);
  const isSure = parts[0] === wanted;
  const { ids } = yield* rarestPart(index, parts, before);
  const { first, end, texts } = index;
  const isMet = new Uint8Array(index.textCount);
  let due = TEXTS_A_SLICE;
  for (const word of ids) {
    for (let at = first[word]; at < end[word]; at++) {
      const id = texts[at];
      if (isMet[id] === 0 && !isOut(id)) found(id, isSure);
      isMet[id] = 1;
      if (--due > 0) continue;
      due = TEXTS_A_SLICE;
      yield;
    }
  }
  for (const id of index.odd) if (!isOut(id)) found(id, false);
}

/** Of the part whose words are used least. */
function* rarestPart(
  index: WordIndex,
  parts: readonly string[],
  before: Recent<WordHits>,
): Generator<void, WordHits> {
  let rarest: WordHits | null = null;
  for (const part of parts) {
    const found = before.get(part) ?? (yield* wordsWith(index, part, before));
    before.set(part, found);
    if (rarest === null || found.uses < rarest.uses) rarest = found;
    if (rarest.uses === 0) break;
  }
  return rarest!;
}

function* wordsWith(index: WordIndex, part: string, before: Recent<WordHits>): Generator<void, WordHits> {
  const { bytes, offsets } = index.pool;
  const ids: TextId[] = [];
  let uses = 0;
  const add = (word: TextId) => {
    ids.push(word);
    uses += index.end[word] - index.first[word];
  };
  const needle = makeNeedle(part);
  const wider = narrowest(part, before);
  if (wider === null) yield* searchPool(index.pool, needle, add);
  for (const [at, word] of wider?.ids.entries() ?? []) {
    if (at % WORDS_A_SLICE === 0) yield;
    if (findBytes(bytes, offsets[word], offsets[word + 1], needle) >= 0) add(word);
  }
  return { ids, uses };
}

/** The shortest list of words in which all words with the part are. */
function narrowest(part: string, before: Recent<WordHits>): WordHits | null {
  let best: WordHits | null = null;
  for (const [key, found] of before.entries()) {
    if (part.includes(key) && (best === null || found.ids.length < best.ids.length)) best = found;
  }
  return best;
}
