import { expect, it } from 'vitest';
import { findMissingMarks } from '../../../src/query/missing-marks.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { episodeOf, reportOf } from '../../support/report-of.ts';
import { at } from '../../support/table-from.ts';

const REPORT = reportOf({
  episodes: [
    episodeOf({ node: 'm1', from: '2023-03-13T11:15:02.000Z' }),
    episodeOf({ node: 'm0', signal: 'signalled' }),
    episodeOf({ node: 'm0', from: '2023-03-13T10:57:25.000Z' }),
  ],
});
const RANGE = { from: at('09:00:00'), to: at('12:00:00') };

function episodesFor(text: string, report = REPORT): number[] {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(text);
  return findMissingMarks(query.value, report, RANGE).map(({ episode }) => episode);
}

it('asked for what is missing, a query keeps the marks by time', () => {
  expect(episodesFor('is:missing')).toEqual([2, 0]);
  expect(episodesFor('is:missing node:m1')).toEqual([0]);
  expect(episodesFor('is:missing from>11:00:00')).toEqual([0]);
  expect(episodesFor('is:missing or reason:Reboot')).toEqual([2, 0]);
  expect(episodesFor('is:missing dur>1s')).toEqual([]);
});

it('a query about rows keeps none, nor does one that excludes them, nor a report that is not complete', () => {
  expect(episodesFor('')).toEqual([]);
  expect(episodesFor('is:unsignalled')).toEqual([]);
  expect(episodesFor('node:m0')).toEqual([]);
  expect(episodesFor('-is:missing')).toEqual([]);
  expect(episodesFor('is:missing', { ...REPORT, complete: false })).toEqual([]);
});
