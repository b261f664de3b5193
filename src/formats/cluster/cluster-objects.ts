/**
 * Objects that tell what cluster it was: ClusterVersion, Infrastructure, Node, and the configuration of the apiservers, one
 * by one or in lists, as `oc get -o json`, must-gather and insights archives have them.
 *
 *   {"kind":"ClusterVersion","status":{"history":[{"state":"Completed","startedTime":"…Z","version":"4.14.0"}]}}
 *   {"kind":"Infrastructure","status":{"platformStatus":{"type":"AWS"},"controlPlaneTopology":"HighlyAvailable"}}
 *   {"kind":"KubeAPIServerConfig","apiServerArguments":{"shutdown-delay-duration":["70s"]}}
 *
 * Oddities: insights archives and lists of one kind leave out the kind of each object; must-gather has a file of
 * configuration maps for each namespace, most of which say nothing here.
 */
import { KUBE_APISERVER, serverOfNamespace } from '../../model/server.ts';
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { fieldsOf, isFields, listOf, memberOf, textOf, type Fields } from '../objects/fields.ts';
import { firstObject, scalarOf } from '../objects/head-object.ts';
import { readObjects } from '../objects/read-objects.ts';
import { takeClusterVersion, takeInfrastructure, takeNode } from './cluster-facts.ts';
import { takeConfig } from './server-config.ts';

/** What each kind tells. */
const READERS: Readonly<Record<string, (object: Fields, sink: RunSink) => void>> = {
  ClusterVersion: takeClusterVersion,
  Infrastructure: takeInfrastructure,
  Node: takeNode,
  KubeAPIServer: takeConfig,
  OpenShiftAPIServer: takeConfig,
  KubeAPIServerConfig: takeConfig,
  OpenShiftAPIServerConfig: takeConfig,
  ConfigMap: takeConfig,
  Pod: takeConfig,
};
/** These are in every namespace; only those of an apiserver matter. */
const COMMON: ReadonlySet<string> = new Set(['ConfigMap', 'Pod']);

export const clusterObjects: Format = {
  id: 'cluster-objects',
  label: 'cluster objects (ClusterVersion, Infrastructure, Node, apiserver configuration)',

  detect(head: Head): boolean {
    const first = firstObject(head);
    if (first === null) return false;
    if (first.form === 'json') return isOwn(first.fields);
    const kind = scalarOf(first, 'kind');
    if (!Object.hasOwn(READERS, kind)) return false;
    return (
      !COMMON.has(kind) ||
      /namespace"?:\s{0,100}"?openshift-(?:kube-|oauth-)?apiserver\b|name"?:\s{0,100}"?kube-apiserver\b/.test(
        first.text,
      )
    );
  },

  parse(input: Input, sink: RunSink, job: Job) {
    return readObjects(input, job, {
      onObject(value, index) {
        const kind = kindOf(value);
        if (kind === '') {
          job.skip();
          job.notice('other-lines', { item: index });
          return;
        }
        job.record();
        if (Object.hasOwn(READERS, kind)) READERS[kind](value, sink);
        else job.notice('not-used', { item: index });
      },
    });
  },
};

function isOwn(value: Fields): boolean {
  const kind = kindOf(value);
  if (!Object.hasOwn(READERS, kind)) return false;
  const metadata = fieldsOf(value, 'metadata');
  const isServers = serverOfNamespace(textOf(metadata, 'namespace')) !== null;
  return !COMMON.has(kind) || isServers || textOf(metadata, 'name').startsWith(KUBE_APISERVER);
}

/** The kind that an object says, or that its members show; empty for what is no object of Kubernetes. */
function kindOf(value: Fields): string {
  const kind = textOf(value, 'kind');
  if (kind !== '') return textOf(value, 'apiVersion') === '' ? '' : kind;
  if (!isFields(memberOf(value, 'metadata'))) return '';
  const status = fieldsOf(value, 'status');
  if (isFields(memberOf(status, 'nodeInfo'))) return 'Node';
  if (isFields(memberOf(status, 'platformStatus'))) return 'Infrastructure';
  return isFields(memberOf(status, 'desired')) && listOf(status, 'history').length > 0
    ? 'ClusterVersion'
    : '';
}
