import type { Locator } from '../model/interval-table.ts';
import { shortNodeName } from '../model/node-name.ts';
import { parseBackendName } from './disruption-rows.ts';

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
    const value = keys[key];
    if (value === undefined || value === '') continue;
    parts.push(key === 'node' ? shortNodeName(value) : value);
  }
  for (const [key, value] of Object.entries(keys)) {
    if (!PLAIN.has(key) && !NOT_IN_LANES.has(key) && value !== '') parts.push(`${key}/${value}`);
  }
  return parts.join(' ') || locator.type || '(nothing said)';
}

/**
 * `kube-api http2 new`: the load balancer is in the group's name, and the protocol stands there where the data tell it,
 * which samplers inside the cluster do. Other observers are named behind.
 */
export function disruptionLabel(locator: Locator): string {
  const name = parseBackendName(locator.keys);
  const backend = `${name.cache ? 'cache-' : ''}${name.backend}`;
  const parts = [backend];
  if (name.protocol !== null && !name.isProtocolAssumed) parts.push(name.protocol);
  if (name.connection !== null) parts.push(name.connection);
  const isOwnName = name.observer.startsWith(name.backend) || name.observer === 'openshift-tests';
  if (!isOwnName || name.observer.includes('-from-node-'))
    parts.push(name.observer.replace(`${backend}-`, ''));
  return parts.filter((part) => part !== '').join(' ') || laneLabel(locator);
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
  const { loadBalancer, backend } = parseBackendName(locator.keys);
  const isApi = /^(kube|openshift|oauth)-api/.test(backend);
  const known = ['external', 'internal', 'service-network', 'localhost'];
  return loadBalancer !== null && isApi && known.includes(loadBalancer)
    ? `disruption-${loadBalancer}`
    : 'disruption-other';
}
