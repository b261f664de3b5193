import type { Pattern } from './query.ts';

const CLASS = /\[(?:[^\]\\]|\\.)*\]/suy;
const QUANTIFIER = /(?:[*?+]|\{\d+(?:,\d*)?\})\??/uy;

/**
 * Texts that every match has, whatever else: what stands outside of groups and classes and is not optional. None where
 * alternatives leave no such text. Fewer than there are, never one too many.
 */
export function regexLiterals({ source, ignoresCase }: Extract<Pattern, { kind: 'regex' }>): string[] {
  const runs: string[] = [];
  let run = '';
  const endRun = () => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = 0, depth = 0; at < source.length;) {
    let letter: string | null = source[at];
    if (letter === '|' && depth === 0) return [];
    if (letter === '(' || letter === ')') {
      depth += letter === '(' ? 1 : -1;
      letter = null;
      at++;
    } else if (letter === '[') {
      CLASS.lastIndex = at;
      at += CLASS.exec(source)?.[0].length ?? 1;
      letter = null;
    } else if (letter === '\\') {
      // `\.` is a letter; `\d`, `\x41` and the like are not, nor is what they take with them.
      letter = /\W/.test(source.charAt(at + 1)) ? source[at + 1] : null;
      if (letter === null && /[xucp]/i.test(source.charAt(at + 1))) return [];
      at += 2;
    } else {
      if (/[.^$|]/.test(letter) || depth > 0) letter = null;
      at++;
    }
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(source)?.[0];
    if (quantifier !== undefined) at += quantifier.length;
    const isOptional = quantifier !== undefined && /^[*?]|^\{0/.test(quantifier);
    // In any case, letters of other scripts stand for k and s: the Kelvin sign and the long s.
    const isPlain = letter !== null && !isOptional && !(ignoresCase && /[ks]/i.test(letter));
    if (isPlain) run += letter;
    if (!isPlain || quantifier !== undefined) endRun();
  }
  endRun();
  return runs;
}
