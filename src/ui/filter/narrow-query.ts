import { parseQuery } from '../../query/parse-query.ts';

/** The query that keeps of what it kept only what has this value: `a or b` becomes `(a or b) user:"x"`. */
export function narrowQuery(query: string, key: string, value: string): string {
  const term = `${key}:"${value.replace(/["\\]/g, '\\$&')}"`;
  const text = query.trim();
  if (text === '') return term;
  if (text === term || text.endsWith(` ${term}`) || text.startsWith(`${term} `) || text.includes(` ${term} `))
    return query;
  const parsed = parseQuery(text);
  const isEither = parsed.ok && parsed.value.root.kind === 'or';
  return isEither ? `(${text}) ${term}` : `${text} ${term}`;
}
