/**
 * What the operator of the kube-apiserver says of rollouts, in the Events that it prints. Writer: openshift/library-go:
 * pkg/operator/staticpod/controller/installer and pkg/operator/status.
 */
import type { RolloutMark } from '../../model/mark.ts';
import type { Echo } from './echo.ts';

/** Of its namespace: the operators of etcd and of the controllers use the same reasons. */
const OPERATOR = 'openshift-kube-apiserver-operator';

export type RolloutSign = Pick<RolloutMark, 'sign' | 'node' | 'fromRevision' | 'toRevision'> & {
  /** The operator is done: what was progressing has ended. */
  readonly isEnd: boolean;
};

const NODE_REVISION = /^Updat(?:ing|ed) node "([^"\s]{1,253})" from revision (\d{1,9}) to (\d{1,9})\b/;
const INSTALLER =
  /^Created Pod\/installer-(\d{1,9})-(?:retry-\d{1,4}-)?([a-z0-9.-]{1,253}) -n openshift-kube-apiserver\b/;
const REVISION = /\brevision (\d{1,9})\b/g;

/** Null for Events that say nothing of a rollout of the kube-apiserver. */
export function readRollout({ namespace, reason, message }: Echo): RolloutSign | null {
  if (namespace !== OPERATOR) return null;
  if (reason === 'OperatorStatusChanged') return readProgress(message.slice(0, 8000));
  const created = reason === 'PodCreated' ? INSTALLER.exec(message) : null;
  if (created !== null)
    return {
      sign: 'installer',
      node: created[2],
      fromRevision: null,
      toRevision: Number(created[1]),
      isEnd: false,
    };
  if (reason !== 'NodeTargetRevisionChanged' && reason !== 'NodeCurrentRevisionChanged') return null;
  const match = NODE_REVISION.exec(message);
  if (match === null) return null;
  return {
    sign: reason === 'NodeTargetRevisionChanged' ? 'target' : 'current',
    node: match[1],
    fromRevision: Number(match[2]),
    toRevision: Number(match[3]),
    isEnd: false,
  };
}

/** `Status for clusteroperator/kube-apiserver changed: Progressing changed from False to True ("NodeInstallerProgressing: …")` */
function readProgress(message: string): RolloutSign | null {
  if (!message.includes('clusteroperator/kube-apiserver changed')) return null;
  const changed = /Progressing changed from (?:True|False|Unknown) to (True|False)/.exec(message);
  const isMessage = /Progressing message changed from/.test(message);
  if (changed === null && !isMessage) return null;
  if (changed?.[1] !== 'False' && !message.includes('NodeInstallerProgressing')) return null;
  const revisions = [...message.matchAll(REVISION)].map((match) => Number(match[1])).sort((a, b) => a - b);
  return {
    sign: 'progressing',
    node: null,
    fromRevision: revisions.length > 1 ? revisions[0] : null,
    toRevision: revisions[revisions.length - 1] ?? null,
    isEnd: changed?.[1] === 'False',
  };
}
