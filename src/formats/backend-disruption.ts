/**
 * Totals of disruption by backend, `backend-disruption_*.json`, with the lines of the outages that make them.
 * Writer: openshift/origin: pkg/monitortests/network/disruptionserializer.
 *
 *   {"BackendDisruptions":{"kube-api-new-connections":{"Name":"kube-api-new-connections","ConnectionType":"New",
 *     "DisruptedDuration":"14s","DisruptionMessages":["Nov 05 12:00:04.000 - 14s   E disruption/kube-api connection/new …"]}}}
 *
 * Oddities: a backend without disruption is listed all the same, with null for its messages; lines have no year.
 */
import { fail, success } from '../base/result.ts';
import type { Format, Head, Input, Job, RunSink } from './format.ts';
import { IntervalFile } from './interval-file.ts';
import { parseMonitorLine } from './monitor-line.ts';

/** A summary has some dozens of backends; a larger one is no summary. */
const MAX_BYTES = 64 << 20;

export const backendDisruption: Format = {
  id: 'backend-disruption',
  label: 'backend disruption summary',

  detect({ text }: Head): boolean {
    return /^\s*\{\s*"BackendDisruptions"\s*:/.test(text);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const text = await readWhole(input, job);
    if (text === null) return fail({ code: 'too-large', limitBytes: MAX_BYTES, what: 'the summary' });
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      return fail({ code: 'cut-off', atByte: new TextEncoder().encode(text).length, records: 0 });
    }
    const file = new IntervalFile(sink, withoutRecords(job));
    const backends = asObject(asObject(document)['BackendDisruptions']);
    Object.values(backends).forEach((backend, i) => readBackend(backend, i + 1, file, job));
    file.end();
    return success(undefined);
  },
};

/** Records of a summary are its backends, not the outages in them. */
function withoutRecords(job: Job): Job {
  return { ...job, record: () => undefined, skip: () => undefined };
}

function readBackend(backend: unknown, item: number, file: IntervalFile, job: Job): void {
  if (Object.keys(asObject(backend)).length === 0) {
    job.skip();
    job.notice('other-lines', { item });
    return;
  }
  job.record();
  const lines = asObject(backend)['DisruptionMessages'];
  if (!Array.isArray(lines)) return;
  for (const line of lines as readonly unknown[]) {
    const parsed = typeof line === 'string' ? parseMonitorLine(line, job) : null;
    if (parsed === null) {
      job.notice('other-lines', { item });
      continue;
    }
    if (job.asOf === null) job.notice('year-assumed', { item });
    file.item(parsed, item);
  }
}

async function readWhole(input: Input, job: Job): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of input.chunks) {
    job.signal.throwIfAborted();
    length += chunk.length;
    if (length > MAX_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
