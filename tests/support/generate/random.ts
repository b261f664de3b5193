/** A number in [0, 2^32) from text and a number: the same on every machine. */
function hashText(text: string, seed: number): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}

const HEX = '0123456789abcdef';
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Seeded numbers (mulberry32) with the few shapes that the generator needs. Same seed, same sequence. */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = hashText('lapse', this.#seed);
  }

  /** An independent sequence: what one part draws does not shift what another draws. */
  fork(label: string): Random {
    return new Random(hashText(label, this.#seed));
  }

  /** In [0, 1). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** A whole number in [low, high], both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** Picks with a slope: the first members carry most of the load, as names in a cluster do. */
  pickSkewed<T>(list: readonly T[]): T {
    return list[Math.floor(list.length * this.unit() ** 1.7)];
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let total = 0;
    for (const [weight] of choices) total += weight;
    let left = this.unit() * total;
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices[choices.length - 1][1];
  }

  /** Long-tailed, `mean` on average. */
  exponential(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  }

  hex(length: number): string {
    let text = '';
    for (let i = 0; i < length; i++) text += HEX[this.below(16)];
    return text;
  }

  /** Letters as in the generated end of a pod's name. */
  suffix(length: number): string {
    let text = '';
    for (let i = 0; i < length; i++) text += SUFFIX_LETTERS[this.below(SUFFIX_LETTERS.length)];
    return text;
  }

  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${'89ab'[this.below(4)]}${this.hex(3)}-${this.hex(12)}`;
  }
}
