import { fail, success, type Result } from '../base/result.ts';
import { findQueryKey } from './grammar.ts';
import { parseSpan, parseTimeValue, patternOf } from './parse-values.ts';
import {
  MAX_DEPTH,
  MAX_QUERY_LENGTH,
  MAX_TERMS,
  PREDICATES,
  TIME_FIELDS,
  type Condition,
  type Expression,
  type Operator,
  type Pattern,
  type Query,
  type Term,
} from './query.ts';
import type { QueryError, QueryFault } from './query-error.ts';
import { scanRegex } from './scan-regex.ts';

/** Reads a query as grammar.ts describes it. Never throws. O(length). */
export function parseQuery(text: string): Result<Query, QueryError> {
  if (text.length > MAX_QUERY_LENGTH) {
    const length = text.length - MAX_QUERY_LENGTH;
    return fail({ code: 'too-long', limit: MAX_QUERY_LENGTH, position: MAX_QUERY_LENGTH, length });
  }
  return new Parser(text).parse();
}

const COMPARISON = /(duration|dur|from|to|at|code(?=\s*[<>=]))(?:\s*(>=|<=|>|<|=)\s*|:(>=|<=|>|<|=)?)/iy;
/** A name and a colon; not the scheme of an address. */
const KEY = /([\p{L}_][\p{L}\p{N}_.-]*):(?!\/\/)/uy;
const SPACE = /\s*/y;
const JOINER = /(or|OR|and|AND)(?=[\s()]|$)/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy;

/** A piece of the text. */
interface Place {
  readonly position: number;
  readonly length: number;
}

