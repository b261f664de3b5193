import { TextPoolBuilder } from '../model/text-pool.ts';

/** What a generation of the cache holds: a cluster has some thousand locators, and 10,000 seconds in its run. */
const MAX_SLICES = 1 << 14;
const MAX_BYTES = 2 << 20;

class Generation {
  readonly slices = new TextPoolBuilder();
  readonly values: unknown[] = [undefined]; // by number of the slice; the empty one has none

  isFull(): boolean {
    return this.values.length >= MAX_SLICES || this.slices.size >= MAX_BYTES;
  }
}

/**
 * Values by the bytes that they were made from. Forgets by generations: when the young one is full, the old one goes,
 * and with it all that was not asked for since.
 */
export class SliceCache {
  readonly #make: (slice: Uint8Array) => unknown;
  #young = new Generation();
  #old = new Generation();

  /** `make` is asked where a slice is not known. */
  constructor(make: (slice: Uint8Array) => unknown) {
    this.#make = make;
  }

  /** The value for the bytes from `from` to `to`, which are at least one. */
  valueOf(bytes: Uint8Array, from: number, to: number): unknown {
    const id = this.#young.slices.idOfBytes(bytes, from, to);
    if (id < this.#young.values.length) return this.#young.values[id];
    const known = this.#old.slices.findBytes(bytes, from, to);
    const value = known === null ? this.#make(bytes.subarray(from, to)) : this.#old.values[known];
    this.#young.values.push(value);
    if (this.#young.isFull()) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    return value;
  }
}
