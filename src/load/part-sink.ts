import { formatTime } from '../base/time.ts';
import type { Job, RunSink } from '../formats/format.ts';
import type { Coverage, Fact } from '../model/fact.ts';
import { describeFailure, NOTICE_CODES, type Failure, type NoticeCode } from '../model/failure.ts';
import { isOpenEnd } from '../model/interval-table.ts';
import { IntervalTableBuilder } from '../model/interval-table-builder.ts';
import type { Mark } from '../model/mark.ts';
import type { NoticeCount, Place } from '../model/report.ts';
import type { RunPart } from '../model/run.ts';

/** Of each kind of mark, an input may give this many: a hundred times what a long run with three masters has. */
const MAX_MARKS = 10_000;

/** Collects what one input gives, and counts what is odd in it. */
export class PartSink implements RunSink {
  readonly #path: string;
  readonly #intervals: IntervalTableBuilder;
  readonly #marks: Mark[] = [];
  readonly #facts: Fact[] = [];
  readonly #coverage: Coverage[] = [];
  readonly #marksByKind = new Map<Mark['kind'], number>();
  readonly #notices = new Map<NoticeCode, { count: number; first: Place }>();
  #isOverfull = false;
  #records = 0;
  #skipped = 0;

  constructor(path: string) {
    this.#path = path;
    this.#intervals = new IntervalTableBuilder(path);
  }

  interval(interval: Parameters<RunSink['interval']>[0]): void {
    this.#intervals.add(interval);
  }
  mark(mark: Mark): void {
    const kind = mark.kind;
    const count = (this.#marksByKind.get(kind) ?? 0) + 1;
    this.#marksByKind.set(kind, count);
    if (count <= MAX_MARKS) this.#marks.push(mark);
    else {
      // One of those left out may be the signal.
      this.#isOverfull = true;
      this.notice('not-used', { item: mark.place });
    }
  }
  fact(fact: Fact): void {
    this.#facts.push(fact);
  }
  covers(coverage: Coverage): void {
    this.#coverage.push(coverage);
  }

  /** The counters of this input, for the format that reads it. */
  job({ signal, asOf, now }: Pick<Job, 'signal' | 'asOf' | 'now'>): Job {
    return {
      signal,
      asOf,
      now,
      record: () => void this.#records++,
      skip: () => void this.#skipped++,
      notice: (code, place) => this.notice(code, place),
    };
  }

  notice(code: NoticeCode, first: Place): void {
    const known = this.#notices.get(code);
    if (known === undefined) this.#notices.set(code, { count: 1, first });
    else known.count++;
  }

  /** Of a gzip stream that was cut or broken, only what was read counts, however whole the text seems. */
  #coverageRead(): Coverage[] {
    if (!this.#notices.has('cut-off')) return this.#coverage;
    return this.#coverage.flatMap((one) =>
      one.kind === 'extract' ? [] : [{ ...one, to: Math.max(one.from, Math.min(one.to, one.lastBegin)) }],
    );
  }

  /** Rows so far; a reader tells progress by it. */
  get rows(): number {
    return this.#intervals.length;
  }

  finish(format: string | null, failure: Failure | null): RunPart {
    const table = this.#intervals.finish();
    let to = -Infinity;
    for (let row = 0; row < table.length; row++) {
      to = Math.max(to, isOpenEnd(table, row) ? table.start[row] : table.end[row]);
    }
    const notices: NoticeCount[] = NOTICE_CODES.filter((code) => this.#notices.has(code)).map((code) => ({
      code,
      ...this.#notices.get(code)!,
    }));
    return {
      input: {
        path: this.#path,
        format,
        records: this.#records,
        skipped: this.#skipped,
        from: table.length === 0 ? null : formatTime(table.start[0]),
        to: table.length === 0 ? null : formatTime(to),
        node: null,
        server: null,
        nodes: {},
        notices,
        failure: failure === null ? null : { code: failure.code, message: messageOf(failure) },
      },
      table,
      marks: this.#marks,
      facts: this.#facts,
      coverage: this.#isOverfull ? [] : this.#coverageRead(),
    };
  }
}

function messageOf(failure: Failure): string {
  const { title, hint } = describeFailure(failure);
  return `${title}. ${hint}`;
}
