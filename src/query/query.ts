import type { DurationMs, EpochMs } from '../base/time.ts';

/** What a query may cost at most: beyond these it is refused, so that evaluation is bounded by the table. */
export const MAX_QUERY_LENGTH = 2000;
export const MAX_DEPTH = 32;
export const MAX_TERMS = 64;

/** A query that was read: what it says, and the text it was read from. */
export interface Query {
  readonly text: string;
  readonly root: Expression;
  /** All its terms, in the order of the text. */
  readonly terms: readonly Term[];
}

export type Expression =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression }
  | { readonly kind: 'term'; readonly term: Term };

/** One condition on a row. `position` and `length` are its place in the query's text, in code units. */
export type Term = Condition & { readonly position: number; readonly length: number };

export type Condition =
  | { readonly kind: 'text'; readonly pattern: Pattern }
  | { readonly kind: 'key'; readonly key: string; readonly pattern: Pattern }
  | { readonly kind: 'is'; readonly what: Predicate }
  | { readonly kind: 'duration'; readonly operator: Operator; readonly span: DurationMs }
  | { readonly kind: 'code'; readonly operator: Operator; readonly code: number }
  | {
      readonly kind: 'time';
      readonly field: TimeField;
      readonly operator: Operator;
      readonly time: TimeValue;
    };

/** What a value looks like. Literals and wildcards do not know upper and lower case. */
export type Pattern =
  | { readonly kind: 'literal'; readonly text: string }
  /** The texts between the asterisks; at least two, of which the first and the last may be empty. */
  | { readonly kind: 'wildcard'; readonly parts: readonly string[] }
  | { readonly kind: 'regex'; readonly source: string; readonly ignoresCase: boolean };

/** What the report says of a disruption, in its words. */
export const VERDICT_PREDICATES = [
  'signalled',
  'unsignalled',
  'missing',
  'undeterminable',
  'not-applicable',
] as const;
export type VerdictPredicate = (typeof VERDICT_PREDICATES)[number];

export const PREDICATES = [
  'open',
  'instant',
  'display',
  'disruption',
  ...VERDICT_PREDICATES,
  'error',
  'late',
  'loopback',
] as const;
export type Predicate = (typeof PREDICATES)[number];

export const OPERATORS = ['>=', '<=', '>', '<', '='] as const;
export type Operator = (typeof OPERATORS)[number];

export const TIME_FIELDS = ['from', 'to', 'at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** A time as it was written: with a date, or a clock time of which the data tell the day. Always UTC. */
export type TimeValue =
  /** `unit` is the length of its last written part: a whole second, minute or day. */
  | { readonly kind: 'instant'; readonly at: EpochMs; readonly unit: DurationMs }
  | { readonly kind: 'clock'; readonly ofDay: DurationMs; readonly unit: DurationMs };

/** Whether an expression of this query has to be compiled, and is best evaluated off the main thread. */
export function needsWorker(query: Query): boolean {
  return query.terms.some((term) => regexOf(term) !== null);
}

/** The regular expression of a term; null for a term without. */
export function regexOf(term: Term): Extract<Pattern, { kind: 'regex' }> | null {
  const isOfText = term.kind === 'text' || term.kind === 'key';
  return isOfText && term.pattern.kind === 'regex' ? term.pattern : null;
}
