/** Audit records a line, behind any prefix: the fast scanner takes what it can, `JSON.parse` the rest. */
import type { RequestTableBuilder } from '../../model/request-table-builder.ts';
import type { Job } from '../format.ts';
import { readAuditEvent } from './audit-event.ts';
import { nodeOfPath } from './audit-names.ts';
import type { LineScanner } from './line-scanner.ts';
import { unwrap } from './unwrap.ts';

const NEWLINE = 0x0a;
const OPEN_BRACE = 0x7b;
/** Prefixes may hold braces themselves, but not many. */
const MAX_TRIES = 4;

const decoder = new TextDecoder();

/** What became of one line that the scanner left. */
type LineKind = 'records' | 'other' | 'blank';

export class AuditLines {
  readonly #builder: RequestTableBuilder;
  readonly #job: Job;
  readonly #scanner: LineScanner | null;
  #lines = 0; // before the one at hand

  constructor(builder: RequestTableBuilder, job: Job, scanner: LineScanner | null) {
    this.#builder = builder;
    this.#job = job;
    this.#scanner = scanner;
  }

  /** Whole lines: `buffer` from `from` to `to`, which begin at byte `offset` of the input. */
  read(buffer: Uint8Array, from: number, to: number, offset: number, isCutOff = false): void {
    let at = from;
    while (at < to) {
      if (this.#scanner !== null) {
        const taken = this.#scanner.scan(buffer, at, to, offset + at - from, this.#builder);
        this.#lines += taken.records;
        if (taken.records > 0) this.#job.record(taken.records);
        at = taken.to;
        if (at >= to) return;
      }
      const end = buffer.indexOf(NEWLINE, at) + 1;
      this.#readLine(buffer.subarray(at, end - 1), offset + at - from, isCutOff && end === to);
      at = end;
    }
  }

  skipOverlong(): void {
    this.#lines++;
    this.#job.skip();
    this.#job.notice('line-cut', { line: this.#lines });
  }

  #readLine(bytes: Uint8Array, offset: number, isCutOff: boolean): void {
    const line = { line: ++this.#lines };
    const clean = withoutZeros(bytes);
    if (clean.length < bytes.length) this.#job.notice('zero-bytes', line);
    const kind = this.#take(clean, offset, line);
    if (kind === 'other') {
      // A record whose beginning or end is missing is one that should have been.
      if (isPartOfRecord(clean)) {
        this.#job.skip();
        this.#job.notice('line-cut', line);
      } else this.#job.notice(isCutOff ? 'line-cut' : 'other-lines', line);
    }
  }

  #take(bytes: Uint8Array, offset: number, place: { readonly line: number }): LineKind {
    let brace = bytes.indexOf(OPEN_BRACE);
    if (brace < 0) return decoder.decode(bytes.subarray(0, 1000)).trim() === '' ? 'blank' : 'other';
    for (let tries = 0; brace >= 0 && tries < MAX_TRIES; tries++) {
      const value = parse(bytes.subarray(brace));
      const records = value === undefined ? [] : unwrap(value, nodeOfPrefix(bytes.subarray(0, brace)));
      if (records.length > 0) {
        for (const { event, node } of records) {
          const request = readAuditEvent(event, node, offset);
          if (request === null) {
            this.#job.skip();
            this.#job.notice('no-time', place);
          } else {
            this.#job.record();
            this.#builder.add(request);
          }
        }
        return 'records';
      }
      if (value !== undefined) return 'other';
      brace = bytes.indexOf(OPEN_BRACE, brace + 1);
    }
    return 'other';
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** `master-0 {…`, `./master-0-audit-2024-09-09T14-17-24.568.log:{…`, and banners, which name none. */
function nodeOfPrefix(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  const text = decoder
    .decode(bytes.subarray(0, 1000))
    .replace(/(?::\d+)?:\s*$/, '')
    .trim();
  const ofFile = nodeOfPath(text);
  if (ofFile !== null) return ofFile;
  return /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(text) && !/^\d+$/.test(text) ? text : '';
}

/** Blocks of a file that were never written before the node went down are zeros. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  return bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
}

/** A line that is no JSON, but has members that only an audit record has. */
function isPartOfRecord(bytes: Uint8Array): boolean {
  const text = decoder.decode(bytes.subarray(0, 4096)) + decoder.decode(bytes.subarray(-4096));
  return /"(?:auditID|requestURI|stageTimestamp|requestReceivedTimestamp)"|audit\.k8s\.io/.test(text);
}
