import { expect, test } from 'vitest';
import { countGroup, groupCountText } from '../../../../src/ui/chart/group-counts.ts';

const group = (id: string, firstLane: number, endLane: number) =>
  ({ id, label: id, usual: 'open', firstLane, endLane }) as const;
const lanes = { first: Uint32Array.of(0, 3, 1003, 1010) };

test('a group tells what is drawn of what the filter finds', () => {
  const count = (id: string, from: number, to: number) =>
    groupCountText(countGroup(lanes, group(id, from, to), ['Alert', 'KubeEvent'], Uint32Array.of(3, 12_345)));
  expect(count('Alert', 0, 1)).toBe('3');
  expect(count('KubeEvent', 1, 2)).toBe('1,000 of 12,345');
  expect(count('lifecycle', 2, 3)).toBe('7');
});
