import {
  andBits,
  andNotBits,
  fullBitset,
  isEmptyBitset,
  makeBitset,
  notBits,
  orBits,
  type Bitset,
} from '../base/bitset.ts';
import { evaluateTerm } from './evaluate-term.ts';
import type { Expression, Query, Term } from './query.ts';
import type { QueryTable } from './query-table.ts';
import { NO_REGEXES, type Regexes } from './regexes.ts';
import { indexOfTable, type DataRange } from './table-index.ts';
import type { VerdictRows } from './verdict-rows.ts';

export interface QueryContext {
  /** Those of the query, from `compileRegexes`; a query without any needs none. */
  readonly regexes?: Regexes;
  /** What clock times are seen from; without it, the table's first start and last end. */
  readonly range?: DataRange;
  /** Of the report that was made from the table; always the same for one table. */
  readonly verdicts?: VerdictRows;
}

/** The rows that the query keeps. Terms asked before are remembered with the table. */
export function evaluateQuery(query: Query, table: QueryTable, context: QueryContext = {}): Bitset {
  const slices = evaluateSlices(query, table, context);
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/**
 * The same in slices of about a millisecond. The first query of a table takes some more of them, also an empty one; only a regular expression on one long text may take longer. Let go of it
 * to cancel: what it has finished is kept, the rest is lost.
 */
export function* evaluateSlices(
  query: Query,
  table: QueryTable,
  context: QueryContext = {},
): Generator<void, Bitset> {
  const index = indexOfTable(table);
  yield* index.prepare();
  const { regexes = NO_REGEXES, range = index.range, verdicts = {} } = context;
  const given = { regexes, range, verdicts };
  const evaluate = function* (expression: Expression): Generator<void, Bitset> {
    switch (expression.kind) {
      case 'all':
        return fullBitset(table.length);
      case 'not':
        return notBits(yield* evaluate(expression.part));
      case 'term':
        return yield* rememberedTerm(table, expression.term, given);
      case 'or': {
        let rows = makeBitset(table.length);
        for (const part of expression.parts) rows = orBits(rows, yield* evaluate(part));
        return rows;
      }
      case 'and': {
        let rows = fullBitset(table.length);
        for (const part of cheapFirst(expression.parts)) {
          if (isEmptyBitset(rows)) return rows;
          rows =
            part.kind === 'not'
              ? andNotBits(rows, yield* evaluate(part.part))
              : andBits(rows, yield* evaluate(part));
        }
        return rows;
      }
    }
  };
  return yield* evaluate(query.root);
}

/** The parts of a conjunction; those that look at numbers alone may spare the search of texts. */
function cheapFirst(parts: readonly Expression[]): Expression[] {
  return [...parts].sort((a, b) => costOf(a) - costOf(b));
}

function costOf(expression: Expression): number {
  switch (expression.kind) {
    case 'all':
      return 0;
    case 'not':
      return costOf(expression.part);
    case 'and':
    case 'or':
      return Math.max(...expression.parts.map(costOf));
    case 'term': {
      const { kind } = expression.term;
      return kind === 'text' ? 2 : kind === 'key' ? 1 : 0;
    }
  }
}

function* rememberedTerm(
  table: QueryTable,
  { position: _position, length: _length, ...condition }: Term,
  given: Required<QueryContext>,
): Generator<void, Bitset> {
  const { range } = given;
  const { rows } = indexOfTable(table);
  const isOfDay = condition.kind === 'time' && condition.time.kind === 'clock';
  const key = JSON.stringify(isOfDay ? [condition, range.from, range.to] : condition);
  let known = rows.get(key);
  if (known === undefined) {
    known = yield* evaluateTerm(table, condition, given);
    rows.set(key, known);
  }
  return known;
}

export interface SlicePlan {
  /** A clock in milliseconds, such as `performance.now`. */
  now(): number;
  /** Resolves after others had their turn. */
  pause(): Promise<void>;
  /** Whether the answer is not wanted any more. */
  isCancelled(): boolean;
}

/** Work for this long, then a pause: half a frame. */
const SLICE_MS = 8;

/** Runs slices with pauses between them; null when cancelled. */
export async function runInSlices<T>(slices: Generator<void, T>, plan: SlicePlan): Promise<T | null> {
  for (let started = plan.now(); !plan.isCancelled();) {
    const { done, value } = slices.next();
    if (done === true) return value;
    if (plan.now() - started < SLICE_MS) continue;
    await plan.pause();
    started = plan.now();
  }
  return null;
}
