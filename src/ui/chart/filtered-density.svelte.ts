import type { Run } from '../../model/run.ts';
import type { CounterLane } from '../../timeline/counters.ts';
import { requestLanes } from '../../timeline/request-lanes.ts';
import type { Session } from '../session.svelte.ts';

/** Typing asks a little after the last letter. */
const WAIT_MS = 80;

/** The lanes of those requests that the query keeps. Must be made while a component is. */
export class FilteredDensity {
  #answer = $state.raw<{ readonly run: Run; readonly lanes: readonly CounterLane[] } | null>(null);
  readonly #session: Session;
  readonly #run: () => Run;

  /** Null: all requests are drawn, as for no query, or for one that only highlights. */
  readonly lanes: readonly CounterLane[] | null = $derived.by(() =>
    this.#text === '' || this.#answer?.run !== this.#run() ? null : this.#answer.lanes,
  );
  readonly #text = $derived.by(() => {
    const { query, queryMode } = this.#session.view;
    return this.#run().density.length === 0 || queryMode === 'highlight' ? '' : query.trim();
  });

  constructor(session: Session, run: () => Run) {
    this.#session = session;
    this.#run = run;
    $effect(() => this.#ask(this.#run(), this.#text));
  }

  /** Gives what stops it. What does not parse leaves the last answer, as with intervals. */
  #ask(run: Run, text: string): () => void {
    let isStopped = false;
    const timer = setTimeout(() => {
      if (text === '') return;
      void this.#session.requests.requestDensity(text).then(
        (answer) => {
          if (!isStopped && answer.kind === 'density')
            this.#answer = { run, lanes: requestLanes(answer.density) };
        },
        () => undefined, // the store is gone with its run
      );
    }, WAIT_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }
}
