import type { EpochMs } from '../base/time.ts';
import { joinStages } from './join-stages.ts';
import { emptyRows, grown, type RecordRows } from './record-rows.ts';
import { NOTE_KINDS, type NoteKind, type RequestTable } from './request-table.ts';
import { TextPoolBuilder, type TextId } from './text-pool.ts';

/** What one audit record tells: one stage of one request. */
export interface NewRequest {
  readonly auditHigh: number;
  readonly auditLow: number;
  readonly stage: number; // index into STAGES
  readonly received: EpochMs;
  readonly stageAt: EpochMs; // NaN: not told
  readonly code: number; // 0: none
  readonly flags: number; // of REQUEST
  readonly verb: string;
  readonly user: string;
  readonly agent: string;
  readonly path: string;
  readonly resource: string;
  readonly namespace: string;
  readonly address: string;
  readonly node: string; // empty: that of the input
  readonly place: number; // byte where the record begins
  readonly notes: readonly (readonly [NoteKind, number])[];
}

/** Stages of a request, in their order. Source: kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/apis/audit/types.go */
export const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;

/** Distinct texts may have this many bytes in all; what comes after them is `OTHER`. */
const MAX_TEXT_BYTES = 256 << 20;
/** Stands for a value that had no more room. */
export const OTHER = '…';
const MAX_VERBS = 255;
const MAX_NODES = 65_535;

export interface FinishedRequests {
  readonly table: RequestTable;
  /** Records that told a stage a second time; the first of them begins at byte `firstDuplicate`. */
  readonly duplicates: number;
  readonly firstDuplicate: number;
  /** Values left out, since there was no room for more. */
  readonly dropped: number;
  /** Records by the name of their node; those of no known node are left out. */
  readonly recordsByNode: Readonly<Record<string, number>>;
}

/** Collects records of one input, in any order of stages. */
export class RequestTableBuilder {
  readonly #texts = new TextPoolBuilder();
  readonly #verbs = new Map<string, number>();
  readonly #nodes = new Map<string, number>([['', 0]]);
  readonly #notes = { row: [] as number[], kind: [] as number[], value: [] as number[] };
  #rows = emptyRows(1 << 10);
  #dropped = 0;

  get length(): number {
    return this.#rows.length;
  }

  add(request: NewRequest): void {
    const rows = this.reserve(1);
    const row = rows.length++;
    rows.received[row] = request.received;
    rows.stageAt[row] = request.stageAt;
    rows.place[row] = request.place;
    rows.stage[row] = request.stage;
    rows.flags[row] = request.flags;
    rows.code[row] = request.code;
    rows.auditHigh[row] = request.auditHigh;
    rows.auditLow[row] = request.auditLow;
    rows.verb[row] = this.verbOf(request.verb);
    rows.node[row] = this.nodeOf(request.node);
    rows.user[row] = this.textId(request.user);
    rows.agent[row] = this.textId(request.agent);
    rows.path[row] = this.textId(request.path);
    rows.resource[row] = this.textId(request.resource);
    rows.namespace[row] = this.textId(request.namespace);
    rows.address[row] = this.textId(request.address);
    for (const [kind, value] of request.notes) this.note(row, kind, value);
  }

  /** Room for `count` more rows behind `length`, to be written in place by a reader of blocks, who raises `length`. */
  reserve(count: number): RecordRows {
    const needed = this.#rows.length + count;
    if (needed > this.#rows.received.length)
      this.#rows = grown(this.#rows, Math.max(needed, this.#rows.received.length * growthOf(needed)));
    return this.#rows;
  }

  /** The id of a text in this table. */
  textId(text: string): TextId {
    return this.#hasRoom() ? this.#texts.id(text) : this.#drop(this.#texts.id(OTHER));
  }

  /** The same for UTF-8 bytes. */
  textIdOfBytes(source: Uint8Array, from: number, to: number): TextId {
    return this.#hasRoom() ? this.#texts.idOfBytes(source, from, to) : this.#drop(this.#texts.id(OTHER));
  }

  verbOf(verb: string): number {
    return indexIn(this.#verbs, verb, MAX_VERBS) ?? this.#drop(indexIn(this.#verbs, OTHER, MAX_VERBS + 1)!);
  }

  nodeOf(node: string): number {
    return indexIn(this.#nodes, node, MAX_NODES) ?? this.#drop(0);
  }

  note(row: number, kind: NoteKind, value: number): void {
    this.#notes.row.push(row);
    this.#notes.kind.push(NOTE_KINDS.indexOf(kind));
    this.#notes.value.push(value);
  }

  /** Joins the stages of each request. `node` stands for rows that name none. */
  finish(server: string | null, node: string | null): FinishedRequests {
    const { joined, duplicates, firstDuplicate } = joinStages(this.#rows, this.#notes);
    const nodes = [...this.#nodes.keys()];
    if (node !== null) nodes[0] = node;
    const table = { ...joined, server, nodes, verbs: [...this.#verbs.keys()], texts: this.#texts.finish() };
    return {
      table,
      duplicates,
      firstDuplicate,
      dropped: this.#dropped,
      recordsByNode: this.#recordsOf(nodes),
    };
  }

  #recordsOf(nodes: readonly string[]): Record<string, number> {
    const counts = nodes.map(() => 0);
    for (let row = 0; row < this.length; row++) counts[this.#rows.node[row]]++;
    const told = nodes
      .map((node, i) => [node, counts[i]] as const)
      .filter(([node, count]) => node !== '' && count > 0);
    // Names from files: nothing of theirs may reach a prototype.
    return Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(told));
  }

  #hasRoom(): boolean {
    return this.#texts.size < MAX_TEXT_BYTES;
  }

  #drop<T>(instead: T): T {
    this.#dropped++;
    return instead;
  }
}

/** Small tables grow by more, which saves copies; memory that is not written yet costs nothing. */
function growthOf(rows: number): number {
  return rows < 1 << 17 ? 4 : 2;
}

function indexIn(known: Map<string, number>, text: string, limit: number): number | null {
  const index = known.get(text);
  if (index !== undefined) return index;
  if (known.size >= limit) return null;
  known.set(text, known.size);
  return known.size - 1;
}
