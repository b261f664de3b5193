import { expect, test } from 'vitest';
import type { Episode } from '../../../src/model/report.ts';
import { event, everyHalfHour, fileOf, reboot, signal, type Item } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const EVENTS = everyHalfHour(9, 12);

function turn(clock: string, reason: string, text: string): Item {
  const item = event(clock, NODE, reason, text);
  const keys = { namespace: 'openshift-kube-apiserver-operator', deployment: 'kube-apiserver-operator' };
  return { ...item, locator: { type: 'Kind', keys } };
}
const TARGET = turn(
  '10:00:00',
  'NodeTargetRevisionChanged',
  `Updating node "${NODE}" from revision 7 to 8 because node ${NODE} with revision 7 is the oldest`,
);
const CURRENT = turn(
  '10:04:00',
  'NodeCurrentRevisionChanged',
  `Updated node "${NODE}" from revision 7 to 8 because static pod is ready`,
);

async function episodes(...items: readonly unknown[]): Promise<readonly Episode[]> {
  return (await loadTexts([fileOf([...EVENTS, ...items])])).report.episodes;
}

test('the operator tells the revisions of a stop, before it or after it', async () => {
  const told = { kind: 'rollout', node: NODE, signal: 'signalled', revision: { from: 7, to: 8 } };
  expect(await episodes(TARGET, signal('10:00:40', NODE))).toMatchObject([told]);
  expect(await episodes(signal('10:00:40', NODE), CURRENT)).toMatchObject([
    { ...told, to: '2025-05-06T10:04:00.000Z' },
  ]);
});

test('a turn without any sign of the stop is a rollout all the same, somewhere in it', async () => {
  const [one, ...others] = await episodes(TARGET, CURRENT);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    kind: 'rollout',
    node: NODE,
    from: '2025-05-06T10:00:00.000Z',
    to: '2025-05-06T10:04:00.000Z',
    revision: { from: 7, to: 8 },
    signal: 'undeterminable',
  });
  expect(one.why).toContain('Add the termination log of demo-master-0');
});

test('what is known of the stop, or a reboot of the node, takes the turn', async () => {
  expect(await episodes(TARGET, signal('10:00:40', NODE), CURRENT)).toHaveLength(1);
  expect(await episodes(TARGET, reboot('10:01:00', '10:03:00', NODE), CURRENT)).toMatchObject([
    { kind: 'reboot' },
  ]);
});

test('half a turn, or one of another revision, is none', async () => {
  expect(await episodes(TARGET)).toEqual([]);
  expect(await episodes(CURRENT)).toEqual([]);
  const older = turn(
    '10:00:00',
    'NodeTargetRevisionChanged',
    `Updating node "${NODE}" from revision 6 to 7 because`,
  );
  expect(await episodes(older, CURRENT)).toEqual([]);
});
