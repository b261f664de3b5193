import type { EpochMs } from '../base/time.ts';

/** Formats whose files are lines of text, in which a place is the number of a line. */
const LINE_FORMATS: ReadonlySet<string> = new Set([
  'apiserver-log',
  'journal',
  'kube-events-table',
  'monitor-text',
  'operator-log',
  'termination-log',
]);

export function isLineFormat(format: string | null | undefined): boolean {
  return LINE_FORMATS.has(format ?? '');
}

/** Whether lines of a log can be shown of a file: it is made of them, or has them inside of its records. */
export function hasLines(format: string | null | undefined): boolean {
  return format === 'loki' || isLineFormat(format);
}

/** Where in a file to look: at a line, at a record by its place, or at the line that a moment falls on. */
export type LineTarget = { readonly line: number } | { readonly place: number } | { readonly at: EpochMs };

/** Some lines of a file. */
export interface LogLines {
  /** The line that was asked for. */
  readonly focus: number;
  /** The number of the first one here, from 1. */
  readonly first: number;
  /** Without their ends; of a very long one the beginning. */
  readonly lines: readonly string[];
  /** They lie inside of records, and stand here by time: their numbers are not those of lines in the file. */
  readonly areRecords: boolean;
  /** Nothing comes after them. */
  readonly isEnd: boolean;
}

/** Where a text stands in a file. */
export interface LineMatches {
  /** Numbers of lines, ascending: the first `MAX_MATCHES`. */
  readonly numbers: readonly number[];
  /** How many lines have it. */
  readonly count: number;
}

/** Numbers that are kept of one search. */
export const MAX_MATCHES = 10_000;
/** Lines that are given at most before and after one. */
export const MAX_AROUND = 1_000;
