import { formatTime, type EpochMs } from '../base/time.ts';
import type { Job, RunSink } from '../formats/format.ts';
import type { Coverage, Fact } from '../model/fact.ts';
import { describeFailure, NOTICE_CODES, type Failure, type NoticeCode } from '../model/failure.ts';
import { isOpenEnd, type IntervalTable } from '../model/interval-table.ts';
import { emptyTable, IntervalTableBuilder } from '../model/interval-table-builder.ts';
import type { Mark } from '../model/mark.ts';
import { requestEnd, type RequestTable } from '../model/request-table.ts';
import type { FinishedRequests } from '../model/request-table-builder.ts';
import type { FailureReport, NoticeCount, Place } from '../model/report.ts';
import type { RunPart } from '../model/run.ts';

/** Of each kind of mark, an input may give this many: a hundred times what a long run with three masters has. */
const MAX_MARKS = 10_000;

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Collects what one input gives, and counts what is odd in it. */
export class PartSink implements RunSink {
  readonly #path: string;
  #intervals: IntervalTableBuilder | null = null; // of a hundred thousand files in an archive, most have none
  readonly #marks: Mark[] = [];
  readonly #facts: Fact[] = [];
  readonly #coverage: Coverage[] = [];
  readonly #marksByKind = new Map<Mark['kind'], number>();
  readonly #notices = new Map<NoticeCode, { count: number; first: Place }>();
  #requests: FinishedRequests | null = null;
  #span: Span | null = null; // of all lines of a log
  #isOverfull = false;
  #isDoubtful = false;
  #records = 0;
  #skipped = 0;

  constructor(path: string) {
    this.#path = path;
  }

  requests(requests: FinishedRequests): void {
    this.#requests = requests;
    if (requests.duplicates > 0)
      this.notice('duplicate', { byte: requests.firstDuplicate }, requests.duplicates);
    if (requests.dropped > 0) this.notice('not-used', { byte: 0 }, requests.dropped);
  }
  interval(interval: Parameters<RunSink['interval']>[0]): void {
    (this.#intervals ??= new IntervalTableBuilder(this.#path)).add(interval);
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
  spans(from: EpochMs, to: EpochMs): void {
    this.#span = { from, to };
  }

  /** The counters of this input, for the format that reads it. */
  job({ signal, asOf, now }: Pick<Job, 'signal' | 'asOf' | 'now'>): Job {
    return {
      signal,
      asOf,
      now,
      record: (count = 1) => void (this.#records += count),
      skip: () => void this.#skipped++,
      notice: (code, place) => this.notice(code, place),
    };
  }

  notice(code: NoticeCode, first: Place, count = 1): void {
    const known = this.#notices.get(code);
    if (known === undefined) this.#notices.set(code, { count, first });
    else known.count += count;
  }

  /** What was read may be other than what was written: it proves no absence. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** Of a gzip stream that was cut or broken, only what was read counts, however whole the text seems. */
  #coverageRead(table: IntervalTable, isCut: boolean): Coverage[] {
    // Of a file in no order the rows behind the cut may be of any time.
    if (isCut && !isInFileOrder(table)) return [];
    if (!this.#notices.has('cut-off')) return this.#coverage;
    return this.#coverage.flatMap((one) =>
      one.kind === 'extract' ? [] : [{ ...one, to: Math.max(one.from, Math.min(one.to, one.lastBegin)) }],
    );
  }

  /** Rows so far; a reader tells progress by it. */
  get rows(): number {
    return this.#intervals?.length ?? 0;
  }

  /** The one node that a log is of, and the one apiserver; null for none or several. A journal is the node's own. */
  #ownerOfLog(isJournal: boolean): Record<'node' | 'server', string | null> {
    const nodes = this.#facts.flatMap((fact) => (fact.kind === 'node' ? [fact.name] : []));
    const told = isJournal ? [] : [...this.#coverage, ...this.#marks];
    const servers = told.flatMap(({ server }) => (server === null ? [] : [server]));
    return { node: onlyOf(nodes), server: onlyOf(servers) };
  }

  finish(format: string | null, failure: Failure | null): RunPart {
    const table = this.#intervals?.finish() ?? emptyTable(this.#path);
    const requests = this.#requests;
    const span = this.#span ?? spanOf(table, requests?.table ?? null);
    const nodes = Object.entries(requests?.recordsByNode ?? {});
    const isCut = this.#notices.has('cut-off') || failure?.code === 'cut-off';
    const whose = LOGS.has(format ?? '') ? this.#ownerOfLog(format === 'journal') : null;
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
        from: span === null ? null : formatTime(span.from),
        to: span === null ? null : formatTime(span.to),
        node: nodes.length === 1 ? nodes[0][0] : (whose?.node ?? null),
        server: requests?.table.server ?? whose?.server ?? null,
        nodes: Object.fromEntries(nodes),
        notices,
        failure: failure === null ? null : failureReport(failure),
      },
      table,
      requests: requests === null || requests.table.length === 0 ? null : requests.table,
      marks: this.#marks,
      facts: this.#facts,
      coverage: this.#isOverfull || this.#isDoubtful ? [] : this.#coverageRead(table, isCut),
    };
  }
}

/** Whether the file's records stand in the order of their times, which is that of the rows. */
function isInFileOrder({ place, length }: IntervalTable): boolean {
  for (let row = 1; row < length; row++) if (place[row] < place[row - 1]) return false;
  return true;
}

/** Formats of what one process or one node wrote. */
const LOGS: ReadonlySet<string> = new Set(['apiserver-log', 'termination-log', 'journal', 'loki']);

function onlyOf(names: readonly string[]): string | null {
  return new Set(names).size === 1 ? names[0] : null;
}

/** From the first to the last time that rows tell; null without rows. */
function spanOf(table: IntervalTable, requests: RequestTable | null): Span | null {
  let from = table.length === 0 ? Infinity : table.start[0];
  let to = -Infinity;
  for (let row = 0; row < table.length; row++)
    to = Math.max(to, isOpenEnd(table, row) ? table.start[row] : table.end[row]);
  for (let row = 0; row < (requests?.length ?? 0); row++) {
    from = Math.min(from, requests!.received[row]);
    to = Math.max(to, requestEnd(requests!, row));
  }
  return from === Infinity ? null : { from, to };
}

function failureReport(failure: Failure): FailureReport {
  const { title, hint } = describeFailure(failure);
  const limit = failure.code === 'too-large' ? failure.limit : undefined;
  const isOfNoUse = failure.code === 'unsupported' && failure.ofNoUse === true;
  return {
    code: failure.code,
    message: hint === '' ? title : `${title}. ${hint}`,
    ...(limit === undefined ? {} : { limit }),
    ...(isOfNoUse ? { ofNoUse: true } : {}),
    ...(failure.code === 'unknown-format' && failure.isAny === true ? { expected: failure.expected } : {}),
  };
}
