import type { Result } from '../base/result.ts';
import type { FileDigest } from '../base/sha256.ts';
import type { LineMatches, LineTarget, LogLines } from '../model/log-lines.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { Run } from '../model/run.ts';
import type { Limits } from '../model/limits.ts';
import type { Settings } from '../model/report.ts';
import type { QueryAnswer, QuerySubject } from './query-protocol.ts';
import type { RequestClient } from './request-protocol.ts';

/** One file on its way in: its path as the user knows it, and its bytes. */
export interface PageInput {
  readonly path: string;
  readonly blob: Blob;
  /** Why the browser does not hand it out; then the blob is empty. */
  readonly unread?: string;
}

/** How far a load is; bytes are those of the inputs as they lie on disk. */
export interface Progress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly filesDone: number;
  readonly filesTotal: number;
  /** Paths at work now. */
  readonly current: readonly string[];
}

/** How far a file was read again, in bytes as they lie on disk. A moment is found in a first reading, and read in a second. */
export interface Reread {
  readonly read: number;
  readonly total: number;
}

export interface LoadHandlers {
  /** At most ten a second. */
  onProgress(progress: Progress): void;
  /** What is known so far; its report is not `complete`, so it calls nothing missing. */
  onInterim(run: Run): void;
}

/** The page's side of the workers. */
export interface LoadClient extends RequestClient {
  /**
   * Reads the inputs as one run. Failures of single inputs are in the report. Rejects with an AbortError when `signal`
   * is raised; then everything is freed, and the client can load again.
   */
  load(
    inputs: readonly PageInput[],
    settings: Settings,
    handlers: LoadHandlers,
    signal: AbortSignal,
    /** What each input may become when unpacked; those not given are the usual ones. */
    limits?: Partial<Limits>,
  ): Promise<Run>;
  /** The record as it lies in its file: the item or line of that number in the input of this path, or a file in one. */
  detail(inputs: readonly PageInput[], path: string, place: number): Promise<Result<string, RecordFailure>>;
  /** Lines of the file of this path around one; null when a later call took its place. Reads the file again. */
  lines(
    inputs: readonly PageInput[],
    path: string,
    ask: { readonly target: LineTarget; readonly around: number },
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LogLines, RecordFailure> | null>;
  /** Which lines of the file hold the text, in whatever case; null when a later call took its place. */
  searchLines(
    inputs: readonly PageInput[],
    path: string,
    text: string,
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LineMatches, RecordFailure> | null>;
  /** The size and digest of each input, in their order; null where this cannot be done. */
  digest(inputs: readonly PageInput[]): Promise<FileDigest[] | null>;
  /** The rows of the table that match. Of several queries only the last has an answer. */
  query(subject: QuerySubject, text: string): Promise<QueryAnswer>;
  /** Ends the workers. */
  dispose(): void;
}
