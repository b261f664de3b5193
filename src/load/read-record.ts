import { fail, success, type Result } from '../base/result.ts';
import { findRecord } from '../formats/find-record.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { ByteSource } from './byte-source.ts';
import { chooseFormat, headOf, unpack } from './read-input.ts';

/** Longer records only slow a page down. */
const MAX_CHARS = 1 << 20;

/** Reads one record of an input again: unpacks and detects as the first time, and stops at the record. */
export async function readRecord(source: ByteSource, place: number): Promise<Result<string, RecordFailure>> {
  try {
    const peeked = await unpack(source.chunks(), { notice: () => undefined });
    const format = chooseFormat(headOf(source.path, peeked));
    const record = 'code' in format ? null : await findRecord(format.id, peeked.chunks, place);
    if (record === null) return fail({ code: 'no-record', place });
    return record.length > MAX_CHARS ? fail({ code: 'too-large', bytes: record.length }) : success(record);
  } catch (error) {
    return fail({ code: 'unreadable', cause: error instanceof Error ? error.message : String(error) });
  }
}
