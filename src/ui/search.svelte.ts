import { bytesOfBits, countBits, fullBitset, type Bitset } from '../base/bitset.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import { countBySource } from '../query/count-by-source.ts';
import { evaluateQuery } from '../query/evaluate-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import { describeQueryError, type QueryError } from '../query/query-error.ts';
import { needsWorker } from '../query/query.ts';
import { NO_WORDS, vocabularySlices, type Vocabulary } from '../query/vocabulary.ts';
import type { RowMask } from '../view/row-mask.ts';
import type { QueryAnswer } from '../worker/query-protocol.ts';
import type { Session } from './session.svelte.ts';
import { runSlicesLater } from './slices.ts';

/** Why a query has no answer: a sentence, and its place in the text. */
export interface SearchFault {
  readonly words: string;
  readonly position: number;
  readonly length: number;
}

interface Outcome {
  /** The rows that match; null: there is no query. With a fault, or while the answer is awaited, the last good ones. */
  readonly rows: Bitset | null;
  readonly fault: SearchFault | null;
  readonly isAwaited: boolean;
}

interface WorkerAnswer {
  readonly table: IntervalTable;
  readonly text: string;
  readonly answer: QueryAnswer;
}

/** The query of the view, asked of the table: at once, or by a worker where it has regular expressions. */
export class Search {
  readonly #session: Session;
  readonly #table: () => IntervalTable;
  #answer = $state.raw<WorkerAnswer | null>(null);
  #last: { readonly table: IntervalTable; readonly rows: Bitset | null } | null = null;

  /** Must be made while a component is. */
  constructor(session: Session, table: () => IntervalTable) {
    this.#session = session;
    this.#table = table;
    $effect(() => this.#askWorker());
    $effect(() => runSlicesLater(vocabularySlices(this.#table()), (words) => (this.vocabulary = words)));
  }

  readonly #text = $derived.by(() => this.#session.view.query);
  readonly #query = $derived.by(() => parseQuery(this.#text));
  readonly #outcome = $derived.by(() => this.#evaluate());
  readonly rows = $derived.by(() => this.#outcome.rows);
  readonly fault = $derived.by(() => this.#outcome.fault);
  readonly isAwaited = $derived.by(() => this.#outcome.isAwaited);
  readonly isHighlight = $derived.by(() => this.#session.view.queryMode === 'highlight');
  /** One byte a row. */
  readonly mask: RowMask = $derived.by(() => (this.rows === null ? null : bytesOfBits(this.rows)));
  /** How many rows match; null: there is no query. */
  readonly count = $derived.by(() => (this.rows === null ? null : countBits(this.rows)));
  /** How many rows of each source match, by its index: what a choice of groups can choose from. */
  readonly bySource = $derived.by(() =>
    countBySource(this.rows ?? fullBitset(this.#table().length), this.#table()),
  );
  /** For completion; made in slices once a table is there. */
  vocabulary = $state.raw<Vocabulary>(NO_WORDS);

  #evaluate(): Outcome {
    const table = this.#table();
    const last = this.#last?.table === table ? this.#last.rows : null;
    if (!this.#query.ok) return { rows: last, fault: faultOf(this.#query.failure), isAwaited: false };
    if (this.#text.trim() === '') return this.#good(table, null);
    if (!needsWorker(this.#query.value)) return this.#good(table, evaluateQuery(this.#query.value, table));
    const given = this.#answer;
    if (given === null || given.table !== table || given.text !== this.#text) {
      return { rows: last, fault: null, isAwaited: true };
    }
    const { answer } = given;
    if (answer.kind === 'rows') return this.#good(table, answer.rows);
    const fault = answer.kind === 'error' ? faultOf(answer.error) : ENDED;
    return { rows: last, fault, isAwaited: false };
  }

  #good(table: IntervalTable, rows: Bitset | null): Outcome {
    this.#last = { table, rows };
    return { rows, fault: null, isAwaited: false };
  }

  #askWorker(): void {
    const table = this.#table();
    const text = this.#text;
    if (!this.#query.ok || !needsWorker(this.#query.value)) return;
    void this.#session.query(table, text).then((answer) => {
      if (answer.kind !== 'stale') this.#answer = { table, text, answer };
    });
  }
}

const ENDED: SearchFault = {
  words: 'This took too long and was stopped. Make it narrower.',
  position: 0,
  length: 0,
};

function faultOf(error: QueryError): SearchFault {
  return { words: describeQueryError(error), position: error.position, length: error.length };
}
