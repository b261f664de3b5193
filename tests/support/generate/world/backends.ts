import type { Backend, LoadBalancer } from './world.ts';

const PATHS: Readonly<Record<string, string>> = {
  'kube-api': '/api/v1/namespaces/default',
  'openshift-api': '/apis/image.openshift.io/v1/namespaces/openshift/imagestreams',
  'oauth-api': '/apis/oauth.openshift.io/v1/oauthclients',
};
const CONNECTIONS = ['new', 'reused'] as const;

/** The samplers that the test process itself runs against the external load balancer, caches included. */
export function externalApiBackends(domain: string): Backend[] {
  return Object.keys(PATHS).flatMap((target) =>
    ['', 'cache-'].flatMap((prefix) =>
      CONNECTIONS.map((connection) => ({
        ...plain(`${prefix}${target}`, connection),
        url: `https://api.${domain}:6443${PATHS[target]}${prefix === '' ? '' : '?resourceVersion=0'}`,
      })),
    ),
  );
}

/** The samplers in pods on nodes: both protocols over each path. */
export function inClusterApiBackends(
  domain: string,
  targets: readonly string[] = ['kube-api', 'openshift-api'],
  paths: readonly LoadBalancer[] = ['external-lb', 'internal-lb', 'service-network'],
): Backend[] {
  const hosts: Readonly<Record<LoadBalancer, string>> = {
    'external-lb': `api.${domain}:6443`,
    'internal-lb': `api-int.${domain}:6443`,
    'service-network': '172.30.0.1:443',
    localhost: 'localhost:6443',
  };
  return targets.flatMap((target) =>
    (['http1', 'http2'] as const).flatMap((protocol) =>
      paths.flatMap((loadBalancer) =>
        CONNECTIONS.map((connection): Backend => {
          const name = `${target}-${protocol}-${loadBalancer}`;
          const url = `https://${hosts[loadBalancer]}${PATHS[target]}`;
          return { name, connection, observer: name, url, loadBalancer, protocol, target, route: null };
        }),
      ),
    ),
  );
}

/** Backends that no apiserver serves: routes, a service load balancer, and the controls on the internet. */
export function otherBackends(domain: string, cloud: string | null): Backend[] {
  const routes = [
    ['ingress-to-oauth-server', 'openshift-authentication', 'oauth-openshift', '/healthz'],
    ['ingress-to-console', 'openshift-console', 'console', '/healthz'],
    ['image-registry', 'openshift-image-registry', 'test-disruption', '/healthz'],
  ] as const;
  const controls = ['ci-cluster-network-liveness', ...(cloud === null ? [] : [`${cloud}-network-liveness`])];
  return CONNECTIONS.flatMap((connection) => [
    ...routes.map(([name, namespace, route, path]) => ({
      ...plain(name, connection),
      url: `https://${route}-${namespace}.apps.${domain}${path}`,
      route: { namespace, name: route },
    })),
    {
      ...plain('service-load-balancer-with-pdb', connection),
      url: 'http://a3f9b2c4d5e6478f9a0b1c2d3e4f5a6b-1203948576.elb.example:80/echo?msg=Hello',
    },
    ...controls.map((name) => ({ ...plain(name, connection), url: `http://static.${name}.example/healthz` })),
  ]);
}

/** Node-to-node pollers between a few pairs of nodes. */
export function nodeBackends(
  pairs: readonly (readonly [from: string, to: string, address: string])[],
): Backend[] {
  const prefixes = ['pod-to-pod', 'pod-to-host', 'host-to-pod', 'host-to-host'];
  return pairs.flatMap(([from, to, address]) =>
    prefixes.flatMap((prefix) =>
      CONNECTIONS.map((connection) => ({
        ...plain(prefix, connection),
        observer: `${prefix}-from-node-${from}-to-node-${to}-endpoint-${address}`,
        url: `http://${address}:${prefix.endsWith('host') ? 9999 : 8080}`,
      })),
    ),
  );
}

function plain(name: string, connection: 'new' | 'reused'): Backend {
  const none = { loadBalancer: null, protocol: null, target: null, route: null };
  return { name, connection, observer: 'openshift-tests', url: '', ...none };
}

/** Whether requests to this backend go through a kube-apiserver. */
export function isApiBackend(backend: Backend): boolean {
  return /^(cache-)?(kube|openshift|oauth)-api/.test(backend.name);
}
