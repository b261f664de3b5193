import type { Bitset } from '../base/bitset.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import type { QueryError } from '../query/query-error.ts';
import type { QueryTable } from '../query/query-table.ts';
import type { VerdictRows } from '../query/verdict-rows.ts';

export type QueryAnswer =
  | { readonly kind: 'rows'; readonly rows: Bitset }
  | { readonly kind: 'error'; readonly error: QueryError }
  /** A later query took its place. */
  | { readonly kind: 'stale' }
  /** It took too long, or its worker died. */
  | { readonly kind: 'ended' };

/** What is asked: a table, and what the report that was made from it says of its rows. */
export interface QuerySubject {
  readonly table: IntervalTable;
  readonly verdicts: VerdictRows;
}

/** Evaluates queries off the page's thread: those with regular expressions. */
export interface QueryClient {
  query(subject: QuerySubject, text: string): Promise<QueryAnswer>;
}

export interface QueryApi {
  /** The table that the queries to come are about. */
  take(table: QueryTable, verdicts: VerdictRows): void;
  /** Gives 'stale' as soon as a query with another number has come. */
  query(seq: number, text: string): Promise<QueryAnswer>;
}
