import { parseQuery } from '../../query/parse-query.ts';
import { comparesTimes, describeHint, findHints } from '../../query/query-hints.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import type { Session } from '../session.svelte.ts';

/** Who still types is not told yet. */
const PAUSE_MS = 350;

/** What to say of a filter that can be read and is most likely not what was meant; told after a pause. */
export class FilterHints {
  words = $state.raw<readonly string[]>([]);
  readonly #session: Session;
  readonly #chart: Chart;

  /** Must be made while a component is. */
  constructor(session: Session, chart: Chart) {
    this.#session = session;
    this.#chart = chart;
    $effect(() => this.#follow());
  }

  readonly #query = $derived.by(() => this.#session.view.query);
  readonly #zone = $derived.by(() => this.#session.view.zone);

  #follow(): () => void {
    const zone = this.#zone;
    const { table } = this.#chart;
    const { vocabulary } = this.#chart.search;
    const read = parseQuery(this.#query);
    this.words = [];
    const tell = () => {
      if (!read.ok) return;
      const isOther = zone === 'local' && comparesTimes(read.value);
      this.words = [
        ...findHints(read.value, table, vocabulary).map(describeHint),
        ...(isOther ? ['Times in a filter are UTC.'] : []),
      ];
    };
    const timer = setTimeout(tell, PAUSE_MS);
    return () => clearTimeout(timer);
  }
}
