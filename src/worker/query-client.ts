import type { IntervalTable } from '../model/interval-table.ts';
import { queryTableOf } from '../query/query-table.ts';
import type { QueryAnswer, QueryApi, QueryClient, QuerySubject } from './query-protocol.ts';
import queryUrl from './query.worker.ts?worker&url';
import { orDeath, startWorker, type Hand } from './start-worker.ts';

/** Longer than this nobody waits; then the worker is ended, and the next query begins with a new one. */
const MAX_MS = 10_000;

export function createQueryClient(): QueryClient {
  return new Client();
}

class Client implements QueryClient {
  #hand: Hand<QueryApi> | null = null;
  #table: IntervalTable | null = null;
  #seq = 0;

  async query({ table, verdicts }: QuerySubject, text: string): Promise<QueryAnswer> {
    const seq = ++this.#seq;
    const hand = (this.#hand ??= startWorker<QueryApi>(queryUrl));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it took too long')), MAX_MS);
    });
    try {
      if (this.#table !== table) {
        this.#table = table;
        // Its columns are copied: tens of milliseconds for a million rows, once, and only where somebody asks.
        void hand.api.take(queryTableOf(table), verdicts).catch(() => undefined);
      }
      const answer = await Promise.race([orDeath<QueryAnswer>(hand, hand.api.query(seq, text)), timeUp]);
      return seq === this.#seq ? answer : { kind: 'stale' };
    } catch {
      this.#end(hand);
      return seq === this.#seq ? { kind: 'ended' } : { kind: 'stale' };
    } finally {
      clearTimeout(timer);
    }
  }

  #end(hand: Hand<QueryApi>): void {
    hand.worker.terminate();
    if (this.#hand !== hand) return;
    this.#hand = null;
    this.#table = null;
  }
}
