import { expect, test } from 'vitest';
import { nodeSignOf, rebootsOf } from '../../../../src/formats/kube-events/event-reboots.ts';

const MINUTE = 60_000;

function reboots(...signs: readonly (readonly [minute: number, reason: string, node?: string])[]) {
  const all = signs.flatMap(
    ([minute, reason, node = 'n'], i) => nodeSignOf(reason, node, minute * MINUTE, i) ?? [],
  );
  return rebootsOf(all).map(({ at, node }) => `${node}@${at / MINUTE}`);
}

test('a reboot began when the node was first found not ready before its kubelet told of it', () => {
  expect(reboots([0, 'NodeNotReady'], [1, 'NodeNotReady'], [3, 'Rebooted'])).toEqual(['n@0']);
  expect(reboots([3, 'Rebooted'], [0, 'NodeNotReady'])).toEqual(['n@0']); // lists are not in order of time
});

test('not ready alone is no reboot, nor is a boot without it, nor another node', () => {
  expect(reboots([0, 'NodeNotReady'], [2, 'NodeReady'])).toEqual([]);
  expect(reboots([3, 'Rebooted'], [4, 'NodeNotReady'])).toEqual([]);
  expect(reboots([0, 'NodeNotReady', 'm'], [3, 'Rebooted'])).toEqual([]);
});

test('each boot ends one', () => {
  expect(reboots([0, 'NodeNotReady'], [3, 'Rebooted'], [90, 'NodeNotReady'], [93, 'Rebooted'])).toEqual([
    'n@0',
    'n@90',
  ]);
  expect(reboots([0, 'NodeNotReady'], [90, 'NodeNotReady'], [93, 'Rebooted'])).toEqual(['n@90']);
});
