import type { QueryError } from '../../query/query-error.ts';
import type { RequestGrouping, RequestItem } from '../../query/requests/summarise-requests.ts';
import { PAGE_REQUESTS } from './request-words.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { RequestClient, RequestSummary } from '../../worker/request-protocol.ts';

/** Whoever zooms asks a little after the last step. */
const WAIT_MS = 60;

/** What is asked about requests: the last good answer stays until the next one is there. */
export class Requests {
  by = $state<RequestGrouping>('user');
  page = $state(0);
  answer = $state.raw<RequestSummary | null>(null);
  /** What the answer is grouped by. */
  answeredBy = $state<RequestGrouping>('user');
  error = $state.raw<QueryError | null>(null);
  isBusy = $state(false);
  /** The one whose details are shown. */
  chosen = $state.raw<RequestItem | null>(null);
  readonly #client: RequestClient;
  /** What the page that is shown is one of. */
  #subject: readonly unknown[] = [];

  constructor(client: RequestClient) {
    this.#client = client;
  }

  /** Asks for what is wanted now, from its first page on where that is something else; for an effect. Gives what stops it. */
  follow(text: string, window: TimeWindow, run: unknown): () => void {
    const subject = [text, window.from, window.to, run];
    if (subject.some((part, i) => part !== this.#subject[i])) this.page = 0;
    this.#subject = subject;
    const [by, page] = [this.by, this.page];
    const timer = setTimeout(() => void this.#ask(text, window, by, page), WAIT_MS);
    return () => clearTimeout(timer);
  }

  async #ask(text: string, window: TimeWindow, by: RequestGrouping, page: number): Promise<void> {
    this.isBusy = true;
    const question = { text, window, by, offset: page * PAGE_REQUESTS, limit: PAGE_REQUESTS };
    const answer = await this.#client.requests(question).catch(() => null);
    if (answer?.kind === 'stale') return;
    this.isBusy = false;
    if (answer === null) return;
    if (answer.kind === 'error') {
      this.error = answer.error;
      return;
    }
    this.error = null;
    this.answer = answer;
    this.answeredBy = by;
  }
}
