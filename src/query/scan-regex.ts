import { fail, success, type Result } from '../base/result.ts';
import type { Pattern } from './query.ts';
import type { QueryFault } from './query-error.ts';

/** A slash, then anything with escapes and character classes whole, up to the next slash. */
const CLOSED = /\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\//suy;
const FLAGS = /[A-Za-z]*(?=[\s)]|$)/y;
/** What plain paths do not have. */
const LOOKS_LIKE_REGEX = /[()[\]\\|^$]|\.[*+?]/;

export interface ScannedRegex {
  readonly pattern: Extract<Pattern, { kind: 'regex' }>;
  readonly end: number;
}

/**
 * Reads the regular expression that begins with the slash at `from`; null for a word that only begins with a slash, as
 * `/api/v1` does. `word` is what stands there up to white space.
 */
export function scanRegex(text: string, from: number, word: string): Result<ScannedRegex | null, QueryFault> {
  CLOSED.lastIndex = from;
  const closed = CLOSED.exec(text);
  if (closed === null) return LOOKS_LIKE_REGEX.test(word) ? fail({ code: 'open-regex' }) : success(null);
  FLAGS.lastIndex = from + closed[0].length;
  const flags = FLAGS.exec(text)?.[0];
  if (flags !== '' && flags !== 'i') {
    return LOOKS_LIKE_REGEX.test(closed[1]) ? fail({ code: 'regex-slash' }) : success(null);
  }
  const source = closed[1];
  const fault = findRegexFault(source);
  if (fault !== null) return fail(fault);
  const pattern = { kind: 'regex', source, ignoresCase: flags === 'i' } as const;
  return success({ pattern, end: FLAGS.lastIndex });
}

/** What keeps the source from being a regular expression of this language. It is compiled, and not run. */
function findRegexFault(source: string): QueryFault | null {
  const plain = source.replace(/\\[^1-9k]|\[(?:[^\]\\]|\\.)*\]/gsu, '_');
  if (/\(\?<?[=!]/.test(plain)) return { code: 'regex-unsupported', what: 'look-around' };
  if (/\\[1-9k]/.test(plain)) return { code: 'regex-unsupported', what: 'back-reference' };
  try {
    new RegExp(source, 's');
    return null;
  } catch (error) {
    // V8 says "Invalid regular expression: /(/s: Unterminated group".
    const message = error instanceof Error ? error.message : String(error);
    return { code: 'regex-syntax', cause: message.slice(message.lastIndexOf(': ') + 1).trim() };
  }
}
