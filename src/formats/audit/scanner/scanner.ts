// Takes audit records from whole lines in INPUT and writes rows of 64 bytes to ROWS. The entry of the module.
import { clearDictionary, hasRoom, idOf, textCount, verbCount, verbOf } from './dictionary';
import { byteAt } from './json';
import { copyBytes, INPUT, MAX_ROWS, ROWS, ROW_SIZE } from './memory';
import {
  addressAt,
  addressLength,
  agentAt,
  agentLength,
  code,
  groupAt,
  groupLength,
  idAt,
  idLength,
  isWatch,
  namespaceAt,
  namespaceLength,
  notesAt,
  notesEnd,
  partAt,
  partLength,
  readRecord,
  received,
  resourceAt,
  resourceLength,
  scratch,
  stage,
  stageAt,
  uriAt,
  uriLength,
  userAt,
  userLength,
  verbHigh,
  verbLow,
} from './record';

export { INPUT, INPUT_SIZE, OFFSETS, ROWS, VERBS } from './memory';
export { clearDictionary as reset, textCount, verbCount };

/** Why a scan ended. */
const ALL: u32 = 0; // at the end
const ODD: u32 = 1; // at a line that has to be read another way
const FULL: u32 = 2; // the dictionary has no room
const MORE: u32 = 3; // there is no room for more rows

/** Bits of a row's flags, as in model/request-table.ts. */
const ANSWERED: u32 = 1;
const PANIC: u32 = 2;
const LONG_RUNNING: u32 = 8;
const LOOPBACK: u32 = 64;

let end: usize = INPUT;
let why: u32 = ALL;

/** Where the last scan ended, in bytes of INPUT. */
export function scannedTo(): u32 {
  return (end - INPUT) as u32;
}

export function endReason(): u32 {
  return why;
}

/** Reads the lines from `from` to `to` of INPUT, of which the last has its end. Gives how many rows there are. */
export function scan(from: u32, to: u32): u32 {
  const last = INPUT + to;
  let rows: u32 = 0;
  end = INPUT + from;
  why = ALL;
  for (let i: usize = 0; i < 64; i += 16) v128.store(last + i, i8x16.splat(0));
  while (end < last && why == ALL) {
    const next = readRecord(end);
    if (next == 0) why = ODD;
    else if (rows == MAX_ROWS) why = MORE;
    else if (!writeRow(ROWS + ROW_SIZE * rows)) why = FULL;
    else {
      rows++;
      end = next;
    }
  }
  return rows;
}

function writeRow(row: usize): bool {
  // A resource is put together of three texts, at most.
  const texts: usize =
    userLength + agentLength + uriLength + resourceLength + namespaceLength + addressLength;
  if (!hasRoom(6, texts + groupLength + partLength + 2)) return false;
  const path = pathLength();
  const isLong = stage == 1 || isWatch || asksToWatch(uriAt + path, uriAt + uriLength);
  store<f64>(row, received, 0);
  store<f64>(row, stageAt, 8);
  store<u32>(row, (end - INPUT) as u32, 16);
  writeHash(row);
  const user = idOf(userAt, userLength);
  const agent = idOf(agentAt, agentLength);
  const uri = idOf(uriAt, path);
  joinResource();
  const resource = idOf(resourceFrom, resourceSize);
  const space = idOf(namespaceAt, namespaceLength);
  const address = idOf(addressAt, addressLength);
  store<u32>(row, user, 32);
  store<u32>(row, agent, 36);
  store<u32>(row, uri, 40);
  store<u32>(row, resource, 44);
  store<u32>(row, space, 48);
  store<u32>(row, address, 52);
  const flags =
    (stage > 0 ? ANSWERED : 0) |
    (stage == 3 ? PANIC : 0) |
    (isLong || isLongRunning() ? LONG_RUNNING : 0) |
    (isLoopback() ? LOOPBACK : 0);
  store<u32>(row, code | (stage << 10) | (verbOf(verbLow, verbHigh) << 12) | (flags << 17), 28);
  store<u32>(row, notesAt == 0 ? 0 : ((notesAt - INPUT) as u32), 56);
  store<u32>(row, notesAt == 0 ? 0 : ((notesEnd - INPUT) as u32), 60);
  return ((user | agent | uri | resource | space | address) as i32) >= 0;
}

/** As hashAuditId in model/request-table.ts. */
function writeHash(row: usize): void {
  let high: u32 = 0x811c9dc5;
  let low: u32 = 0x3c6ef372;
  for (let p = idAt, last = idAt + idLength; p < last; p++) {
    const byte = byteAt(p);
    high = (high ^ byte) * 0x01000193;
    // The old value is shifted, as there.
    low = ((low ^ byte) * 0x01000193) ^ (low >> 15);
  }
  store<u32>(row, high, 20);
  store<u32>(row, low, 24);
}

/** How long the URI is without its query. */
function pathLength(): u32 {
  for (let at: u32 = 0; at < uriLength; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(uriAt + at), i8x16.splat(0x3f)));
    if (found != 0) return min(at + ctz(found), uriLength);
  }
  return uriLength;
}

/** Whether a query, from its question mark on, has `watch=true` or `watch=1`. */
function asksToWatch(p: usize, last: usize): bool {
  const first = p;
  for (; p < last; p++) {
    if (p != first && byteAt(p) != 0x26) continue;
    if (load<u32>(p + 1) != 0x63746177 || load<u16>(p + 5) != 0x3d68 || p + 7 >= last) continue; // watch=
    const isOne = byteAt(p + 7) == 0x31;
    const isTrue = load<u32>(p + 7) == 0x65757274 && p + 11 <= last;
    const behind = isOne ? p + 8 : p + 11;
    if ((isOne || isTrue) && (behind >= last || !isWordByte(byteAt(behind)))) return true;
  }
  return false;
}

function isWordByte(byte: u32): bool {
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26 || byte == 0x5f;
}

let resourceFrom: usize = 0;
let resourceSize: u32 = 0;

/** `pods`, `deployments.apps/scale` */
function joinResource(): void {
  resourceFrom = resourceAt;
  resourceSize = resourceLength;
  if (groupLength == 0 && partLength == 0) return;
  resourceFrom = scratch;
  copyBytes(resourceFrom, resourceAt, resourceLength);
  if (groupLength > 0) {
    store<u8>(resourceFrom + resourceSize, 0x2e);
    copyBytes(resourceFrom + resourceSize + 1, groupAt, groupLength);
    resourceSize += 1 + groupLength;
  }
  if (partLength > 0) {
    store<u8>(resourceFrom + resourceSize, 0x2f);
    copyBytes(resourceFrom + resourceSize + 1, partAt, partLength);
    resourceSize += 1 + partLength;
  }
}

/** As LONG_RUNNING in audit-event.ts. */
function isLongRunning(): bool {
  const last = resourceFrom + resourceSize;
  if (resourceSize >= 5 && load<u32>(last - 4) == 0x63657865 && byteAt(last - 5) == 0x2f) return true; // exec
  if (resourceSize >= 6 && load<u32>(last - 4) == 0x79786f72 && load<u16>(last - 6) == 0x702f) return true; // proxy
  if (resourceSize >= 7 && load<u64>(last - 8) >> 8 == 0x6863617474612f) return true; // attach
  return (
    resourceSize >= 12 && load<u64>(last - 8) == 0x64726177726f6674 && load<u32>(last - 12) == 0x726f702f // portforward
  );
}

function isLoopback(): bool {
  const begin = load<u32>(addressAt);
  return addressLength == 3 ? (begin & 0xffffff) == 0x313a3a : addressLength >= 4 && begin == 0x2e373231;
}
