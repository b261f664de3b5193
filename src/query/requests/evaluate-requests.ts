/** The same filter language over the requests of audit logs: which rows of one table a query keeps. */
import { andBits, fullBitset, makeBitset, notBits, orBits, type Bitset } from '../../base/bitset.ts';
import type { EpochMs } from '../../base/time.ts';
import { shortNodeName } from '../../model/node-name.ts';
import { classifier } from '../../model/request-class.ts';
import { hashAuditId, REQUEST, requestEnd, type RequestTable } from '../../model/request-table.ts';
import { textCount, textOf } from '../../model/text-pool.ts';
import { comparison, resolveTime } from '../evaluate-term.ts';
import { filterRows, mapRows, type Lookup } from '../map-rows.ts';
import type { Condition, Expression, Pattern, Predicate, Query } from '../query.ts';
import { NO_REGEXES, type Regexes } from '../regexes.ts';
import type { DataRange } from '../table-index.ts';
import { partTest, wholeTest, type TextTest } from '../text-test.ts';

export interface RequestContext {
  /** Path of the input that the table is of. */
  readonly file: string;
  /** What clock times are seen from. */
  readonly range: DataRange;
  readonly regexes?: Regexes;
}

/** Rows of `table` that the query keeps, in slices; duplicates are never kept. Keys that no request has keep nothing. */
export function* evaluateRequests(
  query: Query,
  table: RequestTable,
  context: RequestContext,
): Generator<void, Bitset> {
  const evaluate = function* (expression: Expression): Generator<void, Bitset> {
    switch (expression.kind) {
      case 'all':
        return fullBitset(table.length);
      case 'not':
        return notBits(yield* evaluate(expression.part));
      case 'term':
        return yield* evaluateCondition(expression.term, table, context);
      case 'or':
      case 'and': {
        let rows = expression.kind === 'or' ? makeBitset(table.length) : fullBitset(table.length);
        for (const part of expression.parts) {
          const own = yield* evaluate(part);
          rows = expression.kind === 'or' ? orBits(rows, own) : andBits(rows, own);
        }
        return rows;
      }
    }
  };
  const kept = yield* evaluate(query.root);
  return andBits(kept, yield* rowsWith(table, (flags) => (flags & REQUEST.duplicate) === 0));
}

function* evaluateCondition(
  condition: Condition,
  table: RequestTable,
  context: RequestContext,
): Generator<void, Bitset> {
  const regexes = context.regexes ?? NO_REGEXES;
  switch (condition.kind) {
    case 'text':
      return yield* rowsWithText(table, partTest(condition.pattern, regexes));
    case 'key':
      return yield* rowsOfKey(table, condition.key, condition.pattern, { ...context, regexes });
    case 'is':
      return yield* rowsThatAre(table, condition.what);
    case 'duration': {
      const compare = comparison(condition.operator, condition.span);
      return yield* filterRows(table.length, (row) => compare(table.latency[row]));
    }
    case 'code': {
      const compare = comparison(condition.operator, condition.code);
      return yield* filterRows(table.length, (row) => table.code[row] > 0 && compare(table.code[row]));
    }
    case 'time': {
      const at = resolveTime(condition.time, context.range);
      const until = at + condition.time.unit;
      const from = (row: number): EpochMs => table.received[row];
      const to = (row: number): EpochMs => requestEnd(table, row);
      if (condition.field === 'at')
        return yield* filterRows(table.length, (row) => from(row) < until && to(row) >= at);
      const timeOf = condition.field === 'from' ? from : to;
      if (condition.operator === '=')
        return yield* filterRows(table.length, (row) => timeOf(row) >= at && timeOf(row) < until);
      const compare = comparison(condition.operator, at);
      return yield* filterRows(table.length, (row) => compare(timeOf(row)));
    }
  }
}

/** Names are found whole or short, as people write both. */
function nodeTest(test: TextTest): TextTest {
  return (node) => node !== '' && (test(node) || test(shortNodeName(node)));
}

function* rowsWithText(table: RequestTable, test: TextTest): Generator<void, Bitset> {
  if (test('')) return fullBitset(table.length);
  if (table.server !== null && test(table.server)) return fullBitset(table.length);
  const hits = yield* textHits(table, test);
  return yield* mapRows(table.length, [
    ...[table.path, table.user, table.agent, table.resource, table.namespace, table.address].map(
      (column) => ({
        column,
        hits,
      }),
    ),
    { column: table.verb, hits: hitsOf(table.verbs, test) },
    { column: table.node, hits: hitsOf(table.nodes, nodeTest(test)) },
  ]);
}

/** Columns whose values are texts of the pool, by key. */
const COLUMNS = {
  user: 'user',
  agent: 'agent',
  path: 'path',
  resource: 'resource',
  namespace: 'namespace',
  address: 'address',
} as const;

