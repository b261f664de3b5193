import { expect, it } from 'vitest';
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
