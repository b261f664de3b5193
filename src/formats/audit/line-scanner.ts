import type { RequestTableBuilder } from '../../model/request-table-builder.ts';

export interface Scanned {
  /** Rows added; as many lines were taken. */
  readonly records: number;
  /** Where in the buffer the first line begins that was not taken; the end if all were. */
  readonly to: number;
}

/**
 * Reads audit records from whole lines, without an object for each. What it takes it reads as `JSON.parse` and
 * `readAuditEvent` would; at a line that it cannot follow it stops, and is called again behind it.
 */
export interface LineScanner {
  /** `buffer` from `from` to `to` holds whole lines, each with its end. `offset` is the place of `from` in the input. */
  scan(buffer: Uint8Array, from: number, to: number, offset: number, builder: RequestTableBuilder): Scanned;
}
