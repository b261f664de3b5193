import type { EpochMs } from '../base/time.ts';

/** Beyond so many sub-lanes the first free one is no longer looked for, but the one that is free for longest. */
const FIRST_FIT = 32;

/**
 * Puts items that come ascending by start into sub-lanes so that none overlap: the first free one, so that most lie on
 * top. O(log sub-lanes) an item beyond the first few, so a file in which everything overlaps costs no more than sorting.
 */
export class Packer {
  #ends: EpochMs[] = [];
  #heap: number[] = []; // sub-lanes from FIRST_FIT on, the one that ends first on top

  /** The sub-lane for the next item, from 0. */
  place(start: EpochMs, end: EpochMs): number {
    const few = Math.min(this.#ends.length, FIRST_FIT);
    for (let lane = 0; lane < few; lane++) {
      if (this.#ends[lane] <= start) {
        this.#ends[lane] = end;
        return lane;
      }
    }
    if (this.#ends.length >= FIRST_FIT) return this.#placeInHeap(start, end);
    this.#ends.push(end);
    return this.#ends.length - 1;
  }

  #placeInHeap(start: EpochMs, end: EpochMs): number {
    const top = this.#heap[0];
    if (top !== undefined && this.#ends[top] <= start) {
      this.#ends[top] = end;
      this.#siftDown();
      return top;
    }
    const lane = this.#ends.push(end) - 1;
    this.#heap.push(lane);
    this.#siftUp();
    return lane;
  }

  #siftUp(): void {
    const heap = this.#heap;
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.#ends[heap[parent]] <= this.#ends[heap[at]]) return;
      swap(heap, at, parent);
      at = parent;
    }
  }

  #siftDown(): void {
    const heap = this.#heap;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#ends[heap[child]] < this.#ends[heap[least]]) least = child;
      }
      if (least === at) return;
      swap(heap, at, least);
      at = least;
    }
  }
}

function swap(values: number[], a: number, b: number): void {
  const kept = values[a];
  values[a] = values[b]!;
  values[b] = kept;
}
