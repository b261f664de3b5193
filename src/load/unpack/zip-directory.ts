import { fail, success, type Result } from '../../base/result.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import type { ByteSource } from '../byte-source.ts';
import { ByteReader } from './byte-reader.ts';

/** What the central directory of a zip archive says of a member. */
export interface ZipRecord {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Links, folders. */
  readonly isFile: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** When the file was written, in whatever zone; null for a date that there is not. */
  readonly modified: EpochMs | null;
  /** Where its local header lies in the source. */
  readonly at: number;
}

/** Where the central directory lies, and what is to be added to the places it tells. */
export interface ZipDirectory {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

const END_MARK = 0x06054b50;
const END_LENGTH = 22;
const END64_MARK = 0x06064b50;
const LOCATOR64_MARK = 0x07064b50;
const RECORD_MARK = 0x02014b50;
const RECORD_LENGTH = 46;
/** A comment of at most 65535 bytes may stand behind the end record. */
const MAX_TAIL = END_LENGTH + 0xffff;

/** Finds the central directory by the end record. Archives whose end is missing have none. */
export async function findZipDirectory(
  source: ByteSource,
  size: number,
): Promise<Result<ZipDirectory, Failure>> {
  const tailFrom = Math.max(0, size - MAX_TAIL);
  const tail = await source.slice(tailFrom, size);
  const view = viewOf(tail);
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (
      view.getUint32(at, true) !== END_MARK ||
      at + END_LENGTH + view.getUint16(at + 20, true) > tail.length
    )
      continue;
    const disks = view.getUint16(at + 4, true);
    if (disks !== 0 && disks !== 0xffff)
      return fail({ code: 'unsupported', what: 'a zip archive in several parts' });
    const length = view.getUint32(at + 12, true);
    const told = view.getUint32(at + 16, true);
    const end = tailFrom + at;
    const large = await findLargeEnd(source, end);
    if (large !== null) return success(large);
    // Something may stand in front of the archive, a program that unpacks it for one.
    if (length <= end) return success({ from: end - length, to: end, shift: end - length - told });
  }
  return fail({ code: 'cut-off', atByte: size, records: 0, unit: 'members' });
}

/** The zip64 record in front of the end record, for archives too large for it. */
async function findLargeEnd(source: ByteSource, end: number): Promise<ZipDirectory | null> {
  if (end < 20) return null;
  const locator = viewOf(await source.slice(end - 20, end));
  if (locator.getUint32(0, true) !== LOCATOR64_MARK) return null;
  const told = wideAt(locator, 8);
  // As told, or right in front of the locator where something stands before the archive.
  for (const at of [told, end - 20 - 56]) {
    const record = viewOf(await source.slice(at, at + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== END64_MARK) continue;
    const length = wideAt(record, 40);
    if (length > at) return null;
    return { from: at - length, to: at, shift: at - length - wideAt(record, 48) };
  }
  return null;
}

/** The records of the directory, in its order. Ends where one cannot be followed: `onDamage` tells. */
export async function* readZipDirectory(
  source: ByteSource,
  { from, to, shift }: ZipDirectory,
  onDamage: () => void,
): AsyncGenerator<ZipRecord> {
  const reader = new ByteReader(source.chunks(from));
  try {
    while (reader.position < to - from) {
      const fixed = await reader.read(RECORD_LENGTH);
      const view = viewOf(fixed);
      if (fixed.length < RECORD_LENGTH || view.getUint32(0, true) !== RECORD_MARK) return onDamage();
      const nameLength = view.getUint16(28, true);
      const extraLength = view.getUint16(30, true);
      const rest = await reader.read(nameLength + extraLength);
      await reader.skip(view.getUint16(32, true));
      yield toRecord(view, rest.subarray(0, nameLength), viewOf(rest.subarray(nameLength)), shift);
    }
  } finally {
    await reader.close();
  }
}

function toRecord(view: DataView, name: Uint8Array, extra: DataView, shift: number): ZipRecord {
  const flags = view.getUint16(8, true);
  const wide = wideFields(extra);
  const sizeOf = (at: number) => {
    const value = view.getUint32(at, true);
    return value === 0xffffffff ? (wide.shift() ?? value) : value;
  };
  const size = sizeOf(24);
  const packedSize = sizeOf(20);
  const at = sizeOf(42) + shift;
  const text = decodeName(name);
  // Of archives made on Unix, the mode of the file; a link's content is where it leads to.
  const isLink = view.getUint8(5) === 3 && (view.getUint16(40, true) & 0xf000) === 0xa000;
  return {
    name: text,
    method: view.getUint16(10, true),
    isEncrypted: (flags & 0x2041) !== 0,
    isFile: !isLink && !text.endsWith('/'),
    crc: view.getUint32(16, true),
    packedSize,
    size,
    modified: dateOf(view.getUint16(14, true), view.getUint16(12, true)),
    at,
  };
}

/** A date of MS-DOS, in the local time of the packer: taken for UTC. */
function dateOf(day: number, clock: number): EpochMs | null {
  const [month, ofMonth] = [(day >> 5) & 15, day & 31];
  if (month < 1 || month > 12 || ofMonth < 1) return null;
  const year = 1980 + (day >> 9);
  return Date.UTC(year, month - 1, ofMonth, clock >> 11, (clock >> 5) & 63, (clock & 31) * 2);
}

/** The 64-bit numbers of the zip64 field: in the order in which they are missing from the record. */
function wideFields(extra: DataView): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const end = Math.min(at + 4 + extra.getUint16(at + 2, true), extra.byteLength);
    const values: number[] = [];
    for (let i = at + 4; i + 8 <= end; i += 8) values.push(wideAt(extra, i));
    return values;
  }
  return [];
}

/** UTF-8 where it is that, whatever the flag says; else the letters of Latin 1. */
function decodeName(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    return new TextDecoder('latin1').decode(name);
  }
}

function wideAt(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
