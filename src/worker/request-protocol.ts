import type { EpochMs } from '../base/time.ts';
import type { RequestDensity } from '../model/request-density.ts';
import type { QueryError } from '../query/query-error.ts';
import type { RequestGroup, RequestGrouping, RequestItem } from '../query/requests/summarise-requests.ts';

/** What the page asks about the requests of audit logs. */
export interface RequestQuestion {
  /** A query of the filter language; empty: all. */
  readonly text: string;
  /** Only those that arrived in it; null: at any time. */
  readonly window: { readonly from: EpochMs; readonly to: EpochMs } | null;
  readonly by: RequestGrouping;
  /** The page of single requests. */
  readonly offset: number;
  readonly limit: number;
}

export interface RequestSummary {
  readonly kind: 'requests';
  readonly matched: number;
  readonly groups: readonly RequestGroup[];
  /** Requests of groups that are not listed. */
  readonly others: number;
  readonly items: readonly RequestItem[];
}

/** What has no other answer. */
export type NoAnswer =
  | { readonly kind: 'error'; readonly error: QueryError }
  /** A later question took its place. */
  | { readonly kind: 'stale' };

export type RequestAnswer = RequestSummary | NoAnswer;

export type DensityAnswer =
  { readonly kind: 'density'; readonly density: readonly RequestDensity[] } | NoAnswer;

/** Asks the store. Questions and densities overtake each other apart. */
export interface RequestClient {
  requests(question: RequestQuestion): Promise<RequestAnswer>;
  requestDensity(text: string): Promise<DensityAnswer>;
  /** The requests with these audit IDs, by time: what failed samples were answered by. */
  findRequests(auditIds: readonly string[]): Promise<readonly RequestItem[]>;
}

/** The store's side of it. */
export interface RequestApi {
  requests(seq: number, question: RequestQuestion): Promise<RequestAnswer>;
  requestDensity(seq: number, text: string): Promise<DensityAnswer>;
  findRequests(auditIds: readonly string[]): readonly RequestItem[];
}
