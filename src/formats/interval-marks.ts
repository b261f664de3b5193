/**
 * What an interval says of the lives of apiservers and nodes, as marks. The words are those of `normaliseEra`.
 * Writers: openshift/kubernetes: patch_genericapiserver.go (events), openshift/origin: pkg/monitortests (the rest).
 */
import { parseGoDuration } from '../base/duration.ts';
import { parseTime, type EpochMs } from '../base/time.ts';
import { loadBalancerOf } from '../model/backend-name.ts';
import type { Coverage } from '../model/fact.ts';
import type { NewInterval } from '../model/interval-table.ts';
import {
  INCIDENTS,
  STEPS,
  type HeaderMark,
  type IncidentName,
  type Mark,
  type StepName,
} from '../model/mark.ts';
import { shortNodeName } from '../model/node-name.ts';
import { KUBE_APISERVER, nodeOfPod, serverOfNamespace } from '../model/server.ts';

/** Names of steps up to 4.8 (openshift-apiserver kept them longer), old to new. */
const OLD_STEPS: ReadonlyMap<string, StepName> = new Map([
  ['TerminationStart', 'ShutdownInitiated'],
  ['TerminationMinimalShutdownDurationFinished', 'AfterShutdownDelayDuration'],
  ['TerminationStoppedServing', 'HTTPServerStoppedListening'],
]);

/** The step of a graceful termination that an event reason names, under its 4.9 name; null for other reasons. */
export function stepOfReason(reason: string): StepName | null {
  return OLD_STEPS.get(reason) ?? STEPS.find((step) => step === reason) ?? null;
}

export function incidentOfReason(reason: string): IncidentName | null {
  return INCIDENTS.find((incident) => incident === reason) ?? null;
}

/** The shutdown delay in the text of `AfterShutdownDelayDuration`; null in other texts. */
export function delayInText(message: string): number | null {
  const match = /minimal shutdown duration of (\S{1,20}) finished/.exec(message);
  return match === null ? null : parseGoDuration(match[1]);
}

/** All marks of one interval; most intervals give none. */
export function marksOf(interval: NewInterval): Mark[] {
  switch (interval.source) {
    case 'APIServerGracefulShutdown':
      return windowMark(interval);
    case 'APIServerShutdown':
      return [headerMark(interval)];
    case 'NodeState':
      return rebootMark(interval);
    case 'OperatorState':
      return progressMark(interval);
    case 'StaticPodInstallMonitor':
      return installerMark(interval);
    default:
      return eventMarks(interval);
  }
}

function baseOf({ from, to, precision, locator: { keys }, place }: NewInterval) {
  const pod = keys['pod'] || null;
  const node = keys['node'] || (pod === null ? null : nodeOfPod(pod)) || null;
  const server = keys['server'] || serverOfNamespace(keys['namespace'] ?? keys['ns'] ?? '');
  return { at: (from ?? to)!, precision: precision as Mark['precision'], server, node, pod, file: 0, place };
}

function windowMark(interval: NewInterval): Mark[] {
  const { only, constructed } = interval.annotations;
  const isStartMissing = only !== undefined && stepOfReason(only) !== 'ShutdownInitiated';
  const base = baseOf(interval);
  const end = isStartMissing ? base.at : interval.to;
  return [
    { ...base, kind: 'window', evidence: 'window', end, isStartMissing, isPair: constructed === 'pairs' },
  ];
}

function headerMark(interval: NewInterval): HeaderMark {
  const text = interval.message;
  const duration = (pattern: RegExp) => {
    const match = pattern.exec(text);
    return match === null ? null : parseGoDuration(match[1]);
  };
  return {
    ...baseOf(interval),
    kind: 'header',
    evidence: 'header',
    server: interval.locator.keys['server'] || KUBE_APISERVER,
    node: /\bhost=(\S+)/.exec(text)?.[1] ?? null,
    loadBalancer: loadBalancerOf(interval.locator.keys['load-balancer']),
    delay: duration(/\bshutdown-delay-duration=(\S{1,20})/),
    lastNew: duration(/\bnew\(([^)]{1,20})\)/) ?? duration(/\bmax-elapsed-new=(\S{1,20})/),
    lastReused: duration(/\breused\(([^)]{1,20})\)/) ?? duration(/\bmax-elapsed-reuse=(\S{1,20})/),
  };
}

function rebootMark(interval: NewInterval): Mark[] {
  const { annotations, locator, from } = interval;
  const phase = annotations['phase'] || annotations['state'];
  if (interval.reason !== 'NodeUpdate' || phase !== 'Reboot' || !locator.keys['node'] || from === null)
    return [];
  const isComplete = annotations['phase'] !== undefined;
  return [
    {
      ...baseOf(interval),
      kind: 'reboot',
      evidence: 'window',
      end: isComplete ? interval.to : null,
      isPhase: true,
      isControlPlane: roleOf(annotations['roles']),
    },
  ];
}

/** Whether a list of roles, as nodes have them, is one of the control plane; null for no list. */
export function roleOf(roles: string | undefined): boolean | null {
  if (roles === undefined || roles === '') return null;
  return /(^|,)(control-plane|master)(,|$)/.test(roles);
}

