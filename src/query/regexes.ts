import { fail, success, type Result } from '../base/result.ts';
import { regexOf, type Pattern, type Query } from './query.ts';
import type { QueryError } from './query-error.ts';

/** What a regular expression may cost: its steps times the characters of a text that it sees. */
const MAX_STEPS = 2000;
const MAX_CHARACTERS = 16_384;

type Regex = Extract<Pattern, { kind: 'regex' }>;

/** The compiled regular expressions of a query. */
export type Regexes = ReadonlyMap<string, (text: string) => boolean>;

export const NO_REGEXES: Regexes = new Map();

/** What a regular expression is kept under. */
export function regexKey({ source, ignoresCase }: Regex): string {
  return `/${source}/${ignoresCase ? 'i' : ''}`;
}

/**
 * Compiles the regular expressions of a query. Their engine (re2js, 46 kB) is loaded when the first is met; it needs
 * time in proportion to the text whatever the expression, where the language's own may never end.
 */
export async function compileRegexes(query: Query): Promise<Result<Regexes, QueryError>> {
  const tests = new Map<string, (text: string) => boolean>();
  for (const term of query.terms) {
    const regex = regexOf(term);
    if (regex === null || tests.has(regexKey(regex))) continue;
    const { RE2JS } = await import('re2js');
    const place = { position: term.position, length: term.length };
    try {
      const flags = RE2JS.DOTALL | (regex.ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
      const compiled = RE2JS.compile(RE2JS.translateRegExp(regex.source), flags);
      if (compiled.programSize() > MAX_STEPS)
        return fail({ code: 'regex-too-large', limit: MAX_STEPS, ...place });
      tests.set(regexKey(regex), (text) => compiled.test(text.slice(0, MAX_CHARACTERS)));
    } catch (error) {
      return fail({ code: 'regex-syntax', cause: causeOf(error), ...place });
    }
  }
  return success(tests);
}

/** "error parsing regexp: invalid repeat count: `{2000}`" without its head. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error parsing regexp: /, '');
}
