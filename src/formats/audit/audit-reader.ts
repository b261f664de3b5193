import { joinBytes } from '../../base/bytes.ts';
import type { RequestTableBuilder } from '../../model/request-table-builder.ts';
import type { Job } from '../format.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { LineBytes } from '../line-bytes.ts';
import { readAuditEvent } from './audit-event.ts';
import { isDocument } from './audit-head.ts';
import { AuditLines } from './audit-lines.ts';
import type { LineScanner } from './line-scanner.ts';
import { unwrap } from './unwrap.ts';

/** A line longer than this is left out; the longest met has 220 KB. */
const MAX_LINE_BYTES = 32 << 20;
/** What decides whether the input is one document or has a record a line. */
const HEAD_BYTES = 1 << 16;

/** Where bytes go once the form of the input is known. `end` gives the byte where a document was cut off, else null. */
interface Reader {
  push(chunk: Uint8Array): void;
  end(): number | null;
}

/** Reads audit records as bytes arrive, in documents or in lines. */
export class AuditReader implements Reader {
  readonly #make: (head: Uint8Array) => Reader;
  #reader: Reader | null = null;
  #head: Uint8Array = new Uint8Array(0);

  constructor(builder: RequestTableBuilder, job: Job, scanner: LineScanner | null) {
    this.#make = (head) =>
      isDocument(new TextDecoder().decode(head.subarray(0, HEAD_BYTES), { stream: true }))
        ? readerOfDocuments(builder, job)
        : readerOfLines(new AuditLines(builder, job, scanner));
  }

  push(chunk: Uint8Array): void {
    if (this.#reader !== null) this.#reader.push(chunk);
    else {
      this.#head = this.#head.length === 0 ? chunk.slice() : joinBytes([this.#head, chunk]);
      if (this.#head.length >= HEAD_BYTES) this.#begin();
    }
  }

  end(): number | null {
    if (this.#reader === null) this.#begin();
    return this.#reader!.end();
  }

  #begin(): void {
    this.#reader = this.#make(this.#head);
    this.#reader.push(this.#head);
    this.#head = new Uint8Array(0);
  }
}

function readerOfLines(lines: AuditLines): Reader {
  let isEnd = false;
  const cutter = new LineBytes(
    {
      onLines: (buffer, from, to, offset) => lines.read(buffer, from, to, offset, isEnd),
      onOverlong: () => lines.skipOverlong(),
    },
    MAX_LINE_BYTES,
  );
  return {
    push: (chunk) => cutter.push(chunk),
    end() {
      isEnd = true; // a line without its end may have been cut anywhere
      cutter.end();
      return null;
    },
  };
}

function readerOfDocuments(builder: RequestTableBuilder, job: Job): Reader {
  const decoder = new TextDecoder();
  const splitter = new JsonItemSplitter({
    onItem(bytes, index, offset) {
      const records = unwrap(parse(decoder.decode(bytes)));
      if (records.length === 0) {
        job.skip();
        job.notice('other-lines', { item: index });
      }
      for (const { event, node } of records) {
        const request = readAuditEvent(event, node, offset);
        if (request === null) {
          job.skip();
          job.notice('no-time', { item: index });
        } else {
          job.record();
          builder.add(request);
        }
      }
    },
    onSkip(reason, index, offset) {
      if (reason !== 'not-json') job.skip();
      job.notice(
        reason === 'too-large' ? 'line-cut' : 'other-lines',
        index > 0 ? { item: index } : { byte: offset },
      );
    },
  });
  return {
    push: (chunk) => splitter.push(chunk),
    end() {
      const end = splitter.end();
      return end.cutAt === null ? null : end.bytes;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