/** `2 nodes are at revision 7; 1 node is at revision 8`; `3 nodes are at revision 7; 0 nodes have achieved new revision 8`. */
const REVISIONS = /\brevision (\d{1,9})\b/g;

function progressMark(interval: NewInterval): Mark[] {
  const { annotations, locator, message, reason } = interval;
  if (locator.keys['clusteroperator'] !== KUBE_APISERVER || annotations['condition'] !== 'Progressing')
    return [];
  if (annotations['status'] === 'False') return [];
  if (reason !== 'NodeInstaller' && !message.includes('NodeInstallerProgressing')) return [];
  const revisions = [...message.matchAll(REVISIONS)].map((match) => Number(match[1])).sort((a, b) => a - b);
  const last = revisions[revisions.length - 1] ?? null;
  return [
    {
      ...baseOf(interval),
      kind: 'rollout',
      evidence: 'window',
      sign: 'progressing',
      server: KUBE_APISERVER,
      node: null,
      end: interval.to,
      fromRevision: revisions.length > 1 ? revisions[0] : null,
      toRevision: last,
    },
  ];
}

/** `installer-<revision>-<node>`, `installer-<revision>-retry-<n>-<node>`. */
const INSTALLER_POD = /\binstaller-(\d{1,9})-(?:retry-\d{1,4}-)?([a-z0-9.-]+)/;

function installerMark(interval: NewInterval): Mark[] {
  const { keys } = interval.locator;
  // The monitor of static pods watches etcd's namespace too; only the kube-apiserver's installers matter here.
  const name = INSTALLER_POD.exec(keys['pod'] ?? '') ?? INSTALLER_POD.exec(interval.message);
  if (name === null || keys['namespace'] !== 'openshift-kube-apiserver') return [];
  return [installer(interval, Number(name[1]), keys['node'] || name[2])];
}

function installer(interval: NewInterval, revision: number, node: string): Mark {
  return {
    ...baseOf(interval),
    kind: 'rollout',
    evidence: 'event',
    sign: 'installer',
    server: KUBE_APISERVER,
    node,
    end: interval.to,
    fromRevision: null,
    toRevision: revision,
  };
}

function eventMarks(interval: NewInterval): Mark[] {
  const { reason, locator, source } = interval;
  // Nothing but an apiserver's event has these reasons, whatever source it came by.
  const step = stepOfReason(reason) ?? stepOfText(interval);
  if (step !== null) return stepMarks(interval, step);
  if (source !== 'KubeEvent' && source !== 'PodMonitor' && source !== '') return [];
  if (locator.type === 'Node') return nodeEventMarks(interval);
  const incident = incidentOfReason(reason);
  if (incident !== null) {
    const base = baseOf(interval);
    return [
      { ...base, kind: 'incident', evidence: 'event', incident, server: base.server ?? KUBE_APISERVER },
    ];
  }
  if (locator.keys['namespace'] === OPERATOR_NAMESPACE) return revisionMark(interval);
  const server = serverOfNamespace(locator.keys['namespace'] ?? '');
  const pod = locator.keys['pod'];
  return server === null || !pod ? [] : podMarks(interval, pod, server);
}

/** Where the operator that rolls out the kube-apiserver lives; operators of other static pods use the same words. */
const OPERATOR_NAMESPACE = 'openshift-kube-apiserver-operator';
/** Source: openshift/library-go: pkg/operator/staticpod/controller/installer. */
const REVISION_CHANGES: ReadonlyMap<string, 'target' | 'current'> = new Map([
  ['NodeTargetRevisionChanged', 'target'],
  ['NodeCurrentRevisionChanged', 'current'],
]);

/** `Updated node "demo-master-0" from revision 7 to 8 because static pod is ready`. */
function revisionMark(interval: NewInterval): Mark[] {
  const sign = REVISION_CHANGES.get(interval.reason);
  const text = /\bnode "([^"\s]{1,253})" from revision (\d{1,9}) to (\d{1,9})\b/.exec(interval.message);
  if (sign === undefined || text === null) return [];
  const [, node, from, to] = text;
  return [
    {
      ...baseOf(interval),
      kind: 'rollout',
      evidence: 'event',
      sign,
      server: KUBE_APISERVER,
      node,
      pod: null,
      end: interval.to,
      fromRevision: Number(from),
      toRevision: Number(to),
    },
  ];
}

/** The words of the signal, where the reason is lost. */
function stepOfText({ reason, message }: NewInterval): StepName | null {
  const isSignal = reason === '' && message.startsWith('Received signal to terminate, becoming unready');
  return isSignal ? 'ShutdownInitiated' : null;
}

/** Where a static pod of a control plane may be said to be, other than at home. */
const STATIC_NAMESPACES: ReadonlySet<string> = new Set(['', 'default', 'kube-system']);

