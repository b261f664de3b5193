import { expect, it } from 'vitest';
import { matchText } from '../../../src/view/match-text.ts';
import { findRow, keyOfRow } from '../../../src/view/row-key.ts';
import { tableFrom } from '../../support/table-from.ts';

const table = tableFrom(`
  10:57:25 10:58:39 Info  NodeState  NodeUpdate      node=m0 +phase=Reboot "rebooted and kubelet started"
  10:57:26 10:57:33 Error Disruption DisruptionBegan backend-disruption-name=kube-api-new-connections
  10:57:26 10:57:33 Error Disruption DisruptionBegan backend-disruption-name=kube-api-reused-connections
`);

it('a row is found by its key', () => {
  for (let row = 0; row < table.length; row++) expect(findRow(table, keyOfRow(table, row))).toBe(row);
});

it('keys of other runs and broken keys find nothing', () => {
  for (const key of ['', '-', 'x', '1678705046000-zz', 'NaN-1', '1e400-a'])
    expect(findRow(table, key)).toBeNull();
});

it('text is looked for in locator, source, reason and message, in any case', () => {
  expect(matchText(table, ' ')).toBeNull();
  const rows = (query: string) => [...matchText(table, query)!].flatMap((kept, row) => (kept ? [row] : []));
  expect(rows('REUSED')).toEqual([2]);
  expect(rows('disruption')).toEqual([1, 2]);
  expect(rows('nodeupdate')).toEqual([0]);
  expect(rows('kubelet started')).toEqual([0]);
  expect(rows('node/m0')).toEqual([0]);
  expect(rows('nowhere')).toEqual([]);
});