/** Recursive descent. Whatever fails notes its error and gives null; the first error stays. */
class Parser {
  readonly #text: string;
  readonly #terms: Term[] = [];
  #at = 0;
  #depth = 0;
  #error: QueryError | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Result<Query, QueryError> {
    const root: Expression | null = this.#isAtEnd() ? { kind: 'all' } : this.#either(null);
    if (root !== null && !this.#isAtEnd()) this.#fault({ code: 'stray-paren' }, this.#at, 1);
    if (root === null || this.#error !== null) return fail(this.#error!);
    return success({ text: this.#text, root, terms: this.#terms });
  }

  /** `before` is what asks for it: an opening parenthesis; null at the start. */
  #either(before: Place | null): Expression | null {
    const parts: Expression[] = [];
    for (let asking = before; ;) {
      const part = this.#all(asking);
      if (part === null) return null;
      parts.push(part);
      asking = this.#takeJoiner('or');
      if (asking === null) return parts.length === 1 ? part : { kind: 'or', parts };
    }
  }

  #all(before: Place | null): Expression | null {
    const parts: Expression[] = [];
    for (let asking = before; ;) {
      const joiner = this.#peekJoiner();
      const isOver = this.#isAtEnd() || this.#text[this.#at] === ')' || joiner !== null;
      if (isOver) return this.#missing(asking, joiner);
      const part = this.#each();
      if (part === null) return null;
      parts.push(part);
      asking = this.#takeJoiner('and');
      const isLast = this.#isAtEnd() || this.#text[this.#at] === ')' || this.#peekJoiner() !== null;
      if (asking === null && isLast) return parts.length === 1 ? part : { kind: 'and', parts };
    }
  }

  #each(): Expression | null {
    if (this.#text[this.#at] !== '-') return this.#groupOrTerm();
    const dash = { position: this.#at++, length: 1 };
    if (/^[\s)]?$/.test(this.#text.charAt(this.#at))) return this.#missing(dash, null);
    const part = this.#groupOrTerm();
    return part === null ? null : { kind: 'not', part };
  }

  #groupOrTerm(): Expression | null {
    if (this.#text[this.#at] !== '(') return this.#term();
    const paren = { position: this.#at++, length: 1 };
    if (++this.#depth > MAX_DEPTH)
      return this.#fault({ code: 'too-deep', limit: MAX_DEPTH }, paren.position, 1);
    const inner = this.#either(paren);
    if (inner === null) return null;
    if (this.#isAtEnd()) return this.#fault({ code: 'open-paren' }, paren.position, 1);
    this.#at++; // it can only be the closing one
    this.#depth--;
    return inner;
  }

  #term(): Expression | null {
    const position = this.#at;
    const condition = this.#comparison() ?? (this.#error === null ? this.#keyOrText() : null);
    if (condition === null) return null;
    const term: Term = { ...condition, position, length: this.#at - position };
    if (this.#terms.push(term) > MAX_TERMS) {
      return this.#fault({ code: 'too-many-terms', limit: MAX_TERMS }, position, term.length);
    }
    return { kind: 'term', term };
  }

  /** Null and no error: here stands something else. */
  #comparison(): Condition | null {
    const start = this.#at;
    const match = this.#take(COMPARISON);
    if (match === null) return null;
    const name = match[1].toLowerCase();
    const operator = (match[2] ?? match[3] ?? '=') as Operator;
    const valueAt = this.#at;
    const found = this.#word();
    if (found === '')
      return this.#fault({ code: 'missing-value', key: match[0].trim() }, start, match[0].length);
    if (name === 'at' && operator !== '=') {
      return this.#fault({ code: 'bad-operator', key: name, found: operator }, start, match[0].length);
    }
    if (name === 'code') {
      if (!/^\d{1,3}$/.test(found)) return this.#fault({ code: 'bad-code', found }, valueAt, found.length);
      return { kind: 'code', operator, code: Number(found) };
    }
    const field = TIME_FIELDS.find((each) => each === name);
    if (field === undefined) {
      const span = parseSpan(found);
      if (span === null) return this.#fault({ code: 'bad-duration', found }, valueAt, found.length);
      return { kind: 'duration', operator, span };
    }
    const time = parseTimeValue(found);
    if (time === null) return this.#fault({ code: 'bad-time', found }, valueAt, found.length);
    return { kind: 'time', field, operator, time };
  }

  #keyOrText(): Condition | null {
    const start = this.#at;
    const name = this.#take(KEY)?.[1];
    if (name === undefined) {
      const pattern = this.#pattern(true);
      return pattern === null ? null : { kind: 'text', pattern };
    }
    const next = this.#text.charAt(this.#at);
    const isEmpty = next === '' || next === ')' || /\s/.test(next);
    if (isEmpty) return this.#fault({ code: 'missing-value', key: `${name}:` }, start, this.#at - start);
    if (name.toLowerCase() === 'is') return this.#predicate();
    const known = findQueryKey(name);
    const pattern = this.#pattern(known?.home === 'message');
    return pattern === null ? null : { kind: 'key', key: known?.name ?? name.toLowerCase(), pattern };
  }

  #predicate(): Condition | null {
    const position = this.#at;
    const found = this.#word();
    const what = PREDICATES.find((each) => each === found.toLowerCase());
    if (what === undefined) return this.#fault({ code: 'unknown-predicate', found }, position, found.length);
    return { kind: 'is', what };
  }

  /** `isPart`: it may stand anywhere in what is looked at. */
  #pattern(isPart: boolean): Pattern | null {
    const start = this.#at;
    const first = this.#text[start];
    if (first === '"') {
      const quoted = this.#take(QUOTED)?.[1];
      if (quoted === undefined) return this.#fault({ code: 'open-quote' }, start, this.#text.length - start);
      return { kind: 'literal', text: quoted.replace(/\\(["\\])/g, '$1') };
    }
    const word = this.#word();
    if (first === '/') {
      const regex = scanRegex(this.#text, start, word);
      if (!regex.ok) return this.#fault(regex.failure, start, word.length);
      if (regex.value !== null) {
        this.#at = regex.value.end;
        return regex.value.pattern;
      }
    }
    return patternOf(word, isPart);
  }

  /** Takes what stands up to white space, or to a closing parenthesis that it did not open. */
  #word(): string {
    const start = this.#at;
    for (let depth = 0; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at];
      if (/\s/.test(char) || (char === ')' && depth === 0)) break;
      if (char === '(') depth++;
      else if (char === ')') depth--;
    }
    return this.#text.slice(start, this.#at);
  }

  #isAtEnd(): boolean {
    this.#take(SPACE);
    return this.#at === this.#text.length;
  }

  #peekJoiner(): (Place & { readonly word: string }) | null {
    this.#take(SPACE);
    JOINER.lastIndex = this.#at;
    const word = JOINER.exec(this.#text)?.[1];
    return word === undefined ? null : { word, position: this.#at, length: word.length };
  }

  #takeJoiner(wanted: 'or' | 'and'): Place | null {
    const joiner = this.#peekJoiner();
    if (joiner?.word.toLowerCase() !== wanted) return null;
    this.#at += joiner.length;
    return joiner;
  }

  /** Takes what the sticky expression matches here. */
  #take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#text);
    if (match !== null) this.#at = sticky.lastIndex;
    return match;
  }

  /** No term stands where one has to. */
  #missing(after: Place | null, joiner: Place | null): null {
    const wordAt = ({ position, length }: Place) => this.#text.slice(position, position + length);
    if (after !== null) {
      return this.#fault({ code: 'missing-term', after: wordAt(after) }, after.position, after.length);
    }
    if (joiner === null) return this.#fault({ code: 'stray-paren' }, this.#at, 1);
    const before = wordAt(joiner);
    return this.#fault({ code: 'missing-term-before', before }, joiner.position, joiner.length);
  }

  #fault(fault: QueryFault, position: number, length: number): null {
    this.#error ??= { ...fault, position, length };
    return null;
  }
}
