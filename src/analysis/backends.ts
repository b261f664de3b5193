/** What a disruption backend's name says to the analyses. */
import { loadBalancerOf, parseBackendName } from '../model/backend-name.ts';
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

const CONTROL = /network-liveness/;

/** Reads the locator of a disruption row, of any era once it is normalised. */
export function readBackend({ keys }: Locator): Backend {
  const name = parseBackendName(keys);
  const { backend: target, cache, connection, isApi, isInCluster } = name;
  return {
    target,
    cache,
    connection,
    loadBalancer: isApi ? loadBalancerOf(name.way) : null,
    protocol: isApi ? protocolOf(name.protocol) : null,
    servers: isApi ? serversOf(target) : [],
    isControl: CONTROL.test(target),
    isInCluster,
  };
}

/** Requests for the aggregated apiservers pass through a kube-apiserver; an outage of theirs may be either's. */
function serversOf(target: string): readonly string[] {
  return target === 'kube-api' ? [KUBE_APISERVER] : [`${target}server`, KUBE_APISERVER];
}

function protocolOf(word: string | null): Protocol {
  return word === 'http2' ? 'http2' : 'http1';
}
