/** What a disruption backend's name says. Source of names: openshift/origin: pkg/monitortests/*, pkg/monitor/backenddisruption. */
import type { Locator } from '../model/interval-table.ts';
import type { Connection, LoadBalancer, Protocol } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';

export interface Backend {
  /** The target without `cache-`, connection, protocol and load balancer. */
  readonly target: string;
  readonly cache: boolean;
  readonly connection: Connection | null;
  readonly loadBalancer: LoadBalancer | null;
  readonly protocol: Protocol | null;
  /** Which apiservers going away can explain its outages; empty: none, it is not judged. */
  readonly servers: readonly string[];
  /** A control: an address that has nothing to do with the cluster. */
  readonly isControl: boolean;
  /** The sampler ran in the cluster, not beside the tests. */
  readonly isInCluster: boolean;
}

const LOAD_BALANCERS: ReadonlyMap<string, LoadBalancer> = new Map([
  ['external-lb', 'external'],
  ['internal-lb', 'internal'],
  ['service-network', 'service-network'],
  ['localhost', 'localhost'],
]);
const API = /^(kube|openshift|oauth)-api$/;
const CONTROL = /network-liveness/;

/** Reads the locator of a disruption row, of any era once it is normalised. */
export function readBackend(locator: Locator): Backend {
  const { keys } = locator;
  let name = keys['backend-disruption-name'] ?? keys['disruption'] ?? '';
  // Summaries of 2021 say `used` where they mean `reused`.
  const suffix = /-(new|reused|used)-connections?$/.exec(name);
  if (suffix !== null) name = name.slice(0, suffix.index);
  const cache = name.startsWith('cache-');
  if (cache) name = name.slice('cache-'.length);
  const path = /^(.+?)-(http[12])-(external-lb|internal-lb|service-network|localhost)$/.exec(name);
  const target = path?.[1] ?? /^(.+?)-(?:localhost)$/.exec(name)?.[1] ?? name;
  const isApi = API.test(target);
  const connection = connectionOf(keys['connection'] ?? suffix?.[1]);
  const way = keys['load-balancer'] ?? path?.[3];
  const loadBalancer = way === undefined ? 'external' : (LOAD_BALANCERS.get(way) ?? null);
  return {
    target,
    cache,
    connection,
    loadBalancer: isApi ? loadBalancer : null,
    protocol: isApi ? protocolOf(keys['protocol'] ?? path?.[2]) : null,
    servers: isApi ? serversOf(target) : [],
    isControl: CONTROL.test(target),
    isInCluster: path !== null || keys['load-balancer'] !== undefined,
  };
}

/** Requests for the aggregated apiservers pass through a kube-apiserver; an outage of theirs may be either's. */
function serversOf(target: string): readonly string[] {
  return target === 'kube-api' ? [KUBE_APISERVER] : [`${target}server`, KUBE_APISERVER];
}

function connectionOf(word: string | undefined): Connection | null {
  if (word === 'new') return 'new';
  return word === 'reused' || word === 'used' ? 'reused' : null;
}

/** Samplers beside the tests have always spoken HTTP/1. */
function protocolOf(word: string | undefined): Protocol {
  return word === 'http2' ? 'http2' : 'http1';
}
