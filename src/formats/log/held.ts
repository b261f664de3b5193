/** What a log gives, kept until its last line is read: only then the years of its times are known. */
import type { EpochMs, Precision } from '../../base/time.ts';
import type { Coverage, Fact } from '../../model/fact.ts';
import type { Level, Locator } from '../../model/interval-table.ts';
import type { Mark } from '../../model/mark.ts';
import type { Job, RunSink } from '../format.ts';
import type { KlogLevel } from './klog.ts';
import type { LineTime, LogClock } from './log-clock.ts';
import type { LogEntry } from './log-reader.ts';

/** Rows that one log may give; a busy hour of late requests has fewer. */
const MAX_ROWS = 20_000;
/** Of a row's message, this much is kept. */
const MAX_MESSAGE = 10_000;

/** A line that is worth a row. */
export interface RowDraft {
  readonly time: LineTime;
  readonly precision: Precision;
  readonly level: Level;
  readonly source: string;
  readonly locator: Locator;
  readonly reason: string;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly place: number;
}

export class Held {
  readonly #job: Job;
  readonly #rows: RowDraft[] = [];
  readonly #facts = new Map<string, Fact>();
  readonly #extremes = new Map<boolean, { first: LineTime; last: LineTime }>(); // by whether the year is guessed
  #firstPlace: number | null = null; // of a line with a time

  constructor(job: Job) {
    this.#job = job;
  }

  row(row: RowDraft): void {
    if (this.#rows.length < MAX_ROWS) this.#rows.push({ ...row, message: row.message.slice(0, MAX_MESSAGE) });
    else this.#job.notice('not-used', { line: row.place });
  }

  /** The same fact counts once. */
  fact(fact: Fact): void {
    this.#facts.set(JSON.stringify(fact), fact);
  }

  /** Every entry goes by here: it tells from when to when the log is, and where notices of years and zones begin. */
  saw({ time, place }: LogEntry): void {
    if (time === null) return;
    this.#firstPlace ??= place;
    // A guessed year may move all times that have it: only among themselves is their order certain.
    const known = this.#extremes.get(time.isYearGuessed);
    if (known === undefined) this.#extremes.set(time.isYearGuessed, { first: time, last: time });
    else if (time.at < known.first.at) known.first = time;
    else if (time.at > known.last.at) known.last = time;
  }

  /** Gives rows and facts, and with them the marks and coverage that the settled clock tells. */
  finish(sink: RunSink, clock: LogClock, marks: readonly Mark[], coverage: readonly Coverage[]): void {
    for (const { time, ...row } of this.#rows) {
      const at = clock.settle(time);
      sink.interval({ ...row, from: at, to: at, display: false, isPredicted: false });
    }
    for (const fact of this.#facts.values()) sink.fact(fact);
    for (const mark of marks) sink.mark(mark);
    for (const one of coverage) sink.covers(one);
    const times = [...this.#extremes.values()].flatMap(({ first, last }) =>
      [first, last].map((time) => clock.settle(time)),
    );
    if (times.length > 0) sink.spans(Math.min(...times), Math.max(...times));
    const place = { line: this.#firstPlace ?? 1 };
    if (clock.isYearAssumed) this.#job.notice('year-assumed', place);
    if (clock.isZoneAssumed) this.#job.notice('zone-assumed', place);
  }
}

const LEVELS: Readonly<Record<KlogLevel, Level>> = { I: 'Info', W: 'Warning', E: 'Error', F: 'Error' };

/** How grave an entry is; what is no line of klog is only told. */
export function levelOf({ klog }: LogEntry): Level {
  return klog === null ? 'Info' : LEVELS[klog.level];
}

/** A locator of what is known; keys of what is not are left out. */
export function locatorOf(type: string, keys: Readonly<Record<string, string | null | undefined>>): Locator {
  const known = Object.entries(keys).filter((one): one is [string, string] => !!one[1]);
  return { type, keys: Object.fromEntries(known) };
}

/** A mark's time and place, settled. */
export interface Seen {
  readonly time: LineTime;
  readonly precision: Precision;
  readonly place: number;
}

export function settle(
  { time, precision, place }: Seen,
  clock: LogClock,
): {
  readonly at: EpochMs;
  readonly precision: Precision;
  readonly file: 0;
  readonly place: number;
} {
  return { at: clock.settle(time), precision, file: 0, place };
}
