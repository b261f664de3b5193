/** The apiservers of OpenShift, by the namespace their pods live in. Source: openshift/origin: pkg/monitortests/kubeapiserver/apiservergracefulrestart. */
const SERVER_BY_NAMESPACE: ReadonlyMap<string, string> = new Map([
  ['openshift-kube-apiserver', 'kube-apiserver'],
  ['openshift-apiserver', 'openshift-apiserver'],
  ['openshift-oauth-apiserver', 'oauth-apiserver'],
]);

export const KUBE_APISERVER = 'kube-apiserver';

/** The apiserver whose pods live in the namespace; null for any other namespace. */
export function serverOfNamespace(namespace: string): string | null {
  return SERVER_BY_NAMESPACE.get(namespace) ?? null;
}

/** Pods of a Deployment (`kube-apiserver-<replica set>-<id>`), as hosted control planes have, name no node. */
const DEPLOYMENT_POD = /^[0-9a-f]{8,10}-[a-z0-9]{5}$/;

/** The node in a static pod's name (`kube-apiserver-<node>`); null for other pods, whose names do not hold it. */
export function nodeOfPod(pod: string): string | null {
  if (!pod.startsWith('kube-apiserver-') || pod.startsWith('kube-apiserver-guard-')) return null;
  const node = pod.slice('kube-apiserver-'.length);
  return node === '' || DEPLOYMENT_POD.test(node) ? null : node;
}
