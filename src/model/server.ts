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

/** The node in a static pod's name (`kube-apiserver-<node>`); null for other pods, whose names do not hold it. */
export function nodeOfPod(pod: string): string | null {
  return pod.startsWith('kube-apiserver-') && pod.length > 15 && !pod.startsWith('kube-apiserver-guard-')
    ? pod.slice(15)
    : null;
}
