import { upperBound } from './search.ts';

/**
 * Finds the things whose span touches another. Sorted by begin, with the furthest end so far, so that a search looks
 * only at what may still reach; one search looks at `limit` things at the most, the latest to begin first.
 */
export class SpanIndex<T> {
  readonly #items: readonly T[];
  readonly #from: Float64Array;
  readonly #reach: Float64Array; // furthest end of this and all before
  readonly #to: Float64Array;

  constructor(items: readonly T[], spanOf: (item: T) => readonly [from: number, to: number]) {
    const spans = items.map((item) => ({ item, span: spanOf(item) }));
    spans.sort((a, b) => a.span[0] - b.span[0]);
    this.#items = spans.map(({ item }) => item);
    this.#from = Float64Array.from(spans, ({ span }) => span[0]);
    this.#to = Float64Array.from(spans, ({ span }) => span[1]);
    this.#reach = new Float64Array(spans.length);
    let reach = -Infinity;
    for (let i = 0; i < spans.length; i++) {
      reach = Math.max(reach, this.#to[i]);
      this.#reach[i] = reach;
    }
  }

  /** What begins at `to` or before and ends at `from` or after, by begin. */
  touching(from: number, to: number, limit = 1000): T[] {
    const found: T[] = [];
    let looked = 0;
    for (
      let i = upperBound(this.#from, to) - 1;
      i >= 0 && this.#reach[i] >= from && looked < limit;
      i--, looked++
    ) {
      if (this.#to[i] >= from) found.push(this.#items[i]);
    }
    return found.reverse();
  }
}
