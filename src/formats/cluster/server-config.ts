/**
 * The shutdown delay in the configuration of an apiserver. It stands in the operator's resource (`observedConfig`), in the
 * map of configuration as a text of JSON, or among the arguments of the static pod. Source:
 * openshift/cluster-kube-apiserver-operator: pkg/operator/configobservation/apiserver/observe_termination_duration.go.
 */
import { parseGoDuration } from '../../base/duration.ts';
import { SECOND } from '../../base/time.ts';
import { KUBE_APISERVER, serverOfNamespace } from '../../model/server.ts';
import type { RunSink } from '../format.ts';
import { fieldsOf, memberOf, textOf, type Fields } from '../objects/fields.ts';

const SERVER_OF_KIND: ReadonlyMap<string, string> = new Map([
  ['KubeAPIServer', KUBE_APISERVER],
  ['KubeAPIServerConfig', KUBE_APISERVER],
  ['OpenShiftAPIServer', 'openshift-apiserver'],
  ['OpenShiftAPIServerConfig', 'openshift-apiserver'],
]);

/** In JSON, in JSON within a text, in YAML within a text, and as an argument of a command; a list has one element. */
const DELAY =
  /shutdown-delay-duration\\*"?(?:\s|\\n){0,40}[:=](?:\s|\\n){0,40}(?:\[|-)?(?:\s|\\n){0,40}\\*"?(\d[0-9a-zµ.]{0,30})/;
/** Seconds, as a text or a number. */
const KILL =
  /(?:gracefulTerminationDuration|graceful-termination-duration)\\*"?\s{0,10}[:=]\s{0,10}\\*"?(\d{1,5})/;
/** The configuration in use has no number in its name; older ones have. */
const CURRENT_WEIGHT = 1e9;

export function takeConfig(object: Fields, sink: RunSink): void {
  const metadata = fieldsOf(object, 'metadata');
  const server = SERVER_OF_KIND.get(textOf(object, 'kind')) ?? serverOfObject(object, metadata);
  if (server === null) return;
  const text = JSON.stringify(object);
  const delay = parseGoDuration(DELAY.exec(text)?.[1] ?? '');
  const kill = killOf(object, text);
  if (delay === null && kill === null) return;
  sink.fact({ kind: 'delay', server, ms: delay, kill, weight: weightOf(metadata) });
}

function serverOfObject(object: Fields, metadata: Fields): string | null {
  const server = serverOfNamespace(textOf(metadata, 'namespace'));
  const name = textOf(metadata, 'name');
  if (textOf(object, 'kind') !== 'Pod') return server;
  // Of a namespace's pods, installers and guards tell nothing; upstream the static pod is in kube-system.
  return /^kube-apiserver(?:-(?!guard-|startup-monitor)|$)/.test(name) ? KUBE_APISERVER : null;
}

function killOf(object: Fields, text: string): number | null {
  const told = KILL.exec(text)?.[1];
  if (told !== undefined) return Number(told) * SECOND;
  const grace = memberOf(fieldsOf(object, 'spec'), 'terminationGracePeriodSeconds');
  return textOf(object, 'kind') === 'Pod' && typeof grace === 'number' && grace > 0 ? grace * SECOND : null;
}

function weightOf(metadata: Fields): number {
  const revision =
    textOf(fieldsOf(metadata, 'labels'), 'revision') || /-(\d{1,6})$/.exec(textOf(metadata, 'name'))?.[1];
  return revision !== undefined && /^\d{1,6}$/.test(revision) ? Number(revision) : CURRENT_WEIGHT;
}
