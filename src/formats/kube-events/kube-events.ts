/**
 * Events of a cluster, as JSON or YAML: `events.json` of a CI run, `events.yaml` of must-gather, what `oc get events -o
 * json` prints, with or without `--watch`, and insights archives. Writers: see kube-event.ts.
 *
 *   {"kind":"List","items":[{"kind":"Event","metadata":{"name":"kube-apiserver-m0.174b20de6ce550b0"},"involvedObject":{…},
 *     "reason":"ShutdownInitiated","message":"Received signal …","lastTimestamp":"2023-03-10T18:03:45Z","count":1}]}
 *   {"type":"ADDED","object":{"kind":"Event","regarding":{…},"note":"…","eventTime":"2023-03-10T18:03:45.807000Z"}}
 *   {"items":[{"namespace":"openshift-etcd","lastTimestamp":"…","reason":"Pulled","message":"…","type":"Normal"}]}
 *
 * Oddities: lists are in order of names, not of time; the end of a name is the time to the nanosecond; of a repeated event
 * only the first and the last time are told; events are forgotten three hours after they were last seen.
 */
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import type { Fields } from '../objects/fields.ts';
import { firstObject, hasMember, isEmptyListOf } from '../objects/head-object.ts';
import { readObjects } from '../objects/read-objects.ts';
import { EventFile } from './event-file.ts';
import { isKubeEvent, readKubeEvent, unwrapWatch } from './kube-event.ts';

export const kubeEvents: Format = {
  id: 'kube-events',
  label: 'Kubernetes events (JSON, YAML)',

  detect(head: Head): boolean {
    const first = firstObject(head);
    if (first === null) return isEmptyListOf('EventList', head);
    if (first.form === 'json')
      return isKubeEvent(unwrapWatch(first.fields).object) || isEmptyListOf('EventList', head);
    const isOther = hasMember(first, 'auditID') || hasMember(first, 'locator');
    const isAbout = hasMember(first, 'involvedObject') || hasMember(first, 'regarding');
    return isAbout && !isOther && hasMember(first, 'reason');
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const file = new EventFile(sink, job);
    const result = await readObjects(input, job, {
      onObject: (value, index, mayBeCut) => takeObject(value, { index, mayBeCut }, file, job),
      onLost: () => file.lose(),
      onPage: () => file.lose(),
    });
    file.end(!result.ok);
    return result;
  },
};

interface Place {
  readonly index: number;
  readonly mayBeCut: boolean;
}

function takeObject(value: Fields, { index, mayBeCut }: Place, file: EventFile, job: Job): void {
  const { object, change } = unwrapWatch(value);
  // A watch says now and then that it is still there.
  if (change === 'BOOKMARK') return;
  if (change === 'ERROR') return file.interrupt();
  const isEvent = isKubeEvent(object);
  if (mayBeCut && !Object.hasOwn(object, 'type')) {
    // The last member in YAML, whose members are in order.
    job.skip();
    job.notice('line-cut', { item: index });
    return;
  }
  const event = isEvent ? readKubeEvent(object) : null;
  if (event !== null) return file.event(event, change, index);
  if (isEvent) file.lose();
  job.skip();
  job.notice(isEvent ? 'no-time' : 'other-lines', { item: index });
}