function stepMarks(interval: NewInterval, step: StepName): Mark[] {
  const base = baseOf(interval);
  const { namespace, pod } = interval.locator.keys;
  // openshift-apiserver's events once landed in the namespace `default`; a static pod's name tells its server too, but
  // in a namespace of their own anybody may call a pod so.
  const isStatic = pod !== undefined && nodeOfPod(pod) !== null && STATIC_NAMESPACES.has(namespace ?? '');
  const server =
    base.server ?? (isStatic ? KUBE_APISERVER : namespace === 'default' ? 'openshift-apiserver' : null);
  if (server === null) return [];
  const mark: Mark = {
    ...base,
    server,
    kind: 'step',
    evidence: 'event',
    step,
    delay: delayInText(interval.message),
  };
  const first = repeatOf(interval)?.first ?? null;
  // A repeated event says when it was first and last seen; what lies between is unknown.
  return first !== null && first < base.at ? [{ ...mark, at: first }, mark] : [mark];
}

/** That an event was seen before. */
interface Repeat {
  /** The first time; null: not told. */
  readonly first: EpochMs | null;
  /** The first and the last time are all there are. */
  readonly isPair: boolean;
}

/** Null for an event that was seen once. */
function repeatOf({ annotations }: NewInterval): Repeat | null {
  const count = Number(annotations['count'] ?? 1);
  if (!(count > 1)) return null;
  const first = parseTime(annotations['firstTimestamp'] ?? '')?.at ?? null;
  return { first, isPair: first !== null && count === 2 };
}

/** Whether the interval is an apiserver's word that it was told to stop. */
export function isSignal(interval: NewInterval): boolean {
  return (stepOfReason(interval.reason) ?? stepOfText(interval)) === 'ShutdownInitiated';
}

/** Whether a signal stands for others whose times are not told: a third between its first and its last, or its first. */
export function isRepeatedSignal(interval: NewInterval): boolean {
  return isSignal(interval) && repeatOf(interval)?.isPair === false;
}

/** Where a repeated signal hides others: since its first time, and where that is not told, since `begin`. */
export function hiddenSignals(interval: NewInterval, begin: EpochMs): Coverage | null {
  const since = repeatOf(interval)?.first ?? begin;
  const { from } = interval;
  if (from === null || since >= from) return null;
  const { server, node } = baseOf(interval);
  return { kind: 'events-blind', server, node, from: since, to: from, lastBegin: from };
}

/** The pod that asks a node's apiserver whether it is ready, from beside it. Source: openshift/library-go: pkg/operator/staticpod/controller/guard. */
const GUARD_POD = /^kube-apiserver-guard-(.{1,253})$/;
const PROBES: ReadonlySet<string> = new Set(['Unhealthy', 'ProbeError']);

/** A probe was answered that the check named `shutdown` fails, as it does from the signal on; null for all others. */
function refusingMark(interval: NewInterval, pod: string, server: string): Mark | null {
  if (server !== KUBE_APISERVER || !PROBES.has(interval.reason)) return null;
  if (!interval.message.includes('[-]shutdown failed')) return null;
  const node = GUARD_POD.exec(pod)?.[1] ?? nodeOfPod(pod);
  if (node === null) return null;
  return { ...baseOf(interval), kind: 'readiness', evidence: 'event', server, node, hadServed: true };
}

function podMarks(interval: NewInterval, pod: string, server: string): Mark[] {
  const base = baseOf(interval);
  const { reason, locator, message } = interval;
  const isOwnContainer = locator.keys['container'] === server || message.includes(`container ${server}`);
  const installed = INSTALLER_POD.exec(pod);
  if (server === KUBE_APISERVER && installed !== null && reason === 'Started') {
    return [installer(interval, Number(installed[1]), base.node ?? installed[2])];
  }
  const refusing = refusingMark(interval, pod, server);
  if (refusing !== null) return [refusing];
  const podNode = nodeOfPod(pod);
  if (base.node === null || podNode === null || server !== KUBE_APISERVER) return [];
  // The static pod of a node runs on that node; anything else only bears its name.
  if (shortNodeName(base.node) !== shortNodeName(podNode)) return [];
  if (reason === 'Killing' && isOwnContainer) {
    return [
      {
        ...base,
        kind: 'rollout',
        evidence: 'event',
        sign: 'killing',
        end: null,
        fromRevision: null,
        toRevision: null,
      },
    ];
  }
  if ((reason === 'Started' || reason === 'ContainerStart') && isOwnContainer) {
    return [{ ...base, kind: 'start', evidence: 'event', sign: 'started' }];
  }
  if (reason === 'KubeAPIReadyz' && message.includes('readyz=true')) {
    return [{ ...base, kind: 'start', evidence: 'event', sign: 'ready' }];
  }
  return [];
}

/** The node's own events, where no phases were constructed from them: `Reboot`, `Rebooted`, `Starting` (kubelet). */
function nodeEventMarks(interval: NewInterval): Mark[] {
  const base = { ...baseOf(interval), server: null };
  if (base.node === null) return [];
  if (interval.reason === 'Reboot') {
    const isControlPlane = roleOf(interval.annotations['roles']);
    return [{ ...base, kind: 'reboot', evidence: 'event', end: null, isPhase: false, isControlPlane }];
  }
  if (interval.reason === 'Starting' || interval.reason === 'Rebooted')
    return [{ ...base, kind: 'boot', evidence: 'event' }];
  return [];
}
