import { textCount, TextPoolBuilder, textOf, type TextId, type TextPool } from '../model/text-pool.ts';
import { AnnotationWalk } from './annotation-bytes.ts';
import { foldCase } from './fold-case.ts';

/** What a text is used as; one may be both. */
export const ROLE = { plain: 1, annotations: 2 } as const;

/**
 * Which texts have each word. Words are runs of letters and digits; texts of logs are many and made of few words, so that
 * to look through these costs a tenth. About half as large as the texts.
 */
export interface WordIndex extends Postings {
  /** Of all texts, also those without words. */
  readonly textCount: number;
  /** Texts with no words here that may have any: those with escapes, and those used both ways. */
  readonly odd: readonly TextId[];
  /** Of annotations, in lower case. */
  readonly names: ReadonlySet<string>;
  /** `name:value` of the annotations, of texts that are not odd, whose value is one word of at most `MAX_VALUE` bytes. */
  readonly values: Postings;
}

/** Which texts have each of a pool's words: all of a text, or of its annotations' values. */
export interface Postings {
  /** Each once, in lower case as far as it is ASCII. */
  readonly pool: TextPool;
  /** Word `i` is in the texts from `first[i]` to before `end[i]`, ascending. */
  readonly first: Uint32Array;
  readonly end: Uint32Array;
  readonly texts: Uint32Array;
}

/** Longer values hardly ever repeat. */
export const MAX_VALUE = 32;

/** More than this is searched without an index. */
const MAX_BYTES = 1 << 28;
const BYTES_A_SLICE = 1 << 15;
const TEXTS_A_SLICE = 1 << 9;
const COLON = 58;

/** Letters and digits, in lower case; 0: between words. Bytes beyond ASCII are letters. */
const LETTER = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 128) return byte;
  const letter = String.fromCharCode(byte).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/** The words of an ASCII text in lower case. */
export function wordsOf(text: string): string[] {
  return text.match(/[a-z0-9]+/g) ?? [];
}

/** Makes the index in slices of about a millisecond; null where there are too many texts. `roles`: bits of ROLE by text. */
export function* buildWordIndex(
  texts: TextPool,
  roles: Uint8Array,
): Generator<undefined, WordIndex | null, undefined> {
  if (texts.bytes.length > MAX_BYTES) return null;
  const builder = new WordIndexBuilder(texts);
  let due = BYTES_A_SLICE;
  for (let id = 0; id < roles.length; id++) {
    builder.add(id, roles[id]);
    if (texts.offsets[id + 1] < due) continue;
    due = texts.offsets[id + 1] + BYTES_A_SLICE;
    yield;
  }
  return yield* builder.finish();
}

class WordIndexBuilder {
  readonly #texts: TextPool;
  readonly #names = new TextPoolBuilder();
  readonly #words: PostingsBuilder;
  readonly #values: PostingsBuilder;
  #word = new Uint8Array(256);
  readonly #odd: TextId[] = [];
  readonly #walk = new AnnotationWalk();

  constructor(texts: TextPool) {
    this.#texts = texts;
    this.#words = new PostingsBuilder(textCount(texts), 1024 + (texts.bytes.length >>> 3));
    this.#values = new PostingsBuilder(textCount(texts), 1024);
  }

  add(id: TextId, role: number): void {
    const { bytes, offsets } = this.#texts;
    const isPlain = role === ROLE.plain;
    if (isPlain) this.#addWords(bytes, offsets[id], offsets[id + 1]);
    else if (role !== 0) this.#addAnnotations(id, role);
    this.#words.endText(id);
    this.#values.endText(id);
  }

