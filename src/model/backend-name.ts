/** What the name of a disruption's backend and the keys beside it say. Source of names: openshift/origin: pkg/monitortests/*, pkg/monitor/backenddisruption. */
import type { Connection, LoadBalancer } from './report.ts';

export interface BackendName {
  /** The target without `cache-`, connection, protocol and load balancer. */
  readonly backend: string;
  readonly cache: boolean;
  readonly connection: Connection | null;
  /** As origin writes it, such as `http2`; samplers beside the tests have always spoken HTTP/1 and do not say so. */
  readonly protocol: string | null;
  /** Neither name nor keys tell the protocol: it is that of the oldest samplers. */
  readonly isProtocolAssumed: boolean;
  /** As origin writes it, such as `external-lb`, which is what samplers of an API take that do not say so. */
  readonly way: string | null;
  /** Who measured it; '' where that is not told. */
  readonly observer: string;
  /** The backend is one of the three APIs. */
  readonly isApi: boolean;
  /** The sampler ran in the cluster, not beside the tests. */
  readonly isInCluster: boolean;
}

type Keys = Readonly<Record<string, string>>;

const API = /^(kube|openshift|oauth)-api$/;
// Summaries of 2021 say `used` where they mean `reused`.
const SUFFIX = /-(new|reused|used)-connections?$/;
const LOCAL = /^(.+?)-localhost$/;
const PATH = /^(.+?)-(http[12])-(external-lb|internal-lb|service-network|localhost)$/;

/** The whole name of the backend, with all that is written in it; '' for none. */
export function wholeBackendName(keys: Keys): string {
  return keys['backend-disruption-name'] ?? keys['disruption'] ?? '';
}

/** The name without its connection. */
export function withoutConnection(whole: string): string {
  return whole.replace(SUFFIX, '');
}

/** Reads `cache-kube-api-http2-internal-lb-new-connections` and the keys beside it, which outweigh the name. */
export function parseBackendName(keys: Keys): BackendName {
  const whole = wholeBackendName(keys);
  const suffix = SUFFIX.exec(whole)?.[1];
  const base = withoutConnection(whole);
  const cache = base.startsWith('cache-');
  const name = cache ? base.slice('cache-'.length) : base;
  const [, target, protocol, path] = PATH.exec(name) ?? [];
  const local = LOCAL.exec(name)?.[1];
  const backend = target ?? local ?? name;
  const way = path ?? (local === undefined ? undefined : 'localhost');
  const isApi = API.test(backend);
  const told = keys['protocol'] ?? protocol;
  return {
    backend,
    cache,
    connection: connectionOf(keys['connection'] ?? suffix),
    protocol: told ?? (isApi ? 'http1' : null),
    isProtocolAssumed: told === undefined,
    way: keys['load-balancer'] ?? way ?? (isApi ? 'external-lb' : null),
    observer: keys['disruption'] ?? '',
    isApi,
    isInCluster: target !== undefined || keys['load-balancer'] !== undefined,
  };
}

/** What a sampler is called by those who look at it: `cache-kube-api http2`, and who measured where that is not usual. */
export function samplerName(name: BackendName, connection: Connection | null = null): string {
  const backend = `${name.cache ? 'cache-' : ''}${name.backend}`;
  const isOwnName = name.observer.startsWith(name.backend) || name.observer === 'openshift-tests';
  const isTold = !isOwnName || name.observer.includes('-from-node-');
  return [
    backend,
    name.isProtocolAssumed ? '' : (name.protocol ?? ''),
    connection ?? '',
    isTold ? name.observer.replace(`${backend}-`, '') : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The load balancer that a word of origin names; null for any other word. */
export function loadBalancerOf(way: string | null | undefined): LoadBalancer | null {
  switch (way) {
    case 'external-lb':
      return 'external';
    case 'internal-lb':
      return 'internal';
    case 'service-network':
    case 'localhost':
      return way;
    default:
      return null;
  }
}

function connectionOf(word: string | undefined): Connection | null {
  if (word === 'new') return 'new';
  return word === 'reused' || word === 'used' ? 'reused' : null;
}
