import { countBits, hasBit, makeBitset, setBit, type Bitset } from '../base/bitset.ts';
import { fail, success, type Result } from '../base/result.ts';
import { measureDensity } from '../model/request-density.ts';
import type { RequestShard, RequestTable } from '../model/request-table.ts';
import { runInSlices } from '../query/evaluate-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryError } from '../query/query-error.ts';
import { compileRegexes } from '../query/regexes.ts';
import { evaluateRequests, rowsOfAuditIds } from '../query/requests/evaluate-requests.ts';
import {
  groupRequests,
  itemOf,
  listRequests,
  type RequestItem,
} from '../query/requests/summarise-requests.ts';
import type { DataRange } from '../query/table-index.ts';
import type { DensityAnswer, RequestAnswer, RequestApi, RequestQuestion } from './request-protocol.ts';

/** Audit IDs that are looked for at once. */
const MAX_IDS = 1000;

/** Makes the store listen to what came since: a newer question ends an older one. */
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume));

/** The requests of the run at hand, and answers about them. Of several questions of a kind only the last is answered. */
export class RequestStore implements RequestApi {
  #shards: readonly RequestShard[] = [];
  #paths: readonly string[] = [];
  #range: DataRange = { from: 0, to: 0 };
  #latest = { requests: 0, density: 0 };
  #known: { readonly text: string; readonly sets: readonly Bitset[] } | null = null;

  /** `paths` of the inputs by their number; `range` of the run. */
  take(shards: readonly RequestShard[], paths: readonly string[], range: DataRange): void {
    this.#shards = shards;
    this.#paths = paths;
    this.#range = range;
    this.#known = null;
  }

  async requests(seq: number, { text, window, by, offset, limit }: RequestQuestion): Promise<RequestAnswer> {
    this.#latest.requests = seq;
    const sets = await this.#evaluate(text, () => this.#latest.requests !== seq);
    if (sets === null) return { kind: 'stale' };
    if (!sets.ok) return { kind: 'error', error: sets.failure };
    const shown = this.#shards.map(({ table, file }, i) => ({
      file: this.#paths[file],
      table,
      rows: window === null ? sets.value[i] : within(sets.value[i], table, window),
    }));
    const matched = shown.reduce((sum, { rows }) => sum + countBits(rows), 0);
    return {
      kind: 'requests',
      matched,
      ...groupRequests(shown, by),
      items: listRequests(shown, offset, limit),
    };
  }

  async requestDensity(seq: number, text: string): Promise<DensityAnswer> {
    this.#latest.density = seq;
    const sets = await this.#evaluate(text, () => this.#latest.density !== seq);
    if (sets === null) return { kind: 'stale' };
    if (!sets.ok) return { kind: 'error', error: sets.failure };
    const density = measureDensity(this.#shards, (shard, row) => hasBit(sets.value[shard], row));
    return { kind: 'density', density };
  }

  findRequests(auditIds: readonly string[]): RequestItem[] {
    const ids = auditIds.slice(0, MAX_IDS);
    return this.#shards
      .flatMap(({ table, file }) =>
        rowsOfAuditIds(table, ids).map((row) => itemOf({ file: this.#paths[file], table }, row)),
      )
      .sort((a, b) => a.received - b.received);
  }

  /** The rows of each shard; null where a later question came. The last query's are kept. */
  async #evaluate(
    text: string,
    isCancelled: () => boolean,
  ): Promise<Result<readonly Bitset[], QueryError> | null> {
    if (this.#known?.text === text) return success(this.#known.sets);
    const query = parseQuery(text);
    if (!query.ok) return query;
    const regexes = await compileRegexes(query.value);
    if (!regexes.ok) return fail(regexes.failure);
    const plan = { now: () => performance.now(), pause, isCancelled };
    const shards = this.#shards;
    const sets: Bitset[] = [];
    for (const { table, file } of shards) {
      const context = { file: this.#paths[file], range: this.#range, regexes: regexes.value };
      const rows = await runInSlices(evaluateRequests(query.value, table, context), plan);
      if (rows === null || this.#shards !== shards) return null;
      sets.push(rows);
    }
    this.#known = { text, sets };
    return success(sets);
  }
}

/** Those that arrived in the window, its end left out. */
function within(
  rows: Bitset,
  { received, length }: RequestTable,
  window: { from: number; to: number },
): Bitset {
  const kept = makeBitset(length);
  for (let row = 0; row < length; row++)
    if (received[row] >= window.from && received[row] < window.to && hasBit(rows, row)) setBit(kept, row);
  return kept;
}
