import { describe, expect, it } from 'vitest';
import { hashAuditId } from '../../../../src/model/request-table.ts';
import { itemOf } from '../../../../src/query/requests/summarise-requests.ts';
import { wantedLogs } from '../../../../src/ui/details/audit-links.ts';
import { narrowQuery } from '../../../../src/ui/filter/narrow-query.ts';
import { requestColumns } from '../../../../src/ui/requests/request-columns.ts';
import {
  isSameRequest,
  lengthText,
  pageWords,
  requestFacts,
  stretchWords,
} from '../../../../src/ui/requests/request-words.ts';
import { at, requestsFrom } from '../../../support/requests-from.ts';
import { bytesOf } from '../../../support/read.ts';

const TABLE = requestsFrom([
  { at: '10:00:00', id: 'one', ms: 12, code: 503, flags: ['answered', 'late'] },
  { at: '10:00:01', id: 'two', flags: ['answered', 'longRunning'], verb: 'watch' },
]);
const [one, two] = [0, 1].map((row) => itemOf({ file: 'a.log', table: TABLE }, row));

describe('a query that is made narrower', () => {
  it('gets one more term, once', () => {
    expect(narrowQuery('', 'user', 'a')).toBe('user:"a"');
    expect(narrowQuery(' x ', 'code', '500')).toBe('x code:"500"');
    expect(narrowQuery('x code:"500"', 'code', '500')).toBe('x code:"500"');
    expect(narrowQuery('a or b', 'user', 'c')).toBe('(a or b) user:"c"');
    expect(narrowQuery('', 'agent', 'a "b" \\c')).toBe('agent:"a \\"b\\" \\\\c"');
  });
});

describe('what is said of requests', () => {
  it('has words for one, and for a page of many', () => {
    expect(isSameRequest(one, { ...one })).toBe(true);
    expect(isSameRequest(one, two) || isSameRequest(one, null)).toBe(false);
    expect([lengthText(one), lengthText(two)]).toEqual(['12 ms', 'long-running']);
    expect(pageWords(1, 1234)).toBe('51–100 of 1,234');
    expect(pageWords(0, 3)).toBe('1–3 of 3');
    expect(stretchWords(0, false, 'x')).toBe('No request in sight, as filtered');
    expect(stretchWords(2, true, ' ')).toBe('2 requests in the range');
    const facts = requestFacts(one, 'utc').map(({ name, value }) => `${name}: ${value}`);
    expect(facts).toContain('answer: 503');
    expect(facts).toContain('server: kube-apiserver on m0');
  });

  it('has no column for what no group has', () => {
    const group = { value: 'a', count: 1, failed: 1, throttled: 0, late: 0, median: null, slowest: null };
    expect(requestColumns('user', [group]).map(({ label }) => label)).toEqual([
      'user',
      'n',
      '5xx',
      'median',
      'slowest',
    ]);
  });

  it('knows the hash of its audit ID', () => {
    expect(one.audit).toEqual(hashAuditId(bytesOf('one')));
  });
});

describe('which audit logs would hold a request', () => {
  const log = (node: string, from: string, to: string) => ({
    path: node,
    format: 'audit-log',
    records: 1,
    skipped: 0,
    from: new Date(at(from)).toISOString(),
    to: new Date(at(to)).toISOString(),
    node,
    server: 'kube-apiserver',
    nodes: { [node]: 1 },
    notices: [],
    failure: null,
  });
  const time = { from: at('10:00:00'), to: at('10:00:09') };
  const run = { controlPlane: ['m0.example.com', 'm1.example.com'] };

  it('names the nodes whose logs are not there, or do not cover the time', () => {
    const wanted = (...inputs: readonly ReturnType<typeof log>[]) => wantedLogs({ inputs, run }, time, 'utc');
    expect(wanted()).toMatch(/kube-apiserver of m0 and m1 for 2024-10-07 10:00:00 – 10:00:09 UTC/);
    const m0 = log('m0', '09:00:00', '11:00:00');
    expect(wanted(m0, log('m1', '09:00:00', '09:30:00'))).toContain('kube-apiserver of m1 for');
    expect(wanted(m0, log('m1', '10:00:05', '10:30:00'))).toMatch(/^The audit logs at hand cover this time/);
    expect(wantedLogs({ inputs: [], run: { controlPlane: [] } }, time, 'utc')).toContain(
      'of each control-plane node',
    );
  });
});
