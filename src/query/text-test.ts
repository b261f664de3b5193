import { foldCase } from './fold-case.ts';
import type { Pattern } from './query.ts';
import { regexKey, type Regexes } from './regexes.ts';

/** Says of a text whether it is, or has, what a term asks for. */
export type TextTest = (text: string) => boolean;

/** A test of whole values. */
export function wholeTest(pattern: Pattern, regexes: Regexes): TextTest {
  if (pattern.kind === 'literal') {
    const wanted = foldCase(pattern.text);
    return (text) => foldCase(text) === wanted;
  }
  return pattern.kind === 'regex' ? regexTest(pattern, regexes) : wildcardTest(pattern.parts);
}

/** A test of texts that the pattern may be a part of. */
export function partTest(pattern: Pattern, regexes: Regexes): TextTest {
  if (pattern.kind !== 'literal') return wholeTest(pattern, regexes);
  const wanted = foldCase(pattern.text);
  return (text) => foldCase(text).includes(wanted);
}

function regexTest(pattern: Extract<Pattern, { kind: 'regex' }>, regexes: Regexes): TextTest {
  const test = regexes.get(regexKey(pattern));
  if (test === undefined) throw new Error(`not compiled: ${regexKey(pattern)}`);
  return test;
}

/** The first part leads, the last one ends, and those between follow each other. Only asterisks: any but no text. */
function wildcardTest(parts: readonly string[]): TextTest {
  const folded = parts.map(foldCase);
  const first = folded[0];
  const last = folded[folded.length - 1];
  const middle = folded.slice(1, -1);
  if (first === '' && last === '' && middle.length === 0) return (text) => text !== '';
  return (text) => {
    const value = foldCase(text);
    if (!value.startsWith(first) || !value.endsWith(last)) return false;
    let at = first.length;
    for (const part of middle) {
      const found = value.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at + last.length <= value.length;
  };
}
