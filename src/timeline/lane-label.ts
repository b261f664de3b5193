import { loadBalancerOf, parseBackendName, samplerName } from '../model/backend-name.ts';
import type { Locator } from '../model/interval-table.ts';
import { isIpAddress, shortNodeName } from '../model/node-name.ts';

/** Keys that tell repeats apart, not things: rows that differ only there share a lane. */
const NOT_IN_LANES = new Set(['hmsg', 'uid', 'mirror-uid', 'row']);
/** Keys whose value says enough by itself, in the order in which people read them. */
const PLAIN_KEYS = [
  'clusteroperator',
  'clusterversion',
  'alert',
  'e2e-test',
  'server',
  'machine',
  'node',
  'namespace',
  'pod',
  'container',
  'etcd-member',
] as const;
const PLAIN: ReadonlySet<string> = new Set(PLAIN_KEYS);

/** A short name of what a locator is about, for the label of its lane. Locators with the same name share a lane. */
export function laneLabel(locator: Locator): string {
  const { keys } = locator;
  const parts: string[] = [];
  for (const key of PLAIN_KEYS) {
    const value = plainValue(keys, key);
    if (value !== '') parts.push(value);
  }
  for (const [key, value] of Object.entries(keys)) {
    if (!PLAIN.has(key) && !NOT_IN_LANES.has(key) && value !== '') parts.push(`${key}/${value}`);
  }
  return parts.join(' ') || locator.type || '(nothing said)';
}

/** What a key adds to a label: names of nodes without their domains, and nothing that another part says already. */
function plainValue(keys: Locator['keys'], key: (typeof PLAIN_KEYS)[number]): string {
  const value = keys[key] ?? '';
  const server = keys['server'] ?? '';
  switch (key) {
    case 'node':
      return isInPod(keys, value) ? '' : shortNodeName(value);
    case 'namespace':
      return server !== '' && value === `openshift-${server}` ? '' : value;
    case 'pod': {
      const pod = shortPodName(value);
      return server !== '' && pod.startsWith(`${server}-`) ? pod.slice(server.length + 1) : pod;
    }
    default:
      return value;
  }
}

/** Static pods are called after their node. */
function isInPod({ pod = '' }: Locator['keys'], node: string): boolean {
  return node !== '' && shortPodName(pod).endsWith(`-${shortNodeName(node)}`);
}

/** `etcd-m0.example.org` is the pod of `m0`; an address keeps its dots. */
function shortPodName(pod: string): string {
  const address = /-([\d.]+)$/.exec(pod)?.[1];
  return address !== undefined && isIpAddress(address) ? pod : shortNodeName(pod);
}

/**
 * `kube-api http2 new`: the load balancer is in the group's name, and the protocol stands there where the data tell it,
 * which samplers inside the cluster do. Other observers are named behind.
 */
export function disruptionLabel(locator: Locator): string {
  const name = parseBackendName(locator.keys);
  return samplerName(name, name.connection) || laneLabel(locator);
}

const API_ORDER = ['kube-api', 'openshift-api', 'oauth-api'];

/** Text by which lanes of disruption are sorted: the kube-apiserver's own first, cached requests after the others. */
export function disruptionOrder(label: string): string {
  const isCached = label.startsWith('cache-');
  const name = isCached ? label.slice(6) : label;
  const rank = API_ORDER.findIndex((api) => name.startsWith(api));
  return `${isCached ? 1 : 0}${rank < 0 ? API_ORDER.length : rank}${name}`;
}

/** Group id of a disruption row. */
export function disruptionGroup(locator: Locator): string {
  const { way, isApi } = parseBackendName(locator.keys);
  const loadBalancer = loadBalancerOf(way);
  return loadBalancer !== null && isApi ? `disruption-${loadBalancer}` : 'disruption-other';
}
