import { expect, it } from 'vitest';
import { laneOfNode } from '../../../src/timeline/node-lane.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { reportOf } from '../../support/report-of.ts';
import { tableFrom } from '../../support/table-from.ts';

it('finds the lane of a node by its name with or without a domain', () => {
  const table = tableFrom(`
    10:00:00 10:05:00 Info NodeState NodeUpdate node=master-0.example.org +roles=control-plane
    10:01:00 10:02:00 Info NodeState NodeUpdate node=master-0.example.org +roles=control-plane
    10:00:00 10:05:00 Info NodeState NodeUpdate node=master-1.example.org +roles=control-plane
    10:00:00 10:05:00 Info NodeState Update node=worker-0.example.org
  `);
  const usual = reportOf();
  const controlPlane = ['master-0.example.org', 'master-1.example.org'];
  const lanes = layoutLanes(table, { ...usual, run: { ...usual.run, controlPlane } });
  const found = laneOfNode(lanes, 'master-1');
  expect(lanes.labels[found]).toBe('master-1');
  expect(lanes.groups[lanes.group[found]].id).toBe('control-plane-nodes');
  const first = laneOfNode(lanes, 'master-0.example.org');
  expect([lanes.labels[first], lanes.isSubLane[first]]).toEqual(['master-0', 0]);
  expect(laneOfNode(lanes, 'worker-0')).toBe(-1);
});
