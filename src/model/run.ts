import type { Coverage, Fact } from './fact.ts';
import type { IntervalTable } from './interval-table.ts';
import type { RequestDensity } from './request-density.ts';
import type { RequestShard, RequestTable } from './request-table.ts';
import type { Mark } from './mark.ts';
import type { InputReport, Report } from './report.ts';

/** What one input gave, before it is merged with the others. Its table's rows are its own; marks and facts have file 0. */
export interface RunPart {
  readonly input: InputReport;
  readonly table: IntervalTable;
  /** Null: the input has no requests. */
  readonly requests: RequestTable | null;
  readonly marks: readonly Mark[];
  readonly facts: readonly Fact[];
  readonly coverage: readonly Coverage[];
}

/** Everything known of a run: what analyses read. */
export interface RunData {
  readonly inputs: readonly InputReport[];
  readonly table: IntervalTable;
  /** One for each input that has requests; duplicates among them are flagged. */
  readonly requests: readonly RequestShard[];
  readonly marks: readonly Mark[];
  readonly facts: readonly Fact[];
  readonly coverage: readonly Coverage[];
}

/** What the page and the command get: the rows and the result. */
export interface Run {
  readonly table: IntervalTable;
  /** Requests by time, one for each server and node; the requests themselves stay with the store. */
  readonly density: readonly RequestDensity[];
  readonly report: Report;
}