  *finish(): Generator<undefined, WordIndex, undefined> {
    const names = this.#names.finish();
    const folded = Array.from({ length: textCount(names) }, (_, id) =>
      foldCase(JSON.parse(`"${textOf(names, id)}"`) as string),
    );
    yield;
    return {
      textCount: textCount(this.#texts),
      odd: this.#odd,
      names: new Set(folded),
      values: yield* this.#values.finish(),
      ...(yield* this.#words.finish()),
    };
  }

  #addAnnotations(id: TextId, role: number): void {
    const { bytes, offsets } = this.#texts;
    const walk = this.#walk;
    let isOdd = role !== ROLE.annotations;
    walk.start(bytes, offsets[id], offsets[id + 1]);
    while (walk.next()) {
      this.#names.idOfBytes(bytes, walk.nameFrom, walk.nameTo);
      isOdd ||= walk.isEscaped;
      if (isOdd) continue;
      this.#addWords(bytes, walk.valueFrom, walk.valueTo);
      this.#addValue(bytes, walk);
    }
    if (!isOdd) return;
    this.#words.dropText(id);
    this.#values.dropText(id);
    this.#odd.push(id);
  }

  #addValue(bytes: Uint8Array, { nameFrom, nameTo, valueFrom, valueTo }: AnnotationWalk): void {
    if (valueTo === valueFrom || valueTo - valueFrom > MAX_VALUE) return;
    let length = 0;
    const add = (letter: number) => {
      if (length === this.#word.length) this.#growWord();
      this.#word[length++] = letter;
    };
    for (let at = nameFrom; at < nameTo; at++) add(LETTER[bytes[at]] || bytes[at]);
    add(COLON);
    for (let at = valueFrom; at < valueTo; at++) {
      if (LETTER[bytes[at]] === 0) return;
      add(LETTER[bytes[at]]);
    }
    this.#values.push(this.#word, length);
  }

  #addWords(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      let length = 0;
      for (let letter = LETTER[bytes[at]]; letter !== 0 && at < to; letter = LETTER[bytes[++at]]) {
        if (length === this.#word.length) this.#growWord();
        this.#word[length++] = letter;
      }
      if (length > 0) this.#words.push(this.#word, length);
    }
  }

  #growWord(): void {
    const grown = new Uint8Array(this.#word.length * 2);
    grown.set(this.#word);
    this.#word = grown;
  }
}

/** Collects the words of texts, one text after the other. */
class PostingsBuilder {
  readonly #pool = new TextPoolBuilder();
  /** Text `i` has the words from `first[i]` to `first[i + 1]`. */
  readonly #first: Uint32Array;
  #words: Uint32Array<ArrayBuffer>;
  #count = 0;

  constructor(texts: number, room: number) {
    this.#first = new Uint32Array(texts + 1);
    this.#words = new Uint32Array(room);
  }

  /** Adds the word in the first `length` bytes to the present text. */
  push(word: Uint8Array, length: number): void {
    if (this.#count === this.#words.length) {
      const grown = new Uint32Array(this.#words.length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words[this.#count++] = this.#pool.idOfBytes(word, 0, length);
  }

  /** The present text has no words. */
  dropText(id: TextId): void {
    this.#count = this.#first[id];
  }

  endText(id: TextId): void {
    this.#first[id + 1] = this.#count;
  }

  /** From the words of each text to the texts of each word: a counting sort. */
  *finish(): Generator<undefined, Postings, undefined> {
    const pool = this.#pool.finish();
    const count = textCount(pool);
    const first = new Uint32Array(count + 1);
    for (let at = 0; at < this.#count; at++) {
      first[this.#words[at] + 1]++;
      if (at % BYTES_A_SLICE === 0) yield;
    }
    for (let word = 0; word < count; word++) first[word + 1] += first[word];
    const end = first.slice(0, count);
    const texts = new Uint32Array(this.#count);
    for (let id = 0; id + 1 < this.#first.length; id++) {
      for (let at = this.#first[id]; at < this.#first[id + 1]; at++) {
        const word = this.#words[at];
        // A text that has the word twice has it once.
        if (end[word] === first[word] || texts[end[word] - 1] !== id) texts[end[word]++] = id;
      }
      if (id % TEXTS_A_SLICE === 0) yield;
    }
    return { pool, first, end, texts };
  }
}
