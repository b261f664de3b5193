import { formatCount, listWords } from '../base/text.ts';
import { PREDICATES } from './query.ts';

/** Why a text is no query, and where: `position` and `length` in code units of the text. Facts only. */
export type QueryError = QueryFault & { readonly position: number; readonly length: number };

export type QueryFault =
  | { readonly code: 'too-long' | 'too-deep' | 'too-many-terms' | 'regex-too-large'; readonly limit: number }
  | { readonly code: 'open-quote' | 'open-paren' | 'stray-paren' | 'open-regex' | 'regex-slash' }
  /** No term follows what stands there. */
  | { readonly code: 'missing-term'; readonly after: string }
  /** No term stands before an `or` or `and`. */
  | { readonly code: 'missing-term-before'; readonly before: string }
  | { readonly code: 'missing-value'; readonly key: string }
  | { readonly code: 'unknown-predicate' | 'bad-duration' | 'bad-time' | 'bad-code'; readonly found: string }
  | { readonly code: 'bad-operator'; readonly key: string; readonly found: string }
  | { readonly code: 'regex-unsupported'; readonly what: 'look-around' | 'back-reference' }
  | { readonly code: 'regex-syntax'; readonly cause: string };

/** The sentence under the field; the same on the page and in the command. */
export function describeQueryError(error: QueryFault): string {
  switch (error.code) {
    case 'too-long':
      return `The query is longer than ${formatCount(error.limit)} characters.`;
    case 'too-deep':
      return `Parentheses are nested more than ${error.limit} deep.`;
    case 'too-many-terms':
      return `The query has more than ${error.limit} terms.`;
    case 'open-quote':
      return 'This quotation mark is never closed.';
    case 'open-paren':
      return 'This parenthesis is never closed.';
    case 'stray-paren':
      return 'There is no “(” for this “)”. Put text with parentheses in quotation marks.';
    case 'open-regex':
      return 'This regular expression needs a “/” at its end. Put plain text in quotation marks.';
    case 'regex-slash':
      return 'The regular expression ends at its second “/”: only “i” may follow. Write “\\/” for a slash in it.';
    case 'missing-term':
      return `Something has to follow “${error.after}”.`;
    case 'missing-term-before':
      return `Something has to stand before “${error.before}”.`;
    case 'missing-value':
      return `“${error.key}” needs a value. Use “*” for any.`;
    case 'unknown-predicate':
      return `“is:${error.found}” is not known; there are ${listWords(PREDICATES)}.`;
    case 'bad-duration':
      return `“${error.found}” is not a duration; write 5s, 250ms, 1.5m or 1m10s.`;
    case 'bad-code':
      return `“${error.found}” is no answer’s code; write a number such as 500.`;
    case 'bad-time':
      return `“${error.found}” is not a time; write 10:57:20 or 2023-03-13T10:57:20Z.`;
    case 'bad-operator':
      return `“${error.key}” does not go with “${error.found}”.`;
    case 'regex-unsupported':
      return error.what === 'look-around'
        ? 'Look-ahead and look-behind are not supported; use several terms, and “-” to exclude.'
        : 'Back references are not supported.';
    case 'regex-syntax':
      return `The regular expression cannot be read: ${error.cause}.`;
    case 'regex-too-large':
      return `The regular expression has more than ${formatCount(error.limit)} steps; write smaller repeat counts.`;
  }
}
