import { describe, expect, it } from 'vitest';
import { countBits, forEachBit } from '../../../src/base/bitset.ts';
import type { IntervalTable } from '../../../src/model/interval-table.ts';
import { countBySource } from '../../../src/query/count-by-source.ts';
import { evaluateQuery, evaluateSlices, runInSlices } from '../../../src/query/evaluate-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import type { Query } from '../../../src/query/query.ts';
import { queryTableOf } from '../../../src/query/query-table.ts';
import { compileRegexes } from '../../../src/query/regexes.ts';
import { tableFrom } from '../../support/table-from.ts';

const TABLE = tableFrom(
  `
  10:57:20 10:57:25 Info    NodeState    Reboot          node=ip-10-0-1-2.ec2.internal +phase=Reboot "rebooted and started"
  10:57:21 10:57:21 Warning KubeEvent    BackOff         namespace=openshift-etcd pod=etcd-0 "Back-off restarting"
  10:57:22 10:57:29 Error   Disruption   DisruptionBegan type=Disruption backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests display "Get /healthz: timeout"
  10:57:24 10:57:30 Error   Disruption   DisruptionBegan type=Disruption backend-disruption-name=kube-api-http2-internal-lb-reused-connections load-balancer=internal-lb disruption=api-int "connection refused"
  10:57:26 -        Info    APIShutdown  -               namespace=openshift-kube-apiserver node= server=kube-apiserver
  10:57:28 10:58:40 Info    E2ETest      E2ETestStarted  e2e-test="a test with spaces"
`,
  'artifacts/run/e2e-events.json',
);

function queryOf(text: string): Query {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(`${query.failure.code}: ${text}`);
  return query.value;
}

async function rowsOf(text: string, table: IntervalTable = TABLE): Promise<number[]> {
  const query = queryOf(text);
  const regexes = await compileRegexes(query);
  if (!regexes.ok) throw new Error(regexes.failure.code);
  const rows: number[] = [];
  forEachBit(evaluateQuery(query, table, { regexes: regexes.value }), (row) => rows.push(row));
  return rows;
}

describe('a query', () => {
  it.each<[string, number[]]>([
    ['', [0, 1, 2, 3, 4, 5]],
    ['REBOOT', [0]],
    ['etcd', [1]],
    ['pod/etcd-0', [1]],
    ['warning', [1]],
    ['back*restart', [1]],
    ['/healthz', [2]],
    ['/heal[a-z]+: time/', [2]],
    ['/^Get.*timeout$/', [2]],
    ['phase', []], // the name of an annotation is no text of it
    ['phase:reboot', [0]],
    ['phase:*', [0]],
    ['node:ip-10-0-1-2', [0]],
    ['node:ip-10-0-1-2.ec2.internal', [0]],
    ['node:ip-10*', [0]],
    ['node:*', [0]],
    ['node:""', [4]],
    ['reason:""', [4]],
    ['message:""', [4, 5]],
    ['message:refused', [3]],
    ['ns:openshift-*', [1, 4]],
    ['backend:kube-api', [2]],
    ['backend:kube-api-new-connections', [2]],
    ['backend:kube-api*', [2, 3]],
    ['connection:new', [2]],
    ['connection:reused', [3]],
    ['lb:external', [2]],
    ['lb:internal', [3]],
    ['lb:internal-lb', [3]],
    ['protocol:http2', [3]],
    ['protocol:http1', [2]],
    ['observer:openshift-tests', [2]],
    ['type:disruption', [2, 3]],
    ['server:/^kube/', [4]],
    ['file:e2e-events.json', [0, 1, 2, 3, 4, 5]],
    ['file:artifacts/*', [0, 1, 2, 3, 4, 5]],
    ['e2e-test:"a test with spaces"', [5]],
    ['is:open', [4]],
    ['is:instant', [1]],
    ['is:display', [2]],
    ['is:disruption', [2, 3]],
    ['is:error -timeout', [3]],
    ['dur>7s', [4, 5]],
    ['dur>=7s', [2, 4, 5]],
    ['dur=6s', [3]],
    ['from>10:57:24', [4, 5]],
    ['from:10:57:24', [3]],
    ['to<10:57:29', [0, 1]],
    ['to<=10:57:29', [0, 1, 2]],
    ['at:10:57:21', [0, 1]],
    ['at:10:57', [0, 1, 2, 3, 4, 5]],
    ['at:10:58', [4, 5]],
    ['at:2023-03-13', [0, 1, 2, 3, 4, 5]],
    ['source:NodeState or source:E2E* level:Info', [0, 5]],
    ['(source:NodeState or timeout) is:error', [2]],
    ['-(is:error or is:open) -level:warning', [0, 5]],
  ])('%s', async (text, rows) => expect(await rowsOf(text)).toEqual(rows));

  it('takes a clock time as the first one after the start of the data, where they reach so far', async () => {
    const early = { ...TABLE, start: TABLE.start.slice(), end: TABLE.end.slice() };
    // The run begins at 23:30 and ends at 00:42 of the next day.
    const shift = Date.parse('2023-03-13T23:30:00Z') - TABLE.start[0];
    for (let row = 0; row < early.length; row++) {
      early.start[row] += shift + row * 600_000;
      early.end[row] += shift + row * 600_000;
    }
    expect(await rowsOf('from>23:45', early)).toEqual([2, 3, 4, 5]);
    expect(await rowsOf('from>=00:10', early)).toEqual([4, 5]);
    expect(await rowsOf('from<23:00', early)).toEqual([]); // before the data, of the first day
    expect(await rowsOf('from>23:00', early)).toHaveLength(6);
  });

  it('counts rows of each source', () => {
    const counts = countBySource(evaluateQuery(queryOf('is:error or reboot'), TABLE), TABLE);
    const named = Object.fromEntries(TABLE.sources.map((source, id) => [source, counts[id]]));
    expect(named).toEqual({ NodeState: 1, KubeEvent: 0, Disruption: 2, APIShutdown: 0, E2ETest: 0 });
  });

  it('works on what another thread got', () => {
    const copy = structuredClone(queryTableOf(TABLE));
    expect(countBits(evaluateQuery(queryOf('is:error timeout'), copy))).toBe(1);
  });

  it('works on nothing', () => {
    const empty = tableFrom('');
    for (const text of ['', 'a', 'é', 'node:x', 'phase:*', '-is:open', 'at:10:00', 'dur>1s'])
      expect(countBits(evaluateQuery(queryOf(text), empty)), text).toBe(0);
  });

  it('refuses regular expressions that nobody compiled', () => {
    expect(() => evaluateQuery(queryOf('/a/'), TABLE)).toThrow('not compiled');
  });
});

describe('slices', () => {
  it('pause when their time is up, and give the same', async () => {
    let clock = 0;
    let pauses = 0;
    const rows = await runInSlices(evaluateSlices(queryOf('é or reboot or node:x'), { ...TABLE }), {
      now: () => (clock += 5),
      pause: async () => void pauses++,
      isCancelled: () => false,
    });
    expect(rows).toEqual(evaluateQuery(queryOf('reboot'), TABLE));
    expect(pauses).toBeGreaterThan(1);
  });

  it('give nothing when cancelled', async () => {
    let asked = 0;
    const rows = await runInSlices(evaluateSlices(queryOf('reboot'), { ...TABLE }), {
      now: () => 0,
      pause: async () => undefined,
      isCancelled: () => ++asked > 2,
    });
    expect(rows).toBeNull();
  });
});
