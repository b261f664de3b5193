/**
 * Intervals of a CI run: `e2e-events_*.json`, `e2e-timelines_*.json`, `e2e-intervals_*.json` and their kin. An object
 * with `items`, a bare array, or a document a line. Writer: openshift/origin: pkg/monitor/serialization.
 *
 *   {"items":[{"level":"Info","source":"KubeEvent","locator":{"type":"Kind","keys":{"pod":"kube-apiserver-m0"}},
 *     "message":{"reason":"ShutdownInitiated","humanMessage":"Received signal …"},"from":"…Z","to":"…Z"}]}
 *   {"level":"Error","locator":"disruption/kube-api connection/new","message":"… stopped responding …","from":"…","to":"…"}
 *
 * Oddities: three shapes, decided an item at a time (interval-item.ts); `to` is null for an end never seen; `items` may
 * be null; Sippy's copy has more members beside `items`.
 */
import { fail, success } from '../base/result.ts';
import type { Format, Head, Input, Job, RunSink } from './format.ts';
import { looksLikeInterval } from './interval-item.ts';
import { IntervalFile } from './interval-file.ts';
import { intervalSplitter, isEmptyContainer, parseJson } from './interval-records.ts';
import { JsonItemSplitter } from './json-items.ts';

export const intervals: Format = {
  id: 'intervals',
  label: 'interval JSON (e2e-events, e2e-timelines, e2e-intervals)',

  detect(head: Head): boolean {
    if (!/^\s*[{[]/.test(head.text)) return false;
    const first = firstRecord(head);
    if (first === 'none' || (first !== 'cut' && isEmptyContainer(first))) return isEmptyList(head);
    return first === 'cut' ? looksCut(head.text) : looksLikeInterval(first);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const file = new IntervalFile(sink, job);
    const splitter = intervalSplitter(file, job);
    for await (const chunk of input.chunks) {
      job.signal.throwIfAborted();
      splitter.push(chunk);
    }
    const end = splitter.end();
    file.end(end.cutAt !== null);
    if (end.cutAt === null) return success(undefined);
    return fail({ code: 'cut-off', atByte: end.bytes, records: end.items });
  },
};

/** The first whole record of the head; `cut` where the head ends before its end, `none` where there is none. */
function firstRecord(head: Head): Readonly<Record<string, unknown>> | 'cut' | 'none' {
  let first: unknown;
  let found = false;
  const splitter = new JsonItemSplitter({
    onItem(bytes) {
      if (!found) first = parseJson(bytes);
      found = true;
    },
    onSkip() {},
  });
  splitter.push(head.bytes);
  if (found)
    return typeof first === 'object' && first !== null && !Array.isArray(first) ? { ...first } : 'none';
  return splitter.end().cutAt === null ? 'none' : 'cut';
}

/** A list with no items, of no kind that Kubernetes would have named. */
function isEmptyList({ text, isWhole }: Head): boolean {
  return isWhole && /"items"\s*:\s*(?:\[\s*\]|null)/.test(text) && !/"kind"\s*:/.test(text);
}

/** The head ends in its first record: the members that come first must do. */
function looksCut(text: string): boolean {
  return (
    /"(?:level|locator)"\s*:/.test(text) &&
    /"(?:locator|message|tempStructuredLocator|source)"\s*:/.test(text) &&
    !/"resultType"\s*:/.test(text) // labels of a log store
  );
}
