import { expect, test } from 'vitest';
import { fullBitset } from '../../../../src/base/bitset.ts';
import {
  groupRequests,
  listRequests,
  REQUEST_GROUPINGS,
} from '../../../../src/query/requests/summarise-requests.ts';
import { requestsFrom, type RequestLine } from '../../../support/requests-from.ts';

function setOf(lines: readonly RequestLine[], file = 'a.log', node = 'm0') {
  const table = requestsFrom(lines, { node });
  return { file, table, rows: fullBitset(table.length) };
}

const FIRST = setOf([
  { at: '10:00:00', user: 'a', ms: 10 },
  { at: '10:00:03', user: 'b', ms: 30, code: 500 },
  { at: '10:00:06', user: 'a', ms: 20, code: 429, flags: ['answered', 'late'] },
]);
const SECOND = setOf(
  [{ at: '10:00:02', user: 'a', ms: 90_000, flags: ['answered', 'longRunning'] }],
  'b.log',
  'm1',
);

test('requests are grouped over all tables, the busiest first', () => {
  expect(groupRequests([FIRST, SECOND], 'user')).toEqual({
    groups: [
      { value: 'a', count: 3, failed: 0, throttled: 1, late: 1, median: 10, slowest: 20 },
      { value: 'b', count: 1, failed: 1, throttled: 0, late: 0, median: 30, slowest: 30 },
    ],
    others: 0,
  });
});

test('the median of many is that of a sample, and the same each time', () => {
  const many = setOf(Array.from({ length: 5000 }, (_, i) => ({ at: '10:00:00', id: `id-${i}`, ms: 100 })));
  const [first, again] = [groupRequests([many], 'verb'), groupRequests([many], 'verb')];
  expect(first).toEqual(again);
  expect(first.groups).toMatchObject([{ value: 'get', count: 5000, median: 100, slowest: 100 }]);
});

test('more groups than are listed are counted', () => {
  const many = setOf(
    Array.from({ length: 250 }, (_, i) => ({ at: '10:00:00', id: `id-${i}`, user: `u${i}` })),
  );
  const { groups, others } = groupRequests([many], 'user');
  expect(groups).toHaveLength(200);
  expect(others).toBe(50);
});

test.each(REQUEST_GROUPINGS)('they can be grouped by %s, and every one is in one group', (by) => {
  const { groups } = groupRequests([FIRST, SECOND], by);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(4);
});

test('single requests come in order of arrival, a page at a time', () => {
  const times = (offset: number, limit: number) =>
    listRequests([FIRST, SECOND], offset, limit).map(
      ({ received, file }) => `${(received / 1000) % 60} ${file}`,
    );
  expect(times(0, 10)).toEqual(['0 a.log', '2 b.log', '3 a.log', '6 a.log']);
  expect(times(1, 2)).toEqual(['2 b.log', '3 a.log']);
  expect(times(3, 2)).toEqual(['6 a.log']);
  expect(times(4, 2)).toEqual([]);
});

test('requests of one moment are on one page each', () => {
  const same = setOf(Array.from({ length: 7 }, (_, i) => ({ at: '10:00:00', id: `id-${i}`, user: `u${i}` })));
  const pages = [0, 3, 6].flatMap((offset) => listRequests([same], offset, 3).map(({ user }) => user));
  expect(pages).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6']);
});

test('a request is told whole', () => {
  expect(listRequests([FIRST], 2, 1)).toMatchObject([
    {
      user: 'a',
      verb: 'get',
      code: 429,
      latency: 20,
      server: 'kube-apiserver',
      node: 'm0',
      flags: ['answered', 'late'],
    },
  ]);
});
