import { fullBitset } from '../../base/bitset.ts';
import type { Result } from '../../base/result.ts';
import type { IntervalTable } from '../../model/interval-table.ts';
import { countBySource } from '../../query/count-by-source.ts';
import { evaluateSlices } from '../../query/evaluate-query.ts';
import { findMissingMarks } from '../../query/missing-marks.ts';
import { parseQuery } from '../../query/parse-query.ts';
import { describeQueryError, type QueryError } from '../../query/query-error.ts';
import { needsWorker, type Query } from '../../query/query.ts';
import { indexOfTable } from '../../query/table-index.ts';
import { verdictRows } from '../../query/verdict-rows.ts';
import { NO_WORDS, vocabularySlices, type Vocabulary } from '../../query/vocabulary.ts';
import type { Assignment } from '../../timeline/assign.ts';
import type { RowMask } from '../../view/row-mask.ts';
import type { QuerySubject } from '../../worker/query-protocol.ts';
import { findSlices, foundOf, type Found } from '../found.ts';
import type { Session } from '../session.svelte.ts';
import { runSlicesIdle, runSlicesLater, runSlicesOfTable } from '../chart/slices.ts';

/** Why a query has no answer: a sentence, and its place in the text. */
export interface SearchFault {
  readonly words: string;
  readonly position: number;
  readonly length: number;
}

interface Outcome {
  /** What matches; null: there is no query. With a fault, or while the answer is awaited, the last good one. */
  readonly found: Found | null;
  readonly fault: SearchFault | null;
  readonly isAwaited: boolean;
}

/** The answer to a text, asked of a table. */
interface Answer {
  readonly table: IntervalTable;
  readonly text: string;
  readonly found: Found | null;
  readonly fault: SearchFault | null;
}

/** The query of the view, asked of the table: in slices, or by a worker where it has regular expressions. */
export class Search {
  readonly #session: Session;
  readonly #assignment: () => Pick<Assignment, 'table' | 'report' | 'disruptionOfRow'>;
  #answer = $state.raw<Answer | null>(null);
  #last: { readonly table: IntervalTable; readonly found: Found | null } | null = null;

  /** Must be made while a component is. */
  constructor(session: Session, assignment: () => Pick<Assignment, 'table' | 'report' | 'disruptionOfRow'>) {
    this.#session = session;
    this.#assignment = assignment;
    $effect(() => this.#ask(this.#subject, this.#text, this.#query));
    $effect(() => this.#learn(this.#subject.table));
  }

  readonly #subject: QuerySubject = $derived.by(() => {
    const { table, report, disruptionOfRow } = this.#assignment();
    return { table, verdicts: verdictRows(report, disruptionOfRow) };
  });
  readonly #text = $derived.by(() => this.#session.view.query);
  readonly #query = $derived.by(() => parseQuery(this.#text));
  readonly #outcome = $derived.by(() => this.#evaluate());
  readonly #found = $derived.by(() => this.#outcome.found);
  readonly rows = $derived.by(() => this.#found?.rows ?? null);
  /** Marks where a signal is missing that match, by time. */
  readonly marks = $derived.by(() => this.#found?.marks ?? []);
  readonly fault = $derived.by(() => this.#outcome.fault);
  readonly isAwaited = $derived.by(() => this.#outcome.isAwaited);
  readonly isHighlight = $derived.by(() => this.#session.view.queryMode === 'highlight');
  /** One byte a row. */
  readonly mask: RowMask = $derived.by(() => this.#found?.mask ?? null);
  /** How many rows and marks match; null: there is no query. */
  readonly count = $derived.by(() => this.#found?.count ?? null);
  /** How many rows of each source match, by its index: what a choice of groups can choose from. */
  readonly bySource = $derived.by(() =>
    countBySource(this.rows ?? fullBitset(this.#subject.table.length), this.#subject.table),
  );
  /** For completion; made in slices once a table is there. */
  vocabulary = $state.raw<Vocabulary>(NO_WORDS);

  #evaluate(): Outcome {
    const table = this.#subject.table;
    const last = this.#last?.table === table ? this.#last.found : null;
    if (!this.#query.ok) return { found: last, fault: faultOf(this.#query.failure), isAwaited: false };
    if (this.#text.trim() === '') return this.#good(table, null);
    const given = this.#answer;
    if (given === null || given.table !== table || given.text !== this.#text) {
      return { found: last, fault: null, isAwaited: true };
    }
    return given.fault === null
      ? this.#good(table, given.found)
      : { found: last, fault: given.fault, isAwaited: false };
  }

  #good(table: IntervalTable, found: Found | null): Outcome {
    this.#last = { table, found };
    return { found, fault: null, isAwaited: false };
  }

  /** The words of the table; what makes queries faster comes after, when there is nothing else to do. */
  #learn(table: IntervalTable): () => void {
    let stop = runSlicesLater(vocabularySlices(table), (words) => {
      this.vocabulary = words;
      stop = runSlicesIdle(indexOfTable(table).prepareWords());
    });
    return () => stop();
  }

  /** Gives what stops it. */
  #ask(subject: QuerySubject, text: string, query: Result<Query, QueryError>): () => void {
    if (!query.ok || text.trim() === '') return () => {};
    const { table, verdicts } = subject;
    const take = (found: Found | null, fault: SearchFault | null) => {
      this.#answer = { table, text, found, fault };
    };
    if (!needsWorker(query.value)) {
      const { report } = this.#assignment();
      const findMarks = () => findMissingMarks(query.value, report, indexOfTable(table).range);
      const work = findSlices(evaluateSlices(query.value, table, { verdicts }), findMarks);
      return runSlicesOfTable(table.length, work, (found) => take(found, null));
    }
    let isStopped = false;
    void this.#session.query(subject, text).then((answer) => {
      if (isStopped || answer.kind === 'stale') return;
      if (answer.kind === 'rows') take(foundOf(answer.rows, []), null);
      else take(null, answer.kind === 'error' ? faultOf(answer.error) : ENDED);
    });
    return () => {
      isStopped = true;
    };
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
