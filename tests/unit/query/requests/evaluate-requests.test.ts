import { expect, test } from 'vitest';
import { forEachBit } from '../../../../src/base/bitset.ts';
import { mergeRequests } from '../../../../src/model/merge-requests.ts';
import type { RequestTable } from '../../../../src/model/request-table.ts';
import { parseQuery } from '../../../../src/query/parse-query.ts';
import { compileRegexes } from '../../../../src/query/regexes.ts';
import { evaluateRequests, rowsOfAuditIds } from '../../../../src/query/requests/evaluate-requests.ts';
import { at, requestsFrom } from '../../../support/requests-from.ts';

const SAMPLER = 'openshift-external-backend-sampler-kube-api-http2-internal-lb-new-connections';

/** Rows 0 to 4. */
const TABLE = requestsFrom(
  [
    {
      at: '10:00:00',
      id: 'zero',
      user: 'system:node:worker-a',
      verb: 'list',
      path: '/api/v1/pods',
      resource: 'pods',
    },
    {
      at: '10:00:05',
      id: 'one',
      code: 503,
      ms: 900,
      verb: 'create',
      address: '::1',
      flags: ['answered', 'loopback'],
    },
    { at: '10:00:10', id: 'two', code: 429, flags: ['answered', 'late'], agent: SAMPLER },
    { at: '10:00:15', id: 'three', code: 0, flags: [], ms: 0 },
    {
      at: '10:01:00',
      id: 'four',
      ms: 60_000,
      verb: 'watch',
      flags: ['answered', 'longRunning'],
      node: 'm1.example.com',
    },
  ],
  { node: 'm0.example.com' },
);

async function rows(text: string, table: RequestTable = TABLE): Promise<number[]> {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(JSON.stringify(query.failure));
  const regexes = await compileRegexes(query.value);
  if (!regexes.ok) throw new Error(JSON.stringify(regexes.failure));
  const context = {
    file: 'audit_logs/kube-apiserver/m0-audit.log',
    range: { from: at('10:00:00'), to: at('10:02:00') },
    regexes: regexes.value,
  };
  const slices = evaluateRequests(query.value, table, context);
  for (;;) {
    const { done, value } = slices.next();
    if (done !== true) continue;
    const found: number[] = [];
    forEachBit(value, (row) => found.push(row));
    return found;
  }
}

test.each<[string, number[]]>([
  ['', [0, 1, 2, 3, 4]],
  ['pods', [0]],
  ['WORKER-A', [0]],
  ['kube-apiserver', [0, 1, 2, 3, 4]],
  ['nothing-of-the-kind', []],
  ['verb:create', [1]],
  ['verb:*', [0, 1, 2, 3, 4]],
  ['code:503', [1]],
  ['code:5*', [1]],
  ['code>=400', [1, 2]],
  ['code<300', [0, 4]],
  ['code:""', []],
  ['-code:200', [1, 2, 3]],
  ['user:system:node:*', [0]],
  ['path:/api/v1/pods', [0]],
  ['resource:nodes', [1, 2, 3, 4]],
  ['address:"::1"', [1]],
  ['ip:10.0.5.9', [0, 2, 3, 4]],
  ['agent:*sampler*', [2]],
  ['node:m1', [4]],
  ['node:m0.example.com', [0, 1, 2, 3]],
  ['server:kube-apiserver', [0, 1, 2, 3, 4]],
  ['server:openshift-apiserver', []],
  ['source:AuditLog', [0, 1, 2, 3, 4]],
  ['source:Disruption', []],
  ['file:m0-audit.log', [0, 1, 2, 3, 4]],
  ['audit-id:two', [2]],
  ['audit-id:tw*', []],
  ['lb:internal', [0, 2]],
  ['connection:new', [2]],
  ['protocol:http2', [2]],
  ['backend:kube-api', []],
  ['is:error', [1]],
  ['is:open', [3]],
  ['is:late', [2]],
  ['is:loopback', [1]],
  ['is:disruption', []],
  ['dur>500ms', [1, 4]],
  ['dur>=1m', [4]],
  ['from>10:00:05', [2, 3, 4]],
  ['from>=10:00:05 to<10:01', [1, 2, 3]],
  ['at:10:01:30', [4]],
  ['/^\\/api\\/v1\\/p/', [0]],
  ['verb:create or verb:watch', [1, 4]],
  ['(code>=400 -is:late) or node:m1', [1, 4]],
])('%s keeps %j', async (text, expected) => expect(await rows(text)).toEqual(expected));

test('a row that another table told is never kept', async () => {
  const [, second] = mergeRequests([TABLE, TABLE]).tables;
  expect(await rows('', second!)).toEqual([]);
  expect(await rows('-pods', second!)).toEqual([]);
  expect(rowsOfAuditIds(second!, ['two'])).toEqual([]);
});

test('requests are found by their audit IDs', () => {
  expect(rowsOfAuditIds(TABLE, ['two', 'zero', 'none'])).toEqual([0, 2]);
});
