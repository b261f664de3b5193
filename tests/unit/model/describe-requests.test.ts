import { expect, test } from 'vitest';
import { longestReactions, reactionsOf } from '../../../src/model/describe-requests.ts';
import type { Reaction } from '../../../src/model/report.ts';
import { reportOf, shutdownOf } from '../../support/report-of.ts';

const reaction = (parts: Partial<Reaction>): Reaction => ({
  shutdown: 0,
  loadBalancer: 'external',
  connection: 'new',
  protocol: null,
  seconds: 22,
  atLeast: false,
  lateRequests: 0,
  requests: 3,
  best: true,
  source: 'audit-time',
  ...parts,
});
const report = reportOf({
  shutdowns: [shutdownOf(), shutdownOf({ node: 'm1', initiated: '2023-03-13T11:00:00.000Z' })],
  reactions: [
    reaction({}),
    reaction({ shutdown: 1, seconds: 63, atLeast: true }),
    reaction({ shutdown: 1, loadBalancer: 'internal', best: false }),
    reaction({ shutdown: null, seconds: 400 }),
  ],
});

test('the longest reaction of each path is told with its stop', () => {
  expect(longestReactions(report)).toEqual(['external, new: ≥ 1 m 03 s (m1, 11:00:00; audit log)']);
});

test('a shutdown has its own reactions, the best of each cell', () => {
  expect(reactionsOf(report, [1])).toEqual([report.reactions[1]]);
  expect(reactionsOf(report, [])).toEqual([]);
});

test('the late requests of a cell are told, whichever of its rows counts them', () => {
  const header = reaction({ lateRequests: null, requests: null, source: 'window-message' });
  const late = reaction({ lateRequests: 12, requests: 12, best: false, source: 'during-graceful' });
  const reused = reaction({ connection: 'reused', lateRequests: null, requests: null });
  const told = reactionsOf(reportOf({ shutdowns: [shutdownOf()], reactions: [header, late, reused] }), [0]);
  expect(told).toEqual([{ ...header, lateRequests: 12, requests: 12 }, reused]);
});
