import type { Result } from '../base/result.ts';
import type { FileDigest } from '../base/sha256.ts';
import type { EpochMs } from '../base/time.ts';
import { buffersOf, type IntervalTable } from '../model/interval-table.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { Settings } from '../model/report.ts';
import type { Run, RunPart } from '../model/run.ts';

/** What a reader sends to the store, over a port of their own: columns move, nothing passes through the page. */
export interface PartMessage {
  readonly load: number;
  readonly part: RunPart;
}

/** A reader: unpacks and parses one input at a time. */
export interface ReaderApi {
  connect(store: MessagePort): void;
  /** Resolves when the part is on its way to the store. `onBytes`: packed bytes read, at most ten times a second. */
  read(request: ReadRequest, onBytes: (read: number) => void): Promise<void>;
  /** Reads one record again, as it lies in its file. */
  detail(path: string, blob: Blob, place: number): Promise<Result<string, RecordFailure>>;
  digest(blob: Blob): Promise<FileDigest>;
}

export interface ReadRequest {
  readonly load: number;
  readonly path: string;
  readonly blob: Blob;
  readonly asOf: EpochMs | null;
}

/** The store: keeps the parts of the load at hand, and answers with the run. */
export interface StoreApi {
  connect(reader: MessagePort): void;
  begin(load: number): void;
  /** Adds an input that no reader could read. */
  addUnread(load: number, path: string, cause: string): void;
  /** The run of the first `count` parts to arrive, once they have; null when another load began. */
  run(load: number, count: number, isComplete: boolean, settings: Settings): Promise<Run | null>;
}

/** The buffers of a table's columns, to be handed over. */
export function transferables(table: IntervalTable): ArrayBuffer[] {
  return [...new Set(buffersOf(table))];
}
