import type { Bitset } from '../base/bitset.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import type { QueryError } from '../query/query-error.ts';
import type { QueryTable } from '../query/query-table.ts';

export type QueryAnswer =
  | { readonly kind: 'rows'; readonly rows: Bitset }
  | { readonly kind: 'error'; readonly error: QueryError }
  /** A later query took its place. */
  | { readonly kind: 'stale' }
  /** It took too long, or its worker died. */
  | { readonly kind: 'ended' };

/** Evaluates queries off the page's thread: those with regular expressions. */
export interface QueryClient {
  query(table: IntervalTable, text: string): Promise<QueryAnswer>;
}

export interface QueryApi {
  /** The table that the queries to come are about. */
  take(table: QueryTable): void;
  /** Gives 'stale' as soon as a query with another number has come. */
  query(seq: number, text: string): Promise<QueryAnswer>;
}
