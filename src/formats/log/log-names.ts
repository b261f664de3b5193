/** What paths, pods and labels tell of whose log it is. */
import { KUBE_APISERVER, nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import type { Layers } from './layers.ts';

/** Whose log it is, as far as names tell. */
export interface Owner {
  readonly server: string | null;
  readonly node: string | null;
  readonly namespace: string | null;
  readonly pod: string | null;
  readonly container: string | null;
}

const NOBODY: Owner = { server: null, node: null, namespace: null, pod: null, container: null };

/** Containers in which an apiserver runs. */
const SERVER_BY_CONTAINER: ReadonlyMap<string, string> = new Map([
  [KUBE_APISERVER, KUBE_APISERVER],
  ['openshift-apiserver', 'openshift-apiserver'],
  ['oauth-apiserver', 'oauth-apiserver'],
]);

/** Forms of paths, innermost folder last. `ns`, `pod` and `container` as named groups. */
const PATHS: readonly RegExp[] = [
  // must-gather: namespaces/<ns>/pods/<pod>/<container>/<container>/logs/current.log
  /(?:^|\/)namespaces\/(?<ns>[a-z0-9-]{1,63})\/pods\/(?<pod>[^/]{1,253})\/(?<container>[^/]{1,63})\/[^/]{1,63}\/logs\/[^/]{1,100}$/,
  // the node's own: pods/<ns>_<pod>_<uid>/<container>/0.log
  /(?:^|\/)(?<ns>[a-z0-9-]{1,63})_(?<pod>[^/_]{1,253})_[0-9a-f-]{32,36}\/(?<container>[^/]{1,63})\/[^/]{1,100}$/,
  // the node's own: containers/<pod>_<ns>_<container>-<id>.log
  /(?:^|\/)(?<pod>[^/_]{1,253})_(?<ns>[a-z0-9-]{1,63})_(?<container>[a-z0-9-]{1,63})-[0-9a-f]{64}\.log$/,
  // gather-extra: pods/<ns>_<pod>_<container>.log, …_previous.log
  /(?:^|\/)(?<ns>[a-z0-9-]{1,63})_(?<pod>[^/_]{1,253})_(?<container>[a-z0-9-]{1,63})(?:_previous)?\.log(?:\.gz)?$/,
];
/** `<node>-termination.log`, its older parts, and logs of a start. */
const TERMINATION =
  /(?:^|\/)(?:(?<server>kube-apiserver|openshift-apiserver|oauth-apiserver)\/)?(?<node>[a-z0-9][a-z0-9.-]{0,252})-(?:termination|startup)[a-zA-Z0-9.-]{0,60}\.log(?:\.gz)?$/;
/** gather-extra: nodes/<node>/journal.gz; must-gather writes logs of services for all nodes together. */
const NODE = /(?:^|\/)nodes\/(?<node>[a-z0-9][a-z0-9.-]{0,252})\/[^/]{1,100}$/;

/** What the path of a log tells; all null where it tells nothing. */
export function ownerOfPath(path: string): Owner {
  const clean = path.slice(-1000).replaceAll('\\', '/').replaceAll(' > ', '/');
  for (const form of PATHS) {
    const { ns, pod, container } = form.exec(clean)?.groups ?? {};
    if (ns !== undefined) return ownerOf({ namespace: ns, pod, container, host: null });
  }
  const termination = TERMINATION.exec(clean)?.groups;
  if (termination !== undefined)
    return { ...NOBODY, node: termination['node'], server: termination['server'] ?? KUBE_APISERVER };
  const node = NODE.exec(clean)?.groups?.['node'] ?? null;
  return { ...NOBODY, node };
}

/** What prefixes and labels of a line tell. */
export function ownerOf({
  namespace,
  pod,
  container,
  host,
}: Pick<Layers, 'namespace' | 'pod' | 'container' | 'host'>): Owner {
  const podNode = pod === null ? null : nodeOfPod(pod);
  const ofNamespace = namespace === null ? null : serverOfNamespace(namespace);
  const ofPod = podNode !== null && namespace === null ? KUBE_APISERVER : null;
  const ofContainer = container === null ? null : (SERVER_BY_CONTAINER.get(container) ?? null);
  return {
    server: ofContainer ?? (container === null ? (ofNamespace ?? ofPod) : null),
    node: podNode ?? host,
    namespace,
    pod,
    container,
  };
}

/** The first that tells, name by name. */
export function joinOwners(first: Owner, second: Owner): Owner {
  return {
    server: first.server ?? second.server,
    node: first.node ?? second.node,
    namespace: first.namespace ?? second.namespace,
    pod: first.pod ?? second.pod,
    container: first.container ?? second.container,
  };
}

/** A container that runs beside an apiserver, or anywhere else, and is none: its signals are its own. */
export function isOtherContainer({ container, namespace, pod }: Owner): boolean {
  if (container === null) {
    const isElsewhere =
      namespace !== null && serverOfNamespace(namespace) === null && namespace !== 'kube-system';
    return isElsewhere && (pod === null || nodeOfPod(pod) === null);
  }
  return !SERVER_BY_CONTAINER.has(container);
}
