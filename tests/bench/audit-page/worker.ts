/** Reads one audit log: as Lapse's readers do, or as a program without a scanner would. */
import { sourceOfBlob } from '../../../src/load/byte-source.ts';
import { readInput } from '../../../src/load/read-input.ts';
import { requestBuffers, type RequestTable } from '../../../src/model/request-table.ts';
import type { AuditFigures, AuditRequest } from './tasks.ts';

/** What the last call read, so that it is there while memory is measured. */
const kept: unknown[] = [];

addEventListener('message', ({ data }: MessageEvent<AuditRequest>) => {
  void (data.task === 'read' ? read(data.file) : parse(data.file)).then(postMessage);
});

async function read(file: File): Promise<AuditFigures> {
  const tables: RequestTable[] = [];
  const signal = new AbortController().signal;
  const options = { signal, asOf: null, now: Date.now(), onBytes() {} };
  for await (const part of readInput(sourceOfBlob(file.name, file), options))
    if (part.requests !== null) tables.push(part.requests);
  kept.splice(0, kept.length, ...tables);
  return {
    requests: tables.reduce((sum, { length }) => sum + length, 0),
    columnBytes: tables.flatMap(requestBuffers).reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

interface Event {
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly user: { readonly username: string };
  readonly sourceIPs: readonly string[];
  readonly responseStatus?: { readonly code?: number };
}

/** Lines of the unpacked text, `JSON.parse` of each, and nine fields of it. */
async function parse(file: File): Promise<AuditFigures> {
  const rows: unknown[][] = [];
  const texts = file
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream());
  const reader = texts.getReader();
  let open = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (open + next.value).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) rows.push(fieldsOf(JSON.parse(line) as Event));
  }
  kept.splice(0, kept.length, rows);
  return { requests: rows.length, columnBytes: 0 };
}

function fieldsOf(event: Event): unknown[] {
  return [
    Date.parse(event.requestReceivedTimestamp),
    Date.parse(event.stageTimestamp),
    event.stage,
    event.verb,
    event.requestURI.split('?', 1)[0],
    event.userAgent,
    event.user.username,
    event.sourceIPs[event.sourceIPs.length - 1],
    event.responseStatus?.code,
  ];
}
