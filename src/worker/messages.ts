import type { Result } from '../base/result.ts';
import type { FileDigest } from '../base/sha256.ts';
import type { EpochMs } from '../base/time.ts';
import { buffersOf, type IntervalTable } from '../model/interval-table.ts';
import { emptyTable } from '../model/interval-table-builder.ts';
import type { LineMatches, LineTarget, LogLines } from '../model/log-lines.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { Limits } from '../model/limits.ts';
import type { Settings } from '../model/report.ts';
import type { Run, RunPart } from '../model/run.ts';
import type { RequestDensity } from '../model/request-density.ts';
import { requestBuffers } from '../model/request-table.ts';
import type { PageInput } from './protocol.ts';
import type { RequestApi } from './request-protocol.ts';

/** What a reader sends to the store, over a port of their own: columns move, nothing passes through the page. */
export interface PartsMessage {
  readonly load: number;
  /** The number of the input that they are of. */
  readonly input: number;
  /** The files that were read since the last message: an archive has many. */
  readonly parts: readonly SentPart[];
  /** Nothing more comes of this input. */
  readonly isLast: boolean;
}

/** A part on its way: an empty table, as most files of an archive have, stays behind. */
export type SentPart = Omit<RunPart, 'table'> & { readonly table: IntervalTable | null };

export function sentPart(part: RunPart): SentPart {
  return part.table.length === 0 ? { ...part, table: null } : part;
}

export function receivedPart(part: SentPart): RunPart {
  return { ...part, table: part.table ?? emptyTable(part.input.path) };
}

/** A reader: unpacks and parses one input at a time. */
export interface ReaderApi {
  connect(store: MessagePort): void;
  /**
   * Resolves when all that the input holds is on its way to the store. `onBytes`: packed bytes read, and files sent, at most
   * ten times a second.
   */
  read(request: ReadRequest, onBytes: (read: number, sent: number) => void): Promise<void>;
  /** Reads one record again, as it lies in the file of that path: the input, or a file in it. */
  detail(
    input: PageInput,
    path: string,
    place: number,
    limits: Partial<Limits>,
  ): Promise<Result<string, RecordFailure>>;
  /** The lines around one of a file; null when another call took its place. `onBytes`: packed bytes, ten times a second. */
  lines(
    request: LinesRequest,
    onBytes: (read: number) => void,
  ): Promise<Result<LogLines, RecordFailure> | null>;
  /** The lines of a file with a text; null when another call took its place. */
  searchLines(
    request: SearchRequest,
    onBytes: (read: number) => void,
  ): Promise<Result<LineMatches, RecordFailure> | null>;
  digest(blob: Blob): Promise<FileDigest>;
}

/** A file to be read again: the input, or one in it. */
interface FileRequest extends PageInput {
  readonly file: string;
  readonly limits: Partial<Limits>;
}

export interface LinesRequest extends FileRequest {
  readonly target: LineTarget;
  readonly around: number;
}

export interface SearchRequest extends FileRequest {
  readonly text: string;
}

export interface ReadRequest extends PageInput {
  readonly load: number;
  /** The number of the input. */
  readonly input: number;
  readonly asOf: EpochMs | null;
  readonly limits: Partial<Limits>;
}

/** The store: keeps the parts of the load at hand, and answers with the run. */
export interface StoreApi extends RequestApi {
  connect(reader: MessagePort): void;
  begin(load: number): void;
  /** Adds an input that no reader could read. */
  addUnread(load: number, input: number, path: string, cause: string): void;
  /** The run of all that is there once `count` inputs are done; null when another load began. */
  run(load: number, count: number, isComplete: boolean, settings: Settings): Promise<Run | null>;
}

/** The buffers of a table's columns, to be handed over. */
export function transferables(table: IntervalTable): ArrayBuffer[] {
  // Empty columns may be shared with other tables.
  return [...new Set(buffersOf(table))].filter((buffer) => buffer.byteLength > 0);
}

/** The buffers of all columns of a part. */
export function partBuffers({ table, requests }: SentPart): ArrayBuffer[] {
  return [
    ...(table === null ? [] : transferables(table)),
    ...(requests === null ? [] : requestBuffers(requests)),
  ];
}

export function densityBuffers(density: readonly RequestDensity[]): ArrayBuffer[] {
  return density.flatMap(({ ok, throttled, failed }) => [ok.buffer, throttled.buffer, failed.buffer]);
}
