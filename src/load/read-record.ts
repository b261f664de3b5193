import { fail, success, type Result } from '../base/result.ts';
import { findRecord } from '../formats/find-record.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { ByteSource } from './byte-source.ts';
import { chooseFormat } from './choose-format.ts';
import { decode, headOf } from './decode.ts';
import { Budget } from './unpack/limits.ts';
import { MemberWalk, type Member } from './unpack/members.ts';

/** Longer records only slow a page down. */
const MAX_CHARS = 1 << 20;

/**
 * Reads one record again, of the input or of a file in it, whose path is `path`: unpacks and detects as the first time, and
 * stops at the record. What stands before that file is passed over unread.
 */
export async function readRecord(
  source: ByteSource,
  path: string,
  place: number,
  limits: Partial<Limits> = {},
): Promise<Result<string, RecordFailure>> {
  try {
    const walk = new MemberWalk(new Budget({ ...DEFAULT_LIMITS, ...limits }), path);
    let record: string | null = null;
    for await (const member of walk.members(source)) {
      if (member.path !== path) continue;
      record = await recordOf(member, place);
      break;
    }
    if (record === null) return fail({ code: 'no-record', place });
    return record.length > MAX_CHARS ? fail({ code: 'too-large', bytes: record.length }) : success(record);
  } catch (error) {
    return fail({ code: 'unreadable', cause: error instanceof Error ? error.message : String(error) });
  }
}

async function recordOf({ path, bytes, source }: Member, place: number): Promise<string | null> {
  if (bytes === null) return null;
  const decoded = await decode(bytes, () => undefined);
  const format = chooseFormat(headOf(path, decoded));
  if ('code' in format) return null;
  const isAsItLies = source !== null && decoded === bytes;
  // Of an audit log places are bytes, so that nothing before them has to be read.
  return isAsItLies && format.id === 'audit-log'
    ? findRecord(format.id, source.chunks(place), 0)
    : findRecord(format.id, decoded.chunks, place);
}
