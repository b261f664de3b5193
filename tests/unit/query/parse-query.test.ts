import { describe, expect, it } from 'vitest';
import { GRAMMAR } from '../../../src/query/grammar.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { describeQueryError } from '../../../src/query/query-error.ts';
import { needsWorker, type Expression, type Pattern, type TimeValue } from '../../../src/query/query.ts';

/** A query as its parts, fully in parentheses. */
function read(text: string): string {
  const query = parseQuery(text);
  if (!query.ok) return `${query.failure.code} ${query.failure.position}+${query.failure.length}`;
  return write(query.value.root);
}

function write(expression: Expression): string {
  switch (expression.kind) {
    case 'all':
      return 'all';
    case 'not':
      return `not ${write(expression.part)}`;
    case 'and':
    case 'or':
      return `(${expression.parts.map(write).join(` ${expression.kind} `)})`;
    case 'term': {
      const { term } = expression;
      if (term.kind === 'is') return `is ${term.what}`;
      if (term.kind === 'code') return `code ${term.operator} ${term.code}`;
      if (term.kind === 'duration') return `dur ${term.operator} ${term.span}`;
      if (term.kind === 'time') return `${term.field} ${term.operator} ${writeTime(term.time)}`;
      return `${term.kind === 'key' ? `${term.key}=` : ''}${writePattern(term.pattern)}`;
    }
  }
}

function writePattern(pattern: Pattern): string {
  if (pattern.kind === 'literal') return `'${pattern.text}'`;
  if (pattern.kind === 'wildcard') return `'${pattern.parts.join('…')}'`;
  return `/${pattern.source}/${pattern.ignoresCase ? 'i' : ''}`;
}

function writeTime(time: TimeValue): string {
  const at = time.kind === 'instant' ? new Date(time.at).toISOString() : time.ofDay;
  return `${at}±${time.unit}`;
}

