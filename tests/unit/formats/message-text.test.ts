import { expect, test } from 'vitest';
import { parseMessageText, parseOperatorMessageText } from '../../../src/formats/message-text.ts';

test.each([
  [
    'constructed/node-lifecycle-constructor reason/NodeUpdate phase/Drain roles/worker drained node',
    {
      reason: 'NodeUpdate',
      message: 'drained node',
      annotations: {
        constructed: 'node-lifecycle-constructor',
        reason: 'NodeUpdate',
        phase: 'Drain',
        roles: 'worker',
      },
    },
  ],
  // An unfinished phase says `role`, and `state` for its phase.
  [
    'reason/NodeUpdate role/worker state/Reboot never completed',
    {
      reason: 'NodeUpdate',
      message: 'never completed',
      annotations: { reason: 'NodeUpdate', roles: 'worker', state: 'Reboot' },
    },
  ],
  ['reason/Created ', { reason: 'Created', message: '', annotations: { reason: 'Created' } }],
  [
    'cause/ cause/PodInitializing reason/ContainerWait',
    {
      reason: 'ContainerWait',
      message: '',
      annotations: { cause: 'PodInitializing', reason: 'ContainerWait' },
    },
  ],
  // Free text may hold slashes, and known keys after other words.
  [
    'reason/Failed http://x/y reason/Other',
    { reason: 'Failed', message: 'http://x/y reason/Other', annotations: { reason: 'Failed' } },
  ],
  ['plain words', { reason: '', message: 'plain words', annotations: {} }],
  ['', { reason: '', message: '', annotations: {} }],
])('parseMessageText(%j)', (text, parts) => expect(parseMessageText(text)).toEqual(parts));

test.each([
  [
    'condition/Degraded status/True reason/NodeControllerDegraded: The master nodes not ready: a/b c',
    {
      reason: 'NodeControllerDegraded',
      message: 'NodeControllerDegraded: The master nodes not ready: a/b c',
    },
  ],
  ['condition/Progressing status/True reason/NodeInstaller', { reason: 'NodeInstaller', message: '' }],
  ['condition/Available status/False reason/some long text', { reason: '', message: 'some long text' }],
  ['condition/Available status/True', { reason: '', message: '' }],
])('parseOperatorMessageText(%j)', (text, parts) =>
  expect(parseOperatorMessageText(text)).toMatchObject(parts),
);
