/** Through which load balancer a request came, as far as its client tells; addresses do not tell it. */
import type { Connection, LoadBalancer, Protocol } from './report.ts';
import { shortNodeName } from './node-name.ts';
import type { RequestTable } from './request-table.ts';
import { textOf } from './text-pool.ts';

export interface RequestClass {
  readonly loadBalancer: LoadBalancer | null;
  readonly connection: Connection | null;
  readonly protocol: Protocol | null;
}

/** Source: openshift/origin: pkg/disruption/backend (names of samplers) */
const SAMPLER =
  /^(?:openshift-external-backend-sampler-)?(?:[a-z-]+-)?(http1|http2)-(external-lb|internal-lb|service-network|localhost)-(new|reused)-connections/;
const OLD_SAMPLER = /^openshift-external-backend-sampler-/;
const LOAD_BALANCERS: Readonly<Record<string, LoadBalancer>> = {
  'external-lb': 'external',
  'internal-lb': 'internal',
  'service-network': 'service-network',
  localhost: 'localhost',
};
/** Service accounts of pods on the host's network, which go by the internal load balancer as kubelets do. */
const ON_HOST_NETWORK = /^system:serviceaccount:openshift-(?:network-operator|cluster-version):/;
/** Clients that run beside the server and reach it without a load balancer. */
const BESIDE = new Set([
  'system:apiserver',
  'system:kube-controller-manager',
  'system:kube-scheduler',
  'system:aggregator',
]);
const PROBE_PATH = /^\/(?:readyz|livez|healthz)(?:\/|$)/;
const PROBE_AGENT = /^(?:kube-probe|kube-apiserver)\//;

/**
 * The class of each request that says something of a load balancer; null for the server's own, its neighbours' and
 * probes. Decided once per distinct user, agent and path. Source of the rules: openshift/origin:
 * pkg/monitortests/kubeapiserver/auditloganalyzer (its older check by kind of client)
 */
export function classifier(table: RequestTable): (row: number) => RequestClass | null {
  const users = memo((id) => ofUser(textOf(table.texts, id)));
  const agents = memo((id) => ofAgent(textOf(table.texts, id)));
  const probes = memo((id) => PROBE_PATH.test(textOf(table.texts, id)));
  const kubelets = memo((id) => kubeletOf(textOf(table.texts, id)));
  const nodes = table.nodes.map(shortNodeName);
  return (row) => {
    const agent = agents(table.agent[row]);
    if (agent === null || probes(table.path[row])) return null;
    if (agent.connection !== null) return agent;
    const user = users(table.user[row]);
    const kubelet = kubelets(table.user[row]);
    if (user === null || (kubelet !== '' && kubelet === nodes[table.node[row]])) return null;
    return agent.loadBalancer !== null ? agent : user;
  };
}

/** The class of a request of which only the client's own words and the path are told; null for probes and the server's own. */
export function classOfAgent(agent: string, path: string): RequestClass | null {
  return PROBE_PATH.test(path) ? null : ofAgent(agent);
}

const UNKNOWN: RequestClass = { loadBalancer: null, connection: null, protocol: null };

function ofAgent(agent: string): RequestClass | null {
  if (PROBE_AGENT.test(agent)) return null;
  const sampler = SAMPLER.exec(agent);
  if (sampler !== null) {
    const [, protocol, loadBalancer, connection] = sampler;
    return {
      loadBalancer: LOAD_BALANCERS[loadBalancer],
      connection: connection as Connection,
      protocol: protocol as Protocol,
    };
  }
  return OLD_SAMPLER.test(agent) ? { ...UNKNOWN, loadBalancer: 'external' } : UNKNOWN;
}

function ofUser(user: string): RequestClass | null {
  if (BESIDE.has(user)) return null;
  if (user.startsWith('system:node:') || ON_HOST_NETWORK.test(user))
    return { ...UNKNOWN, loadBalancer: 'internal' };
  if (user.startsWith('system:serviceaccount:openshift-'))
    return { ...UNKNOWN, loadBalancer: 'service-network' };
  return UNKNOWN;
}

function kubeletOf(user: string): string {
  return user.startsWith('system:node:') ? shortNodeName(user.slice('system:node:'.length)) : '';
}

function memo<T>(of: (id: number) => T): (id: number) => T {
  const known = new Map<number, T>();
  return (id) => {
    if (!known.has(id)) known.set(id, of(id));
    return known.get(id)!;
  };
}
