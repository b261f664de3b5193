import type { Bitset } from '../base/bitset.ts';
import type { EpochMs } from '../base/time.ts';
import { textCount, textOf, type TextId } from '../model/text-pool.ts';
import { locatorWords } from './locator-values.ts';
import type { QueryTable } from './query-table.ts';
import { Recent } from './recent.ts';

/** What a text is used as; one may be both. */
export const ROLE = { plain: 1, annotations: 2 } as const;

/** Which texts of a pool have something, one byte each: as a reason or message, and in an annotation's value. */
export interface TextHits {
  readonly plain: Uint8Array;
  readonly annotations: Uint8Array;
  /** How many there are in both. */
  readonly count: number;
}

/** First start and last end of the data. */
export interface DataRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Rows answered and texts searched before; two bytes a text and a bit a row each. */
const MAX_ROWS = 32;
const MAX_TEXTS = 8;

/** What is worth knowing of a table for many queries; made when first needed, and kept as long as the table. */
export class TableIndex {
  readonly rows = new Recent<Bitset>(MAX_ROWS);
  readonly texts = new Recent<TextHits>(MAX_TEXTS);
  readonly #table: QueryTable;
  #roles: Uint8Array | null = null;
  #reasons: ReadonlyMap<TextId, string> | null = null;
  #locatorWords: readonly string[] | null = null;
  #hasAnnotations: boolean | null = null;
  #range: DataRange | null = null;

  constructor(table: QueryTable) {
    this.#table = table;
  }

  /** Bits of ROLE by text. */
  get roles(): Uint8Array {
    return (this.#roles ??= rolesOf(this.#table));
  }

  get hasAnnotations(): boolean {
    return (this.#hasAnnotations ??= this.#table.annotations.some((id) => id !== 0));
  }

  /** The distinct reasons. */
  get reasons(): ReadonlyMap<TextId, string> {
    const { texts, reason } = this.#table;
    return (this.#reasons ??= new Map(Array.from(new Set(reason), (id) => [id, textOf(texts, id)])));
  }

  get locatorWords(): readonly string[] {
    return (this.#locatorWords ??= this.#table.locators.map(locatorWords));
  }

  get range(): DataRange {
    return (this.#range ??= rangeOf(this.#table));
  }
}

const indexes = new WeakMap<QueryTable, TableIndex>();

export function indexOfTable(table: QueryTable): TableIndex {
  let index = indexes.get(table);
  if (index === undefined) {
    index = new TableIndex(table);
    indexes.set(table, index);
  }
  return index;
}

function rolesOf({ length, reason, message, annotations, texts }: QueryTable): Uint8Array {
  const roles = new Uint8Array(textCount(texts));
  for (let row = 0; row < length; row++) {
    roles[reason[row]] |= ROLE.plain;
    roles[message[row]] |= ROLE.plain;
    roles[annotations[row]] |= ROLE.annotations;
  }
  return roles;
}

function rangeOf({ length, start, end }: QueryTable): DataRange {
  if (length === 0) return { from: 0, to: 0 };
  let to = -Infinity;
  for (let row = 0; row < length; row++) to = Math.max(to, end[row]);
  return { from: start[0], to };
}
