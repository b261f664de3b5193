import type { Numbers } from '../base/search.ts';

/** Finds the greatest value of any stretch of a list. Made in O(n), asked in O(log n); of equals the first. */
export class BestOf {
  readonly #values: Numbers;
  /** Index of the greatest in buckets of 2, then of 4 … */
  readonly #levels: Uint32Array[] = [];

  constructor(values: Numbers) {
    this.#values = values;
    for (let size = values.length; size > 1;) {
      const below = this.#levels[this.#levels.length - 1];
      const level = new Uint32Array((size + 1) >> 1);
      for (let at = 0; at < level.length; at++) {
        const left = below === undefined ? 2 * at : below[2 * at];
        const right = 2 * at + 1 >= size ? left : below === undefined ? left + 1 : below[2 * at + 1];
        level[at] = values[right] > values[left] ? right : left;
      }
      this.#levels.push(level);
      size = level.length;
    }
  }

  /** The index of the greatest in [first, end); -1 for an empty stretch. */
  in(first: number, end: number): number {
    let found = -1;
    for (let at = first; at < end;) {
      let level = 0;
      while (((at >> level) & 1) === 0 && at + (2 << level) <= end && level < this.#levels.length) level++;
      const best = level === 0 ? at : this.#levels[level - 1][at >> level];
      if (found < 0 || this.#values[best] > this.#values[found]) found = best;
      at += 1 << level;
    }
    return found;
  }
}
