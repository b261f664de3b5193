/**
 * Leases, by which apiservers tell under what name they are known: response headers name that one. Writer:
 * kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/server (the identity lease).
 *
 *   {"kind":"Lease","metadata":{"name":"apiserver-7xkq3p5nq2h2m","namespace":"kube-system","labels":{
 *     "apiserver.kubernetes.io/identity":"kube-apiserver","kubernetes.io/hostname":"demo-master-0"}},"spec":{…}}
 *
 * Oddities: most leases are of nodes and controllers, and say nothing here; an apiserver that is gone keeps its own for an hour.
 */
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { fieldsOf, textOf, type Fields } from '../objects/fields.ts';
import { firstObject, hasMember, isEmptyListOf, scalarOf } from '../objects/head-object.ts';
import { readObjects } from '../objects/read-objects.ts';

export const leases: Format = {
  id: 'leases',
  label: 'leases (JSON, YAML)',

  detect(head: Head): boolean {
    const first = firstObject(head);
    if (first === null) return isEmptyListOf('LeaseList', head);
    if (first.form === 'json') return isLease(first.fields) || isEmptyListOf('LeaseList', head);
    return scalarOf(first, 'kind') === 'Lease' && hasMember(first, 'spec');
  },

  parse(input: Input, sink: RunSink, job: Job) {
    return readObjects(input, job, {
      onObject(value, index) {
        if (isLease(value)) {
          job.record();
          takeLease(value, sink);
          return;
        }
        job.skip();
        job.notice('other-lines', { item: index });
      },
    });
  },
};

/** Objects of a list of leases need not say what they are. */
function isLease(value: Fields): boolean {
  const kind = textOf(value, 'kind');
  return kind === 'Lease' || (kind === '' && textOf(fieldsOf(value, 'spec'), 'holderIdentity') !== '');
}

function takeLease(lease: Fields, sink: RunSink): void {
  const metadata = fieldsOf(lease, 'metadata');
  const labels = fieldsOf(metadata, 'labels');
  const host = textOf(labels, 'kubernetes.io/hostname');
  const name = textOf(metadata, 'name');
  const isIdentity = textOf(labels, 'apiserver.kubernetes.io/identity') === 'kube-apiserver';
  if (isIdentity && host !== '' && /^apiserver-[a-z0-9-]{1,100}$/.test(name))
    sink.fact({ kind: 'alias', name: host, alias: name });
}
