/**
 * What the journal of a node says of its boots and of the apiservers on it. Writers: kubernetes/kubernetes: pkg/kubelet
 * (klog), cri-o/cri-o: server (logrus), systemd/systemd: src/core and src/login.
 */
import { KUBE_APISERVER, nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import { readEcho, type Echo } from './echo.ts';
import type { LogEntry } from './log-reader.ts';

/** Of whom a line of the kubelet or of the container runtime speaks. */
export interface Subject {
  readonly server: string;
  readonly namespace: string;
  readonly pod: string;
}

interface SignBase {
  readonly reason: string;
  readonly text: string;
}

export type NodeSign = SignBase &
  /** The machine was told to reboot or to stop. */
  (
    | { readonly kind: 'rebooting' }
    /** The first line of a boot. */
    | { readonly kind: 'kernel' }
    | { readonly kind: 'kubelet' }
    | { readonly kind: 'killing' | 'started' | 'unready' | 'stopped' | 'probe'; readonly subject: Subject }
    /** systemd killed the apiserver's process. */
    | { readonly kind: 'killed' }
  );

/** Null for entries that say nothing of either: nearly all. */
export function readNodeSign(entry: LogEntry): NodeSign | null {
  const { ident } = entry.layers;
  if (ident === null) return null;
  const { line } = entry;
  if (ident === 'kernel')
    return line.startsWith('Linux version ') ? { kind: 'kernel', reason: 'Booted', text: line } : null;
  if (ident.startsWith('systemd')) return signOfSystemd(line);
  if (ident === 'crio' || ident === 'cri-o') return signOfCrio(line);
  if (/machine-config-daemon|^root$/.test(ident) && /initiating reboot/i.test(line.slice(0, 400)))
    return { kind: 'rebooting', reason: 'Rebooting', text: line };
  return isKubelet(ident) ? signOfKubelet(entry) : null;
}

export function isKubelet(ident: string | null): boolean {
  return ident !== null && /^(?:kubenswrapper|kubelet|hyperkube)$/.test(ident);
}

function signOfSystemd(line: string): NodeSign | null {
  if (/^(?:System is (?:rebooting|powering down|halting)|Rebooting\.|Shutting down\.)/.test(line))
    return { kind: 'rebooting', reason: 'Rebooting', text: line };
  if (/^Started (?:kubelet\.service - )?Kubernetes Kubelet/.test(line))
    return { kind: 'kubelet', reason: 'KubeletStarted', text: line };
  const isKill = /: Killing process \d{1,10} \(kube-apiserver\) with signal SIGKILL/.test(line.slice(0, 500));
  return isKill ? { kind: 'killed', reason: 'Killed', text: line } : null;
}

/** `msg="Started container" … description=openshift-kube-apiserver/kube-apiserver-m0/kube-apiserver …` */
function signOfCrio(line: string): NodeSign | null {
  const head = line.slice(0, 2000);
  const isStarted = head.includes('msg="Started container"');
  if (!isStarted && !head.includes('msg="Stopped container')) return null;
  const of = isStarted
    ? /\bdescription=([^\s/]{1,63})\/([^\s/]{1,253})\/([^\s/]{1,63})/.exec(head)
    : /Stopped container [0-9a-f]{1,64}: ([^\s/"]{1,63})\/([^\s/"]{1,253})\/([^\s/"]{1,63})"/.exec(head);
  const subject = of === null ? null : subjectOf(of[1], of[2], of[3]);
  if (subject === null) return null;
  return isStarted
    ? { kind: 'started', reason: 'Started', text: line, subject }
    : { kind: 'stopped', reason: 'Stopped', text: line, subject };
}

/** A pod of an apiserver, and its container of that name; null for all others. */
function subjectOf(namespace: string, pod: string, container: string): Subject | null {
  const server = serverOfNamespace(namespace);
  return server === null || container !== server ? null : { server, namespace, pod };
}

const KUBELET_HINT =
  /Killing container|Probe failed|"Kubelet version"|Started kubelet|Event\(v1\.Obj|Event occurred/;

function signOfKubelet(entry: LogEntry): NodeSign | null {
  const { line } = entry;
  if (!KUBELET_HINT.test(line.slice(0, 4000))) return null;
  const echo = readEcho(entry);
  if (echo !== null) return signOfEcho(echo);
  if (/^"?(?:Kubelet version|Started kubelet)/.test(line))
    return { kind: 'kubelet', reason: 'KubeletStarted', text: line };
  const { text, values } = entry.structured();
  const [namespace, pod] = splitPod(values.get('pod') ?? values.get('pods') ?? '');
  const subject = subjectOf(namespace, pod, values.get('containerName') ?? '');
  if (subject === null) return null;
  if (text.startsWith('Killing container'))
    return { kind: 'killing', reason: 'Killing', text: line, subject };
  if (text !== 'Probe failed') return null;
  const probe = values.get('probeType') ?? '';
  // Only an answer is one of its own: a connection that is refused says that nobody listens.
  const isUnready = probe === 'Readiness' && /statuscode: 5\d\d/.test(values.get('output') ?? '');
  return { kind: isUnready ? 'unready' : 'probe', reason: `${probe}Failed`, text: line, subject };
}

/** `namespace/name`; with older kubelets `name_namespace(uid)`. */
function splitPod(text: string): [string, string] {
  const old = /^([^_/]{1,253})_([^_/(]{1,63})\(/.exec(text);
  if (old !== null) return [old[2], old[1]];
  const slash = text.indexOf('/');
  return [text.slice(0, Math.max(0, slash)), text.slice(slash + 1)];
}

function signOfEcho({ kind, namespace, name, reason, message }: Echo): NodeSign | null {
  const server = serverOfNamespace(namespace);
  if (kind === 'Node' && reason === 'Starting')
    return { kind: 'kubelet', reason: 'KubeletStarted', text: message };
  if (kind !== 'Pod' || server === null || !message.includes(`container ${server}`)) return null;
  const subject = { server, namespace, pod: name };
  if (reason === 'Killing') return { kind: 'killing', reason, text: message, subject };
  return reason === 'Started' ? { kind: 'started', reason, text: message, subject } : null;
}

/** The node that the subject's pod names, as static pods do. */
export function nodeOfSubject({ server, pod }: Subject): string | null {
  return server === KUBE_APISERVER ? nodeOfPod(pod) : null;
}
