import {
  annotationsOf,
  FLAG,
  LEVELS,
  type IntervalTable,
  type Row,
} from '../../../src/model/interval-table.ts';
import { textOf } from '../../../src/model/text-pool.ts';
import {
  VERDICT_PREDICATES,
  type Expression,
  type Operator,
  type Pattern,
  type Term,
} from '../../../src/query/query.ts';

/**
 * The query language once more, row by row and without any haste: what the fast way has to agree with. It knows keys
 * that are locator keys or annotations as they are, and no backends.
 */
export function keepsRow(table: IntervalTable, row: Row, expression: Expression): boolean {
  switch (expression.kind) {
    case 'all':
      return true;
    case 'not':
      return !keepsRow(table, row, expression.part);
    case 'and':
      return expression.parts.every((part) => keepsRow(table, row, part));
    case 'or':
      return expression.parts.some((part) => keepsRow(table, row, part));
    case 'term':
      return meets(table, row, expression.term);
  }
}

function meets(table: IntervalTable, row: Row, term: Term): boolean {
  const level = LEVELS[table.level[row]];
  const source = table.sources[table.source[row]];
  const { type, keys } = table.locators[table.locator[row]];
  const reason = textOf(table.texts, table.reason[row]);
  const message = textOf(table.texts, table.message[row]);
  const annotations = annotationsOf(table, row);
  const [start, end] = [table.start[row], table.end[row]];
  const isOpen = (table.flags[row] & (FLAG.openStart | FLAG.openEnd)) !== 0;
  switch (term.kind) {
    case 'text': {
      const locator = [type, ...Object.entries(keys).map(([key, value]) => `${key}/${value}`)]
        .filter((part) => part !== '')
        .join(' ');
      const texts = [locator, level, source, reason, message, ...Object.values(annotations)];
      return texts.some((text) => isPart(text, term.pattern));
    }
    case 'key': {
      const fixed: Record<string, string> = { source, level, reason, type };
      if (term.key === 'message') {
        const isEmpty = term.pattern.kind === 'literal' && term.pattern.text === '';
        return isEmpty ? message === '' : isPart(message, term.pattern);
      }
      if (Object.hasOwn(fixed, term.key)) return isWhole(fixed[term.key], term.pattern);
      const named = [...Object.entries(keys), ...Object.entries(annotations)];
      return named.some(([name, value]) => fold(name) === term.key && isWhole(value, term.pattern));
    }
    case 'code':
      return false;
    case 'is':
      if (term.what === 'open') return isOpen;
      if (term.what === 'instant') return !isOpen && start === end;
      if (term.what === 'display') return (table.flags[row] & FLAG.display) !== 0;
      if (term.what === 'late' || term.what === 'loopback') return false; // of requests alone
      if (term.what === 'error') return level === 'Error';
      if ((VERDICT_PREDICATES as readonly string[]).includes(term.what)) throw new Error('not in here');
      return source.startsWith('Disruption') || type === 'Disruption';
    case 'duration':
      return compares(end - start, term.operator, term.span);
    case 'time': {
      if (term.time.kind === 'clock') throw new Error('not in here');
      const { at, unit } = term.time;
      if (term.field === 'at') return start < at + unit && end >= at;
      const value = term.field === 'from' ? start : end;
      return term.operator === '=' ? value >= at && value < at + unit : compares(value, term.operator, at);
    }
  }
}

function compares(value: number, operator: Operator, wanted: number): boolean {
  if (operator === '=') return value === wanted;
  if (operator.startsWith('>')) return value > wanted || (operator === '>=' && value === wanted);
  return value < wanted || (operator === '<=' && value === wanted);
}

function isPart(text: string, pattern: Pattern): boolean {
  return pattern.kind === 'literal' ? fold(text).includes(fold(pattern.text)) : isWhole(text, pattern);
}

function isWhole(text: string, pattern: Pattern): boolean {
  if (pattern.kind === 'literal') return fold(text) === fold(pattern.text);
  if (pattern.kind === 'regex') {
    return new RegExp(pattern.source, pattern.ignoresCase ? 'ius' : 'us').test(text);
  }
  if (pattern.parts.every((part) => part === '')) return text !== '';
  const source = pattern.parts.map((part) => fold(part).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*');
  return new RegExp(`^${source}$`, 'us').test(fold(text));
}

/** Letter by letter; the two letters that would become ASCII stay. */
function fold(text: string): string {
  return Array.from(text, (letter) => ('\u0130\u212a'.includes(letter) ? letter : letter.toLowerCase())).join(
    '',
  );
}
