import { describe, expect, it } from 'vitest';
import { countBits } from '../../../src/base/bitset.ts';
import { evaluateQuery } from '../../../src/query/evaluate-query.ts';
import { completeQuery } from '../../../src/query/complete-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { compileRegexes } from '../../../src/query/regexes.ts';
import { tableFrom } from '../../support/table-from.ts';

function failureOf(text: string): string {
  const query = parseQuery(text);
  return query.ok ? 'ok' : query.failure.code;
}

describe('hostile queries', () => {
  it('are refused when too long, too deep, or of too many terms', () => {
    expect(failureOf('a'.repeat(2001))).toBe('too-long');
    expect(failureOf('a'.repeat(1_000_000))).toBe('too-long');
    expect(failureOf(`${'('.repeat(32)}a${')'.repeat(32)}`)).toBe('ok');
    expect(failureOf(`${'('.repeat(33)}a${')'.repeat(33)}`)).toBe('too-deep');
    expect(failureOf('('.repeat(2000))).toBe('too-deep');
    expect(failureOf('-('.repeat(1000))).toBe('too-deep');
    expect(failureOf(')'.repeat(2000))).toBe('stray-paren');
    expect(failureOf('-'.repeat(2000))).toBe('ok');
    expect(failureOf('a '.repeat(64))).toBe('ok');
    expect(failureOf('a '.repeat(65))).toBe('too-many-terms');
    expect(failureOf('/['.repeat(1000))).toBe('open-regex');
    expect(failureOf('"\\'.repeat(1000))).toBe('open-quote');
    expect(failureOf('*'.repeat(2000))).toBe('ok');
  });

  it('never make the parser throw', () => {
    const letters = [
      '(',
      ')',
      '"',
      '/',
      '\\',
      '-',
      ':',
      'or',
      ' ',
      '*',
      'a',
      'dur',
      '>',
      'is:',
      'at:',
      '[',
      '\ud800',
      '\0',
    ];
    let seed = 1;
    const next = () => letters[(seed = (seed * 48_271) % 2_147_483_647) % letters.length];
    for (let run = 0; run < 5000; run++) {
      const text = Array.from({ length: 1 + (run % 12) }, next).join('');
      const query = parseQuery(text);
      if (!query.ok) {
        const { position, length } = query.failure;
        expect(position >= 0 && length >= 0 && position + length <= text.length, text).toBe(true);
      }
      completeQuery(text, run % (text.length + 1), { names: [], values: new Map() });
    }
  });

  const LONG = 'a'.repeat(200_000);
  const table = tableFrom(`10:00:00 10:00:01 Info S r node=x "${LONG}!"`);

  it.each([
    '/(a+)+$/',
    '/(a|a)*b/',
    '/(a|aa)+$/',
    '/^(a?){50}(a){50}$/',
    '/(.*)*x/',
    '/(x+x+)+y/',
    '/(.*a){20}$/',
    '/a*a*a*a*a*a*a*a*a*b/i',
  ])('%s ends', async (text) => {
    const query = parseQuery(text);
    if (!query.ok) throw new Error(query.failure.code);
    const regexes = await compileRegexes(query.value);
    if (!regexes.ok) throw new Error(regexes.failure.code);
    const started = performance.now();
    evaluateQuery(query.value, table, { regexes: regexes.value });
    expect(performance.now() - started).toBeLessThan(2000); // the language's own would need ages
  });

  it('are refused as regular expressions of too many steps', async () => {
    const refusalOf = async (text: string) => {
      const query = parseQuery(text);
      const regexes = query.ok ? await compileRegexes(query.value) : query;
      return regexes.ok ? 'ok' : { ...regexes.failure };
    };
    const [position, length] = [2, 21];
    expect(await refusalOf('x /(a{31}b?){31}c{999}/')).toMatchObject({
      code: 'regex-too-large',
      position,
      length,
    });
    expect(await refusalOf('/a{1001}/')).toEqual({
      code: 'regex-syntax',
      cause: 'invalid repeat count: `{1001}`',
      position: 0,
      length: 9,
    });
    expect(await refusalOf('/a{500}/')).toBe('ok');
  });

  it('see the beginning of a long text', async () => {
    const count = async (text: string) => {
      const query = parseQuery(text);
      const regexes = query.ok ? await compileRegexes(query.value) : query;
      return query.ok && regexes.ok
        ? countBits(evaluateQuery(query.value, table, { regexes: regexes.value }))
        : -1;
    };
    expect(await count('/^a{100}/')).toBe(1);
    expect(await count('/[!]/')).toBe(0);
    expect(await count('"a!"')).toBe(1);
  });
});
