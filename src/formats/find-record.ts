import { skipPrologue } from './intervals-html.ts';
import { JsonItemSplitter } from './json-items.ts';
import { readLines } from './lines.ts';
import { findLogRecord, findLokiRecord } from './log/find-log-record.ts';
import { findTestCase } from './junit/junit.ts';
import { findObject } from './objects/read-objects.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** How each format counts its records: the same as where it writes a row's place. */
const FINDERS: Readonly<Record<string, (chunks: Chunks, place: number) => Promise<string | null>>> = {
  intervals: (chunks, place) => findItem(chunks, place, false),
  'intervals-html': (chunks, place) => findItem(skipPrologue(chunks), place, true),
  'monitor-text': findLine,
  'backend-disruption': findBackend,
  'audit-log': findAuditRecord,
  'apiserver-log': findLogRecord,
  'termination-log': findLogRecord,
  journal: findLogRecord,
  'operator-log': findLogRecord,
  loki: findLokiRecord,
  'kube-events': findObject,
  'kube-events-table': findLine,
  leases: findObject,
  'prow-job': findObject,
  'cluster-objects': findObject,
  junit: findTestCase,
};

/** The record of that number as it is written; null where the input has none. Stops reading once it is found. */
export async function findRecord(format: string, chunks: Chunks, place: number): Promise<string | null> {
  return (await FINDERS[format]?.(chunks, place)) ?? null;
}

async function findItem(chunks: Chunks, place: number, isSingle: boolean): Promise<string | null> {
  let found: string | null = null;
  const splitter = new JsonItemSplitter(
    {
      onItem(bytes, index) {
        if (index === place) found = new TextDecoder().decode(bytes);
      },
      onSkip() {},
    },
    { isSingle },
  );
  for await (const chunk of chunks) {
    splitter.push(chunk);
    if (found !== null) break;
  }
  return found;
}

async function findLine(chunks: Chunks, place: number): Promise<string | null> {
  for await (const { text, number } of readLines(chunks)) if (number === place) return text;
  return null;
}

/** Places are bytes: the line that begins there, or where that is no whole record, the JSON object. */
async function findAuditRecord(chunks: Chunks, place: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let found: string | null = null;
  const splitter = new JsonItemSplitter({
    onItem: (bytes) => (found ??= decoder.decode(bytes)),
    onSkip() {},
  });
  let line = '';
  let isWhole = false;
  for await (const chunk of skipBytes(chunks, place)) {
    if (!isWhole) {
      const end = chunk.indexOf(NEWLINE);
      isWhole = end >= 0;
      line += decoder.decode(isWhole ? chunk.subarray(0, end) : chunk, { stream: !isWhole });
      if (isWhole && holdsJson(line)) return line;
    }
    splitter.push(chunk);
    if (found !== null && isWhole) return found;
  }
  return holdsJson(line) ? line : found;
}

const NEWLINE = 0x0a;

async function* skipBytes(chunks: Chunks, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function holdsJson(line: string): boolean {
  try {
    JSON.parse(line.slice(line.indexOf('{')));
    return true;
  } catch {
    return false;
  }
}

/** A summary's records are its backends; a row's place is that of its backend. */
async function findBackend(chunks: Chunks, place: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  const document = JSON.parse(text + decoder.decode()) as { BackendDisruptions?: Record<string, unknown> };
  const backend = Object.values(document.BackendDisruptions ?? {})[place - 1];
  return backend === undefined ? null : JSON.stringify(backend, null, 2);
}
