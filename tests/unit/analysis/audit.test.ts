import { describe, expect, test } from 'vitest';
import { countRequests, measureAudit } from '../../../src/analysis/audit.ts';
import { measureDensity } from '../../../src/model/request-density.ts';
import { mergeRequests } from '../../../src/model/merge-requests.ts';
import type { RequestTable } from '../../../src/model/request-table.ts';
import { at, requestsFrom, type RequestLine } from '../../support/requests-from.ts';

const shards = (...tables: RequestTable[]) =>
  mergeRequests(tables).tables.map((table, file) => ({ file, table: table! }));

const LINES: RequestLine[] = [
  { at: '10:00:00' },
  { at: '10:00:00.500', code: 429, flags: ['answered', 'late'] },
  { at: '10:00:02', code: 503, flags: ['answered', 'late', 'loopback'] },
  { at: '10:00:02', code: 500, flags: ['answered', 'panic', 'truncated'] },
  { at: '10:00:03', code: 0, flags: [] },
  { at: '10:00:03', flags: ['answered', 'beforeReady'] },
];

describe('the audit block', () => {
  test('is null without requests', () => expect(measureAudit([])).toBeNull());

  test('counts answers, and late ones only from outside', () => {
    expect(measureAudit(shards(requestsFrom(LINES)))).toEqual({
      codes: { '200': 2, '429': 1, '500': 1, '503': 1 },
      unanswered: 1,
      panics: 1,
      truncated: 1,
      loopback: 1,
      beforeReady: 1,
      late: { '429': 1 },
    });
  });

  test('counts a request of two files once', () => {
    const twice = shards(requestsFrom(LINES), requestsFrom(LINES));
    expect(countRequests(twice)).toBe(6);
    expect(measureAudit(twice)).toEqual(measureAudit(shards(requestsFrom(LINES))));
  });
});

describe('density', () => {
  test('counts arrivals by second and answer, for each server and node', () => {
    const [m0, m1] = measureDensity(
      shards(requestsFrom(LINES), requestsFrom([{ at: '10:00:07' }], { node: 'm1.example.com' })),
    );
    expect(m0).toMatchObject({ server: 'kube-apiserver', node: 'm0', from: at('10:00:00') });
    expect([...m0.ok]).toEqual([1, 0, 0, 2]);
    expect([...m0.throttled]).toEqual([1, 0, 0, 0]);
    expect([...m0.failed]).toEqual([0, 0, 2, 0]);
    expect(m1).toMatchObject({ node: 'm1', from: at('10:00:07') });
  });

  test('files of one node make one lane', () => {
    const lanes = measureDensity(
      shards(
        requestsFrom([{ at: '10:00:00' }]),
        requestsFrom([{ at: '10:00:01' }], { node: 'm0.example.com' }),
      ),
    );
    expect(lanes.map(({ node, ok }) => [node, [...ok]])).toEqual([['m0', [1, 1]]]);
  });

  test('counts only what is wanted', () => {
    const all = shards(requestsFrom(LINES));
    expect(measureDensity(all, (shard, row) => all[shard].table.code[row] === 429)).toMatchObject([
      { from: at('10:00:00'), ok: new Uint32Array(1), throttled: Uint32Array.of(1) },
    ]);
    expect(measureDensity(all, () => false)).toEqual([]);
  });

  test('a wrong clock costs no memory', () => {
    const table = requestsFrom([{ at: '10:00:00' }, { at: '10:00:01' }]);
    table.received[1] = Date.UTC(2090, 0, 1);
    expect(measureDensity(shards(table))[0].ok.length).toBeLessThanOrEqual(7 * 24 * 3600);
  });
});
