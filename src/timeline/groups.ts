import type { GroupState } from '../view/view-state.ts';

/** A group of lanes that stands for itself, before those named after sources. */
interface KnownGroup {
  readonly id: string;
  readonly label: string;
  readonly usual: GroupState;
}

export const LIFECYCLE_GROUP = 'lifecycle';
export const NODES_GROUP = 'control-plane-nodes';
export const REQUESTS_GROUP = 'requests';

/**
 * Order of groups: ours first, then Sippy's preferred order, then origin's, then what nobody knew. Those that Sippy
 * preselects are open. Source: openshift/sippy intervals page, intervals.md 8.3.
 */
const KNOWN: readonly KnownGroup[] = [
  { id: LIFECYCLE_GROUP, label: 'Apiserver lifecycle', usual: 'open' },
  { id: NODES_GROUP, label: 'Control-plane nodes', usual: 'open' },
  { id: REQUESTS_GROUP, label: 'Requests · audit logs', usual: 'open' },
  { id: 'disruption-external', label: 'Disruption · external LB', usual: 'open' },
  { id: 'disruption-internal', label: 'Disruption · internal LB', usual: 'open' },
  { id: 'disruption-service-network', label: 'Disruption · service network', usual: 'open' },
  { id: 'disruption-localhost', label: 'Disruption · localhost', usual: 'open' },
  { id: 'disruption-other', label: 'Disruption · other backends', usual: 'open' },
  { id: 'OperatorAvailable', label: 'OperatorAvailable', usual: 'open' },
  { id: 'OperatorProgressing', label: 'OperatorProgressing', usual: 'open' },
  { id: 'OperatorDegraded', label: 'OperatorDegraded', usual: 'open' },
  { id: 'NodeState', label: 'NodeState', usual: 'open' },
  { id: 'APIServerGracefulShutdown', label: 'APIServerGracefulShutdown', usual: 'open' },
  { id: 'APIServerShutdown', label: 'APIServerShutdown', usual: 'open' },
  { id: 'APIUnreachableFromClient', label: 'APIUnreachableFromClient', usual: 'open' },
  { id: 'CertificateRotation', label: 'CertificateRotation', usual: 'closed' },
  { id: 'KubeletLog', label: 'KubeletLog', usual: 'open' },
  { id: 'EtcdLog', label: 'EtcdLog', usual: 'open' },
  { id: 'EtcdLeadership', label: 'EtcdLeadership', usual: 'open' },
  { id: 'CPUMonitor', label: 'CPUMonitor', usual: 'open' },
  { id: 'StaticPodInstallMonitor', label: 'StaticPodInstallMonitor', usual: 'closed' },
  { id: 'Alert', label: 'Alert', usual: 'open' },
  { id: 'E2EFailed', label: 'E2EFailed', usual: 'open' },
  { id: 'E2EFlaked', label: 'E2EFlaked', usual: 'closed' },
  { id: 'E2EPassed', label: 'E2EPassed', usual: 'closed' },
  { id: 'E2ESkipped', label: 'E2ESkipped', usual: 'closed' },
];
const RANK: ReadonlyMap<string, number> = new Map(KNOWN.map((group, index) => [group.id, index]));

/** Known groups first, in their order; the others after them, by name. */
export function compareGroups(a: string, b: string): number {
  const one = RANK.get(a) ?? KNOWN.length;
  const other = RANK.get(b) ?? KNOWN.length;
  return one - other || (a < b ? -1 : a > b ? 1 : 0);
}

export function groupLabel(id: string): string {
  const rank = RANK.get(id);
  return rank === undefined ? id : KNOWN[rank].label;
}

/** More lanes than fit a screen: their summary tells more. */
const VAST_GROUP = 60;
/** Groups up to this one are what verdicts speak of, and stay open however many lanes they have. */
const LAST_OF_VERDICTS = 'APIUnreachableFromClient';

/** How the group is shown before anybody chose, by how many lanes it has. */
export function usualState(id: string, lanes: number): GroupState {
  const rank = RANK.get(id);
  if (rank === undefined || (lanes > VAST_GROUP && rank > RANK.get(LAST_OF_VERDICTS)!)) return 'closed';
  return KNOWN[rank].usual;
}

/** Lanes of these groups stand in the order of their labels, those of the others in order of first appearance. */
export function isSortedByLabel(id: string): boolean {
  return (
    id === NODES_GROUP || id === 'NodeState' || id.startsWith('disruption-') || id.startsWith('Operator')
  );
}
