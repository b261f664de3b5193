import type { Bitset } from '../base/bitset.ts';
import type { EpochMs } from '../base/time.ts';
import { textCount, textOf, type TextId, type TextPool } from '../model/text-pool.ts';
import { locatorText } from '../model/locator-text.ts';
import { foldCase } from './fold-case.ts';
import type { QueryTable } from './query-table.ts';
import { Recent } from './recent.ts';
import type { WordHits } from './search-words.ts';
import { buildWordIndex, ROLE, type WordIndex } from './word-index.ts';

/** Which texts of a pool have something, one byte each: as a reason or message, and in an annotation's value. */
export interface TextHits {
  readonly plain: Uint8Array;
  readonly annotations: Uint8Array;
  /** How many there are in both. */
  readonly count: number;
}

/** First start and last end of the data. */
export interface DataRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Rows answered and texts searched before; two bytes a text and a bit a row each. */
const MAX_ROWS = 32;
const MAX_TEXTS = 8;

/** Rows and locators to look at between two chances to stop. */
const ROWS_A_SLICE = 1 << 16;
const LOCATORS_A_SLICE = 500;

/** What is worth knowing of a table for many queries; kept as long as the table. */
export class TableIndex {
  readonly rows = new Recent<Bitset>(MAX_ROWS);
  readonly texts = new Recent<TextHits>(MAX_TEXTS);
  readonly wordHits = new Recent<WordHits>(MAX_TEXTS);
  /** Bits of ROLE by text. */
  readonly roles: Uint8Array;
  /** The distinct reasons. */
  readonly reasons = new Map<TextId, string>();
  /** Each locator in the form that text is looked for in. */
  readonly locatorWords: string[] = [];
  /** The same in lower case. */
  readonly foldedLocators: string[] = [];
  /** Null: there is none, or not yet. */
  words: WordIndex | null = null;
  hasAnnotations = false;
  range: DataRange = { from: 0, to: 0 };
  readonly #table: QueryTable;
  #isReady = false;

  constructor(table: QueryTable) {
    this.#table = table;
    this.roles = new Uint8Array(textCount(table.texts));
  }

  /** Reads the table, once; before it nothing of the above holds. O(rows). */
  *prepare(): Generator<void, void> {
    if (this.#isReady) return;
    const { length, start, end, reason, message, annotations, texts, locators } = this.#table;
    let to = -Infinity;
    for (let row = 0; row < length; row++) {
      this.roles[reason[row]] |= ROLE.plain;
      this.roles[message[row]] |= ROLE.plain;
      this.roles[annotations[row]] |= ROLE.annotations;
      if (annotations[row] !== 0) this.hasAnnotations = true;
      if (row === 0 || reason[row] !== reason[row - 1]) this.#addReason(texts, reason[row]);
      if (end[row] > to) to = end[row];
      if (row % ROWS_A_SLICE === 0) yield;
    }
    if (length > 0) this.range = { from: start[0], to };
    for (let id = this.locatorWords.length; id < locators.length; id++) {
      this.locatorWords[id] = locatorText(locators[id]);
      this.foldedLocators[id] = foldCase(this.locatorWords[id]);
      if (id % LOCATORS_A_SLICE === 0) yield;
    }
    this.#isReady = true;
  }

  /** Makes the index of words, for whoever has the time: queries do without, and are faster with it. O(bytes of texts). */
  *prepareWords(): Generator<undefined, void, undefined> {
    const preparing = this.prepare();
    while (preparing.next().done !== true) yield;
    this.words ??= yield* buildWordIndex(this.#table.texts, this.roles);
  }

  #addReason(texts: TextPool, id: TextId): void {
    if (!this.reasons.has(id)) this.reasons.set(id, textOf(texts, id));
  }
}

const indexes = new WeakMap<QueryTable, TableIndex>();

export function indexOfTable(table: QueryTable): TableIndex {
  let index = indexes.get(table);
  if (index === undefined) {
    index = new TableIndex(table);
    indexes.set(table, index);
  }
  return index;
}