describe('the grammar', () => {
  it.each([
    ['', 'all'],
    ['  \t ', 'all'],
    // text
    ['timeout', "'timeout'"],
    ['a b', "('a' and 'b')"],
    ['"a b"', "'a b'"],
    ['"a \\"b\\" \\\\ \\n"', String.raw`'a "b" \ \n'`],
    ['""', "''"],
    ['a*b', "'…a…b…'"],
    ['*a*', "'a'"],
    ['*', "'…'"],
    ['"a*b"', "'a*b'"],
    ['10:57:25', "'10:57:25'"],
    ['https://api:6443/x', "'https://api:6443/x'"],
    ['foo(bar)', "'foo(bar)'"],
    ['(foo(bar))', "'foo(bar)'"],
    ['it"s', "'it\"s'"],
    ['été', "'été'"],
    // keys
    ['source:Disruption', "source='Disruption'"],
    ['NS:x', "namespace='x'"],
    ['msg:foo', "message='foo'"],
    ['msg:a*b', "message='…a…b…'"],
    ['message:*', "message='…'"],
    ['load-balancer:external', "lb='external'"],
    ['node:ip-10*', "node='ip-10…'"],
    ['node:*', "node='…'"],
    ['node:a**b', "node='a…b'"],
    ['reason:"a b*"', "reason='a b*'"],
    ['reason:""', "reason=''"],
    ['request-audit-id:*', "request-audit-id='…'"],
    ['firstTimestamp:2025-01-01T00:00:00Z', "firsttimestamp='2025-01-01T00:00:00Z'"],
    ['node:/^ip-\\d+/i', 'node=/^ip-\\d+/i'],
    ['path:/api/v1/pods', "path='/api/v1/pods'"],
    // regular expressions
    ['/a b/', '/a b/'],
    ['/a\\/b[/)]/i', '/a\\/b[/)]/i'],
    ['(/a/)', '/a/'],
    ['/healthz', "'/healthz'"],
    ['/api/v1/namespaces', "'/api/v1/namespaces'"],
    ['/api/v1/pods?watch=1', "'/api/v1/pods?watch=1'"],
    // predicates and comparisons
    ['is:open IS:Error', '(is open and is error)'],
    ['dur>5s', 'dur > 5000'],
    ['dur >= 1m30s', 'dur >= 90000'],
    ['duration<250ms', 'dur < 250'],
    ['dur<=1.5m', 'dur <= 90000'],
    ['dur:>2s dur=0 dur:3s', '(dur > 2000 and dur = 0 and dur = 3000)'],
    ['from>10:57:20', 'from > 39440000±1000'],
    ['to<2023-03-13T11:00:00Z', 'to < 2023-03-13T11:00:00.000Z±1000'],
    ['to<=2023-03-13T11:00+01:00', 'to <= 2023-03-13T10:00:00.000Z±60000'],
    ['at:10:57:25', 'at = 39445000±1000'],
    ['at:10:57', 'at = 39420000±60000'],
    ['at:10:57:25.80', 'at = 39445800±10'],
    ['at:2023-03-13', 'at = 2023-03-13T00:00:00.000Z±86400000'],
    // together
    ['-a', "not 'a'"],
    ['--a', "not '-a'"],
    ['a-b', "'a-b'"],
    ['-(a b)', "not ('a' and 'b')"],
    ['-node:x -is:open', "(not node='x' and not is open)"],
    ['a b or c d', "(('a' and 'b') or ('c' and 'd'))"],
    ['a OR b or c', "('a' or 'b' or 'c')"],
    ['a and b AND c', "('a' and 'b' and 'c')"],
    ['a (b or -c)', "('a' and ('b' or not 'c'))"],
    ['(a)(b)', "('a' and 'b')"],
    ['((a))', "'a'"],
    ['order And Or', "('order' and 'And' and 'Or')"],
    ['-a or b c', "(not 'a' or ('b' and 'c'))"],
  ])('reads %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ['"abc', 'open-quote 0+4'],
    ['a reason:"b', 'open-quote 9+2'],
    ['a (b', 'open-paren 2+1'],
    ['a )', 'stray-paren 2+1'],
    [')', 'stray-paren 0+1'],
    ['a)b', 'stray-paren 1+1'],
    ['()', 'missing-term 0+1'],
    ['a or', 'missing-term 2+2'],
    ['(a or)', 'missing-term 3+2'],
    ['a or or b', 'missing-term 2+2'],
    ['a and or b', 'missing-term 2+3'],
    ['or a', 'missing-term-before 0+2'],
    ['a -', 'missing-term 2+1'],
    ['- a', 'missing-term 0+1'],
    ['source:', 'missing-value 0+7'],
    ['(source:)', 'missing-value 1+7'],
    ['is:', 'missing-value 0+3'],
    ['dur>', 'missing-value 0+4'],
    ['a is:shut', 'unknown-predicate 5+4'],
    ['dur>5', 'bad-duration 4+1'],
    ['dur>-5s', 'bad-duration 4+3'],
    ['dur > fast', 'bad-duration 6+4'],
    ['from>25:00', 'bad-time 5+5'],
    ['from>noon', 'bad-time 5+4'],
    ['to<2023-02-30T00:00:00Z', 'bad-time 3+20'],
    ['at>10:00', 'bad-operator 0+3'],
    ['/a(b', 'open-regex 0+4'],
    ['/time.*out', 'open-regex 0+10'],
    ['/a|b/g', 'regex-slash 0+6'],
    ['/a(/', 'regex-syntax 0+4'],
    ['/a(?=b)/', 'regex-unsupported 0+8'],
    ['/(?<!a)b/', 'regex-unsupported 0+9'],
    ['/(a)\\1/', 'regex-unsupported 0+7'],
    ['node:/[z-a]/', 'regex-syntax 5+7'],
  ])('says where %s is wrong', (text, expected) => expect(read(text)).toBe(expected));

  it('keeps the places of terms', () => {
    const query = parseQuery('a  -(node:"b c" or dur > 5s)');
    const places = query.ok && query.value.terms.map(({ position, length }) => [position, length]);
    expect(places).toEqual([
      [0, 1],
      [5, 10],
      [19, 8],
    ]);
  });

  it('has a sentence for every error', () => {
    for (const text of [
      '"',
      '(',
      ')',
      'or',
      'a or',
      'x:',
      'is:x',
      'dur>x',
      'at:x',
      'at>1:00',
      '/(',
      '/[/',
      '/(?=a)/',
    ]) {
      const query = parseQuery(text);
      expect(query.ok ? '' : describeQueryError(query.failure), text).toMatch(/^\S.*[.]$/);
    }
  });

  it('reads all its examples', () => {
    for (const { example } of GRAMMAR) expect(parseQuery(example).ok, example).toBe(true);
  });

  it('knows what belongs off the main thread', () => {
    const isHeavy = (text: string) => {
      const query = parseQuery(text);
      return query.ok && needsWorker(query.value);
    };
    expect(isHeavy('a node:b is:open')).toBe(false);
    expect(isHeavy('a -node:/b/')).toBe(true);
  });
});
