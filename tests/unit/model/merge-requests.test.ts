import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRequests } from '../../../src/model/merge-requests.ts';
import { REQUEST } from '../../../src/model/request-table.ts';
import { requestsFrom, type RequestLine } from '../../support/requests-from.ts';

const isDuplicate = (flags: number) => (flags & REQUEST.duplicate) !== 0;

describe('requests of several tables', () => {
  test('are counted once where rotated files overlap, and the first keeps its row', () => {
    const shared: RequestLine = { at: '10:00:05', id: 'shared' };
    const first = requestsFrom([{ at: '10:00:00', id: 'a' }, shared]);
    const second = requestsFrom([shared, { at: '10:00:09', id: 'b' }]);
    const { tables, duplicates } = mergeRequests([first, second]);
    expect([...tables[0]!.flags].map(isDuplicate)).toEqual([false, false]);
    expect([...tables[1]!.flags].map(isDuplicate)).toEqual([true, false]);
    expect(duplicates).toEqual([
      { count: 0, firstPlace: 0 },
      { count: 1, firstPlace: 0 },
    ]);
  });

  test('a watch that begins in one file and ends in the next has the answer of the next', () => {
    const begin: RequestLine = {
      at: '10:00:00',
      id: 'w',
      stage: 'ResponseStarted',
      ms: 1,
      flags: ['answered', 'longRunning'],
    };
    const end: RequestLine = {
      at: '10:00:00',
      id: 'w',
      ms: 90_000,
      code: 410,
      flags: ['answered', 'longRunning'],
    };
    const { tables } = mergeRequests([requestsFrom([begin]), requestsFrom([end])]);
    expect(tables[0]!.latency[0]).toBe(90_000);
    expect(tables[0]!.code[0]).toBe(410);
    expect(isDuplicate(tables[1]!.flags[0])).toBe(true);
  });

  test.each([
    ['another server', requestsFrom([{ at: '10:00:00', id: 'x' }], { server: 'openshift-apiserver' })],
    ['another node', requestsFrom([{ at: '10:00:00', id: 'x' }], { node: 'm1' })],
    ['another audit ID', requestsFrom([{ at: '10:00:00', id: 'y' }])],
    ['another arrival', requestsFrom([{ at: '10:00:00.001', id: 'x' }])],
  ])('%s is another request', (_, other) => {
    const { duplicates } = mergeRequests([requestsFrom([{ at: '10:00:00', id: 'x' }]), other]);
    expect(duplicates.map(({ count }) => count)).toEqual([0, 0]);
  });

  test('the tables given stay as they are', () => {
    const lines: RequestLine[] = [{ at: '10:00:00', id: 'x' }];
    const [a, b] = [requestsFrom(lines), requestsFrom(lines)];
    mergeRequests([a, b]);
    expect(a).toEqual(requestsFrom(lines));
    expect(b).toEqual(requestsFrom(lines));
  });

  test('however lines are spread over files, each request counts once', () => {
    const line = fc.record({ second: fc.integer({ min: 0, max: 9 }), id: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 4 }), (files) => {
        const tables = files.map((lines) =>
          requestsFrom(lines.map(({ second, id }) => ({ at: `10:00:0${second}`, id }))),
        );
        const merged = mergeRequests(tables).tables;
        const counted = merged
          .flatMap((table) => [...table!.flags])
          .filter((flags) => !isDuplicate(flags)).length;
        const distinct = new Set(files.flatMap((lines) => lines.map(({ second, id }) => `${second} ${id}`)));
        expect(counted).toBe(distinct.size);
      }),
    );
  });
});
