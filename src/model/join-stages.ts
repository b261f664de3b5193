import type { RecordRows } from './record-rows.ts';
import type { Notes, RequestTable } from './request-table.ts';

export type JoinedRows = Omit<RequestTable, 'server' | 'nodes' | 'verbs' | 'texts'>;

export interface OpenNotes {
  readonly row: readonly number[];
  readonly kind: readonly number[];
  readonly value: readonly number[];
}

/**
 * One row per request: records of one node, audit ID and arrival are its stages, in any order. Requests stand in the
 * order of their first records; the last stage gives answer, length and place. A stage told twice is a duplicate.
 * O(records).
 */
export function joinStages(
  rows: RecordRows,
  notes: OpenNotes,
): { readonly joined: JoinedRows; readonly duplicates: number; readonly firstDuplicate: number } {
  const slots = new Int32Array(slotCount(rows.length)).fill(-1); // request numbers
  const requestOf = new Uint32Array(rows.length); // by record
  const latest = new Uint32Array(rows.length); // by request: the record with its last stage
  const code = new Uint16Array(rows.length); // by request
  const flags = new Uint8Array(rows.length);
  let length = 0;
  let duplicates = 0;
  let firstDuplicate = 0;
  for (let row = 0; row < rows.length; row++) {
    const slot = slotOf(slots, rows, latest, row);
    if (slots[slot] === -1) {
      slots[slot] = length;
      latest[length] = row;
      code[length] = rows.code[row];
      flags[length] = rows.flags[row];
      requestOf[row] = length++;
      continue;
    }
    const request = slots[slot];
    const known = latest[request];
    requestOf[row] = request;
    flags[request] |= rows.flags[row];
    const isLater = comesLater(rows, row, known);
    if (rows.stage[row] === rows.stage[known] && isSameTime(rows.stageAt[row], rows.stageAt[known])) {
      if (duplicates++ === 0) firstDuplicate = rows.place[row];
    } else if (isLater) latest[request] = row;
    if (code[request] === 0 || (isLater && rows.code[row] !== 0)) code[request] = rows.code[row];
  }
  const joined = pick(rows, length, { latest, code, flags }, notesOf(notes, requestOf));
  return { joined, duplicates, firstDuplicate };
}

/** A power of two, at least twice the records. */
function slotCount(records: number): number {
  return 1 << (32 - Math.clz32(Math.max(records * 2, 16) - 1));
}

/** The slot of the record's request, or the free one where it belongs. */
function slotOf(slots: Int32Array, rows: RecordRows, latest: Uint32Array, row: number): number {
  const mask = slots.length - 1;
  const { received, auditHigh, auditLow, node } = rows;
  // IDs that a client set may all be one, so the arrival is in the hash too.
  const hash = Math.imul(auditLow[row] ^ Math.imul(received[row] * 1000, 0x9e3779b1), 0x85ebca6b);
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (; slots[slot] !== -1; slot = (slot + 1) & mask) {
    const other = latest[slots[slot]];
    if (
      auditLow[other] === auditLow[row] &&
      auditHigh[other] === auditHigh[row] &&
      received[other] === received[row] &&
      node[other] === node[row]
    )
      break;
  }
  return slot;
}

function isSameTime(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function comesLater(rows: RecordRows, row: number, than: number): boolean {
  if (rows.stage[row] !== rows.stage[than]) return rows.stage[row] > rows.stage[than];
  return rows.stageAt[row] > rows.stageAt[than];
}

function notesOf(notes: OpenNotes, requestOf: Uint32Array): Notes {
  const seen = new Set<string>();
  const kept = notes.row.flatMap((record, i) => {
    const key = `${requestOf[record]} ${notes.kind[i]}`;
    return seen.has(key) ? [] : (seen.add(key), [i]);
  });
  return {
    row: Uint32Array.from(kept, (i) => requestOf[notes.row[i]]),
    kind: Uint8Array.from(kept, (i) => notes.kind[i]),
    value: Float64Array.from(kept, (i) => notes.value[i]),
  };
}

function pick(
  rows: RecordRows,
  length: number,
  { latest, code, flags }: { latest: Uint32Array; code: Uint16Array; flags: Uint8Array },
  notes: Notes,
): JoinedRows {
  const take = <T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(column: T): T => {
    const taken = new (column.constructor as new (length: number) => T)(length);
    for (let i = 0; i < length; i++) taken[i] = column[latest[i]];
    return taken;
  };
  const received = take(rows.received);
  const latency = Float32Array.from({ length }, (_, i) => rows.stageAt[latest[i]] - received[i]);
  return {
    length,
    received,
    latency,
    code: code.slice(0, length),
    flags: flags.slice(0, length),
    node: take(rows.node),
    verb: take(rows.verb),
    user: take(rows.user),
    agent: take(rows.agent),
    path: take(rows.path),
    resource: take(rows.resource),
    namespace: take(rows.namespace),
    address: take(rows.address),
    auditHigh: take(rows.auditHigh),
    auditLow: take(rows.auditLow),
    place: take(rows.place),
    notes,
  };
}
