import { expect, test } from 'vitest';
import { readRollout } from '../../../../src/formats/log/rollout-signs.ts';

const OPERATOR = 'openshift-kube-apiserver-operator';
const echo = (reason: string, message: string, namespace = OPERATOR) => ({
  kind: 'Deployment',
  namespace,
  name: 'x',
  type: 'Normal',
  reason,
  message,
  isRelayed: false,
});

test.each([
  [
    'NodeTargetRevisionChanged',
    'Updating node "m0" from revision 7 to 8 because node m0 with revision 7 is the oldest',
    { sign: 'target', node: 'm0', fromRevision: 7, toRevision: 8 },
  ],
  [
    'NodeCurrentRevisionChanged',
    'Updated node "m0" from revision 7 to 8 because static pod is ready',
    { sign: 'current', node: 'm0' },
  ],
  [
    'PodCreated',
    'Created Pod/installer-8-retry-1-m0 -n openshift-kube-apiserver because it was missing',
    { sign: 'installer', node: 'm0', toRevision: 8 },
  ],
  [
    'OperatorStatusChanged',
    'Status for clusteroperator/kube-apiserver changed: Progressing changed from True to False ("x")',
    { sign: 'progressing', isEnd: true },
  ],
])('%s', (reason, message, sign) => expect(readRollout(echo(reason, message))).toMatchObject(sign));

test.each([
  ['NodeCurrentRevisionChanged', 'Updated node "m0" from revision 7 to 8', 'openshift-etcd-operator'],
  ['PodCreated', 'Created Pod/installer-8-m0 -n openshift-etcd because it was missing', OPERATOR],
  ['PodCreated', 'Created Pod/revision-pruner-8-m0 -n openshift-kube-apiserver', OPERATOR],
  [
    'OperatorStatusChanged',
    'Status for clusteroperator/kube-apiserver changed: Degraded message changed',
    OPERATOR,
  ],
])('nothing of a rollout: %s %s', (reason, message, namespace) => {
  expect(readRollout(echo(reason, message, namespace))).toBeNull();
});
