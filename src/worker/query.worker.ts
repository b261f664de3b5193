import { expose, transfer } from 'comlink';
import { evaluateSlices, runInSlices } from '../query/evaluate-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryTable } from '../query/query-table.ts';
import { compileRegexes } from '../query/regexes.ts';
import type { VerdictRows } from '../query/verdict-rows.ts';
import type { QueryApi } from './query-protocol.ts';

let table: QueryTable | null = null;
let verdicts: VerdictRows = {};
let latest = 0;

/** A turn of the event loop, in which a later query can be heard. */
function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resume) => {
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
}

const queries: QueryApi = {
  take(given, judged) {
    table = given;
    verdicts = judged;
  },
  async query(seq, text) {
    latest = seq;
    const query = parseQuery(text);
    if (!query.ok) return { kind: 'error', error: query.failure };
    const regexes = await compileRegexes(query.value);
    if (!regexes.ok) return { kind: 'error', error: regexes.failure };
    if (table === null || seq !== latest) return { kind: 'stale' };
    const slices = evaluateSlices(query.value, table, { regexes: regexes.value, verdicts });
    const isCancelled = () => seq !== latest;
    const rows = await runInSlices(slices, { now: () => performance.now(), pause, isCancelled });
    if (rows === null) return { kind: 'stale' };
    // The rows may be remembered for the next query, so a copy moves.
    const words = rows.words.slice();
    return transfer({ kind: 'rows', rows: { length: rows.length, words } }, [words.buffer]);
  },
};

expose(queries);
