import { expect, it } from 'vitest';
import { regexLiterals } from '../../../src/query/regex-literals.ts';

it.each<[string, string[]]>([
  ['timeout', ['timeout']],
  ['time.*out', ['time', 'out']],
  ['time(d )?out [0-9]+ms', ['time', 'out ', 'ms']],
  ['abc?d', ['ab', 'd']],
  ['abc*d+e', ['ab', 'd', 'e']],
  ['ab{0,3}c{2}d', ['a', 'c', 'd']],
  ['^a\\.b$', ['a.b']],
  ['a\\d\\w+b', ['a', 'b']],
  ['a|b', []],
  ['x(a|b)y', ['x', 'y']],
  ['x((a)b[)])y', ['x', 'y']],
  ['x(a)*?y', ['x', 'y']],
  ['\\x41b', []],
  ['\\u0041b', []],
  ['[^\\]]a', ['a']],
])('%s needs %j', (source, expected) => {
  expect(regexLiterals({ kind: 'regex', source, ignoresCase: false })).toEqual(expected);
});

it('leaves out letters that others stand for', () => {
  expect(regexLiterals({ kind: 'regex', source: 'looks fine', ignoresCase: true })).toEqual(['loo', ' fine']);
});
