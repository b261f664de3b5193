/**
 * Answers and exports of Loki, where OpenShift CI keeps logs of pods: the API's answer, `logcli -o jsonl`, and what Grafana
 * downloads. Writers: grafana/loki: pkg/loghttp, pkg/logcli/output; grafana/grafana: public/app/features/explore.
 *
 *   {"status":"success","data":{"resultType":"streams","result":[{"stream":{"pod_name":"kube-apiserver-m0"},"values":[["1746525600807438000","I0506 …"]]}]}}
 *   {"labels":{"pod_name":"kube-apiserver-m0"},"line":"I0506 …","timestamp":"2025-05-06T10:00:00.807438Z"}
 *   "labels","Time","Line","tsNs","id"
 *
 * Oddities: newest first by default; lines are packed, with labels beside `_entry`; the label `invoker` names job and build.
 * A query may have left lines out, so that nothing is covered. Places are lines, or entries of a document or table.
 */
import type { Format, Input, Job, RunSink } from '../format.ts';
import { parseTime } from '../../base/time.ts';
import { isObject, parseJson, textOf } from './json-value.ts';
import { kindOfLog } from './log-head.ts';
import { LogParser } from './log-parser.ts';
import { sortByTime } from './time-order.ts';
import { readLoki, type LokiEntry } from './loki-entries.ts';

/** Entries are kept until all are read, since the oldest come last: so many, and of so much text. */
const MAX_ENTRIES = 1_000_000;
const MAX_CHARS = 1 << 28;

export const loki: Format = {
  id: 'loki',
  label: 'answer or export of Loki',

  detect: (head) => kindOfLog(head) === 'loki',

  async parse(input: Input, sink: RunSink, job: Job) {
    const entries: LokiEntry[] = [];
    let chars = 0;
    const result = await readLoki(input.chunks, {
      onEntry(entry) {
        job.signal.throwIfAborted();
        chars += entry.text.length;
        if (entries.length < MAX_ENTRIES && chars <= MAX_CHARS) entries.push(entry);
        else job.notice('not-used', { item: entry.place });
      },
      onSkip(place, isCut) {
        job.skip();
        job.notice(isCut ? 'line-cut' : 'other-lines', { item: place });
      },
    });
    const parser = new LogParser(input.name, job);
    for (const { text, place, layers } of inOrder(entries)) parser.reader.push(text, place, layers);
    parser.reader.end();
    parser.finish(sink);
    return result;
  },
};

function inOrder(entries: readonly LokiEntry[]): LokiEntry[] {
  return sortByTime(entries.map((entry) => ({ entry, at: timeOf(entry) }))).map(({ entry }) => entry);
}

/** Of a line of `logcli` the time stands in its text. */
function timeOf({ layers, text }: LokiEntry): number {
  if (layers.time !== null) return layers.time.at;
  const value = text.startsWith('{') ? parseJson(text) : null;
  return isObject(value) ? (parseTime(textOf(value.timestamp))?.at ?? 0) : 0;
}
