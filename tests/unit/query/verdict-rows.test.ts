import { expect, it } from 'vitest';
import { forEachBit } from '../../../src/base/bitset.ts';
import { evaluateQuery } from '../../../src/query/evaluate-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { verdictRows } from '../../../src/query/verdict-rows.ts';
import type { Report } from '../../../src/model/report.ts';
import { tableFrom } from '../../support/table-from.ts';

const disruption = (signal: string, episodes: number[] = []) => ({ signal, episodes });
const REPORT = {
  complete: true,
  episodes: [{ signal: 'missing' }, { signal: 'signalled' }],
  disruptions: [
    disruption('unsignalled', [0]),
    disruption('signalled', [1]),
    disruption('unsignalled'),
    disruption('not-applicable'),
  ],
} as unknown as Report;
const OF_ROW = new Map([
  [4, 3],
  [0, 0],
  [2, 1],
  [3, 2],
]);

it('rows of disruption have the report’s verdict; at a missing signal they are missing, too', () => {
  expect(verdictRows(REPORT, OF_ROW)).toEqual({
    unsignalled: [0, 3],
    missing: [0],
    signalled: [2],
    'not-applicable': [4],
  });
});

it('while files are read nothing is unsignalled or missing', () => {
  expect(verdictRows({ ...REPORT, complete: false }, OF_ROW)).toEqual({
    undeterminable: [0, 3],
    signalled: [2],
    'not-applicable': [4],
  });
});

it('a query asks for verdicts by the words of the report', () => {
  const row =
    '10:00:00 10:00:05 Error Disruption DisruptionBegan type=Disruption backend-disruption-name=kube-api';
  const verdicts = verdictRows(REPORT, OF_ROW);
  const rowsOf = (text: string) => {
    const query = parseQuery(text);
    if (!query.ok) throw new Error(query.failure.code);
    const rows: number[] = [];
    forEachBit(evaluateQuery(query.value, tableFrom(Array(5).fill(row).join('\n')), { verdicts }), (each) =>
      rows.push(each),
    );
    return rows;
  };
  expect(rowsOf('is:unsignalled')).toEqual([0, 3]);
  expect(rowsOf('is:unsignalled -is:missing')).toEqual([3]);
  expect(rowsOf('is:not-applicable or is:Signalled')).toEqual([2, 4]);
  expect(rowsOf('is:undeterminable')).toEqual([]);
  expect(rowsOf('is:disruption')).toEqual([0, 1, 2, 3, 4]);
});
