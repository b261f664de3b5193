/** Requests that audit logs tell of, as columns. One table is one input's; tables are never merged into one. */
import type { EpochMs } from '../base/time.ts';
import { textOf, type TextPool } from './text-pool.ts';

/** Bits of `flags`. */
export const REQUEST = {
  /** An answer was begun or completed. */
  answered: 1,
  panic: 2,
  /** The backend cut the record: `audit.k8s.io/truncated`. */
  truncated: 4,
  /** A watch, an exec or the like: its length is no latency. */
  longRunning: 8,
  /** On a connection that was made after 80 % of the shutdown delay. Source: openshift/kubernetes: openshift-kube-apiserver/filters */
  late: 16,
  /** Before the server was ready. */
  beforeReady: 32,
  /** The peer is the server's own host. */
  loopback: 64,
  /** Told by a table before this one. */
  duplicate: 128,
} as const;

/** What annotations tell as numbers, a row and value each. */
export const NOTE_KINDS = [
  'elapsed', // seconds since the shutdown began
  'share', // of the shutdown delay, in percent
  'latency-total', // ms, as are the rest
  'latency-etcd',
  'latency-transform',
  'latency-write',
  'latency-serialize',
  'latency-decode',
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Struct of arrays: row i of every column is one request, in the order of the input. At most 60 bytes a row. */
export interface RequestTable {
  readonly length: number;
  readonly server: string | null;
  /** Row's `node` is an index into these; the empty text: unknown. */
  readonly nodes: readonly string[];
  readonly verbs: readonly string[];
  readonly received: Float64Array<ArrayBuffer>; // EpochMs, with a fraction
  readonly latency: Float32Array<ArrayBuffer>; // ms to the last stage told; NaN: not told
  readonly code: Uint16Array<ArrayBuffer>; // 0: none
  readonly node: Uint16Array<ArrayBuffer>;
  readonly verb: Uint8Array<ArrayBuffer>; // index into verbs
  readonly flags: Uint8Array<ArrayBuffer>; // of REQUEST
  readonly user: Uint32Array<ArrayBuffer>; // TextId, as are the next five
  readonly agent: Uint32Array<ArrayBuffer>;
  readonly path: Uint32Array<ArrayBuffer>; // of the URI, without its query
  readonly resource: Uint32Array<ArrayBuffer>; // `pods`, `deployments.apps/scale`; empty: not of a resource
  readonly namespace: Uint32Array<ArrayBuffer>;
  readonly address: Uint32Array<ArrayBuffer>; // the peer's
  readonly auditHigh: Uint32Array<ArrayBuffer>; // hash of the audit ID, see hashAuditId
  readonly auditLow: Uint32Array<ArrayBuffer>;
  readonly place: Float64Array<ArrayBuffer>; // byte of the input, unpacked, where its last line begins
  readonly notes: Notes;
  readonly texts: TextPool;
}

/** The requests of the input number `file`. */
export interface RequestShard {
  readonly file: number;
  readonly table: RequestTable;
}

/** Sparse numbers: entry i says that row `row[i]` has `value[i]` of the kind `NOTE_KINDS[kind[i]]`. */
export interface Notes {
  readonly row: Uint32Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly value: Float64Array<ArrayBuffer>;
}

/** All columns, to be moved to another thread. */
export function requestBuffers(table: RequestTable): ArrayBuffer[] {
  const { notes, texts } = table;
  const columns: readonly unknown[] = [table, notes, texts].flatMap((part) =>
    Object.values<unknown>({ ...part }),
  );
  const views = columns.filter((column) => ArrayBuffer.isView(column));
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))];
}

/** When the request was last heard of: its answer, or where none is told, its arrival. */
export function requestEnd(table: RequestTable, row: number): EpochMs {
  const latency = table.latency[row];
  return table.received[row] + (latency > 0 ? latency : 0);
}

export interface RequestWords {
  readonly verb: string;
  readonly path: string;
  readonly user: string;
  readonly agent: string;
  readonly resource: string;
  readonly namespace: string;
  readonly address: string;
  readonly node: string;
}

/** The texts of one row, decoded. */
export function wordsOf(table: RequestTable, row: number): RequestWords {
  const text = (column: Uint32Array): string => textOf(table.texts, column[row]);
  return {
    verb: table.verbs[table.verb[row]],
    path: text(table.path),
    user: text(table.user),
    agent: text(table.agent),
    resource: text(table.resource),
    namespace: text(table.namespace),
    address: text(table.address),
    node: table.nodes[table.node[row]],
  };
}

export interface AuditHash {
  readonly high: number;
  readonly low: number;
}

/**
 * 64 bits of an audit ID, of its bytes as UTF-8: two FNV-1a hashes with different starts. IDs may be set by clients, so
 * it is used together with the time of arrival.
 */
export function hashAuditId(bytes: Uint8Array, from = 0, to = bytes.length): AuditHash {
  let high = 0x811c9dc5;
  let low = 0x3c6ef372;
  for (let at = from; at < to; at++) {
    high = Math.imul(high ^ bytes[at], 0x01000193);
    low = Math.imul(low ^ bytes[at], 0x01000193) ^ (low >>> 15);
  }
  return { high: high >>> 0, low: low >>> 0 };
}