function* rowsOfKey(
  table: RequestTable,
  key: string,
  pattern: Pattern,
  { file, regexes }: RequestContext & { readonly regexes: Regexes },
): Generator<void, Bitset> {
  const test = wholeTest(pattern, regexes);
  const all = (isMet: boolean) => (isMet ? fullBitset(table.length) : makeBitset(table.length));
  switch (key) {
    case 'user':
    case 'agent':
    case 'path':
    case 'resource':
    case 'namespace':
    case 'address':
      return yield* mapRows(table.length, [
        { column: table[COLUMNS[key]], hits: yield* textHits(table, test) },
      ]);
    case 'verb':
      return yield* mapRows(table.length, [{ column: table.verb, hits: hitsOf(table.verbs, test) }]);
    case 'node':
      return yield* mapRows(table.length, [
        { column: table.node, hits: hitsOf(table.nodes, nodeTest(test)) },
      ]);
    case 'code':
      return yield* mapRows(table.length, [codeLookup(table, test)]);
    case 'server':
      return all(table.server !== null && test(table.server));
    case 'source':
      return all(test('AuditLog'));
    case 'file':
      return all(test(file) || test(file.slice(file.lastIndexOf('/') + 1)));
    case 'request-audit-id':
      return yield* rowsOfAuditId(table, pattern);
    case 'lb':
    case 'connection':
    case 'protocol': {
      const classOf = classifier(table);
      const field = key === 'lb' ? 'loadBalancer' : key;
      return yield* filterRows(table.length, (row) => {
        const value = classOf(row)?.[field] ?? null;
        return value !== null && test(value);
      });
    }
    default:
      return makeBitset(table.length);
  }
}

function codeLookup({ code }: RequestTable, test: TextTest): Lookup {
  const hits = new Uint8Array(1000);
  for (let value = 1; value < hits.length; value++) hits[value] = test(String(value)) ? 1 : 0;
  return { column: code, hits };
}

/** IDs are kept as hashes, so that only whole ones can be found; `*` is any. */
function* rowsOfAuditId(table: RequestTable, pattern: Pattern): Generator<void, Bitset> {
  if (pattern.kind === 'wildcard' && pattern.parts.every((part) => part === ''))
    return fullBitset(table.length);
  if (pattern.kind !== 'literal') return makeBitset(table.length);
  const { high, low } = hashAuditId(new TextEncoder().encode(pattern.text));
  return yield* filterRows(
    table.length,
    (row) => table.auditHigh[row] === high && table.auditLow[row] === low,
  );
}

function* rowsThatAre(table: RequestTable, what: Predicate): Generator<void, Bitset> {
  switch (what) {
    case 'error':
      return yield* filterRows(table.length, (row) => table.code[row] >= 500);
    case 'open':
      return yield* rowsWith(table, (flags) => (flags & REQUEST.answered) === 0);
    case 'late':
      return yield* rowsWith(table, (flags) => (flags & REQUEST.late) !== 0);
    case 'loopback':
      return yield* rowsWith(table, (flags) => (flags & REQUEST.loopback) !== 0);
    case 'instant':
    case 'display':
    case 'disruption':
    case 'signalled':
    case 'unsignalled':
    case 'missing':
    case 'undeterminable':
    case 'not-applicable':
      return makeBitset(table.length);
  }
}

function* rowsWith(table: RequestTable, isWanted: (flags: number) => boolean): Generator<void, Bitset> {
  const hits = Uint8Array.from({ length: 256 }, (_, flags) => (isWanted(flags) ? 1 : 0));
  return yield* mapRows(table.length, [{ column: table.flags, hits }]);
}

const TEXTS_A_SLICE = 2000;

function* textHits({ texts }: RequestTable, test: TextTest): Generator<void, Uint8Array> {
  const hits = new Uint8Array(textCount(texts));
  for (let id = 0; id < hits.length; id++) {
    if (test(textOf(texts, id))) hits[id] = 1;
    if (id % TEXTS_A_SLICE === 0) yield;
  }
  return hits;
}

function hitsOf(values: readonly string[], test: TextTest): Uint8Array {
  return Uint8Array.from(values, (value) => (test(value) ? 1 : 0));
}

/** The rows of these audit IDs, as hashes: what failed samples are joined by. O(rows). */
export function rowsOfAuditIds(table: RequestTable, ids: readonly string[]): number[] {
  const encoder = new TextEncoder();
  const wanted = new Set(
    ids.map((id) => {
      const { high, low } = hashAuditId(encoder.encode(id));
      return high * 2 ** 21 + (low & 0x1fffff);
    }),
  );
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    if (!wanted.has(table.auditHigh[row] * 2 ** 21 + (table.auditLow[row] & 0x1fffff))) continue;
    if ((table.flags[row] & REQUEST.duplicate) !== 0) continue;
    rows.push(row);
  }
  return rows;
}
