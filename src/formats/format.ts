import type { Result } from '../base/result.ts';
import type { EpochMs } from '../base/time.ts';
import type { Coverage, Fact } from '../model/fact.ts';
import type { Failure, NoticeCode } from '../model/failure.ts';
import type { NewInterval } from '../model/interval-table.ts';
import type { Mark } from '../model/mark.ts';
import type { FinishedRequests } from '../model/request-table-builder.ts';
import type { Place } from '../model/report.ts';

/** The beginning of an input, unpacked: what a format is chosen by. */
export interface Head {
  readonly name: string;
  /** At most 64 KiB. */
  readonly bytes: Uint8Array;
  /** The same as text; a character cut at the end is left out. */
  readonly text: string;
  /** The head is the whole input. */
  readonly isWhole: boolean;
}

/** One input, unpacked, as UTF-8. Its chunks can be read once; each is valid until a few more were asked for. */
export interface Input {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Where a format puts what it reads. */
export interface RunSink {
  interval(interval: NewInterval): void;
  mark(mark: Mark): void;
  fact(fact: Fact): void;
  covers(coverage: Coverage): void;
  /** From when to when the input tells, where its rows are only some of its lines. At most once. */
  spans(from: EpochMs, to: EpochMs): void;
  /** All requests of the input; at most once. */
  requests(requests: FinishedRequests): void;
}

/** What surrounds one parse: its cancel signal, its counters, and what the user told of the run. */
export interface Job {
  readonly signal: AbortSignal;
  /** A time of the run, which texts without a year lie near to, as the user gave it; null: not given. */
  readonly asOf: EpochMs | null;
  /** When the input was written, or else is read: the best guess where nothing else tells the year. */
  readonly now: EpochMs;
  /** Counts well-formed records, used or not; one where no number is told. */
  record(count?: number): void;
  /** Counts one line or item that should have been a record and is not usable. */
  skip(): void;
  notice(code: NoticeCode, place: Place): void;
}

export interface Format {
  /** Stable: golden folders and reports use it. */
  readonly id: string;
  /** What the user reads in the list of what is read. */
  readonly label: string;
  /** Sees the name and the first 64 KiB; the name alone never decides. */
  detect(head: Head): boolean;
  /** Feeds the sink as bytes arrive. Skips what it cannot read with a notice; fails only when nothing more can follow. */
  parse(input: Input, sink: RunSink, job: Job): Promise<Result<void, Failure>>;
}
