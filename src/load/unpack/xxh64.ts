/**
 * XXH64 with seed 0, of whose 64 bits zstd keeps the lower half. Numbers are kept as two halves of 32 bits, since BigInt is
 * ten times slower.
 */
type Halves = readonly [high: number, low: number];

const P1: Halves = [0x9e3779b1, 0x85ebca87];
const P2: Halves = [0xc2b2ae3d, 0x27d4eb4f];
const P3: Halves = [0x165667b1, 0x9e3779f9];
const P4: Halves = [0x85ebca77, 0xc2b2ae63];
const P5: Halves = [0x27d4eb2f, 0x165667c5];
/** Bytes that are mixed in at once. */
const STRIPE = 32;

/** A number of 64 bits, changed in place. */
class Wide {
  high = 0;
  low = 0;

  set(high: number, low: number): this {
    this.high = high | 0;
    this.low = low | 0;
    return this;
  }

  add(high: number, low: number): this {
    const sum = (this.low >>> 0) + (low >>> 0);
    return this.set(this.high + high + (sum > 0xffffffff ? 1 : 0), sum);
  }

  multiply([high, low]: Halves): this {
    const upper = upperHalf(this.low, low) + Math.imul(this.high, low) + Math.imul(this.low, high);
    return this.set(upper, Math.imul(this.low, low));
  }

  /** By fewer than 32 bits. */
  rotate(by: number): this {
    const { high, low } = this;
    return this.set((high << by) | (low >>> (32 - by)), (low << by) | (high >>> (32 - by)));
  }

  xor(high: number, low: number): this {
    return this.set(this.high ^ high, this.low ^ low);
  }

  shiftXor(by: number): this {
    const { high, low } = this;
    if (by > 31) return this.xor(0, high >>> (by - 32));
    return this.xor(high >>> by, (low >>> by) | (high << (32 - by)));
  }

  mix(high: number, low: number): this {
    SCRATCH.set(high, low).multiply(P2);
    return this.add(SCRATCH.high, SCRATCH.low).rotate(31).multiply(P1);
  }
}

/** The upper 32 bits of a product, by quarters of 16 bits; no sum on the way passes 32 bits. */
function upperHalf(x: number, y: number): number {
  const a = x >>> 16;
  const b = x & 0xffff;
  const c = y >>> 16;
  const d = y & 0xffff;
  const first = Math.imul(a, d) + (Math.imul(b, d) >>> 16);
  const second = Math.imul(b, c) + (first & 0xffff);
  return (Math.imul(a, c) + (first >>> 16) + (second >>> 16)) | 0;
}

const SCRATCH = new Wide();
const OTHER = new Wide();

/** Sums up bytes as they come. */
export class Xxh64 {
  readonly #lanes = [
    new Wide().set(...P1).add(...P2),
    new Wide().set(...P2),
    new Wide(),
    new Wide().add(~P1[0], ~P1[1]).add(0, 1), // minus P1
  ];
  readonly #held = new Uint8Array(STRIPE);
  #heldLength = 0;
  #length = 0;

  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#heldLength > 0) {
      at = Math.min(STRIPE - this.#heldLength, bytes.length);
      this.#held.set(bytes.subarray(0, at), this.#heldLength);
      this.#heldLength += at;
      if (this.#heldLength < STRIPE) return;
      this.#mixStripes(viewOf(this.#held), 0, STRIPE);
    }
    const end = bytes.length - ((bytes.length - at) % STRIPE);
    this.#mixStripes(viewOf(bytes), at, end);
    at = end;
    this.#held.set(bytes.subarray(at));
    this.#heldLength = bytes.length - at;
  }

  /** The lower 32 bits of the sum, unsigned. */
  low32(): number {
    const sum = this.#length < STRIPE ? new Wide().set(...P5) : this.#joined();
    sum.add(Math.floor(this.#length / 2 ** 32), this.#length);
    const view = viewOf(this.#held.subarray(0, this.#heldLength));
    let at = 0;
    for (; at + 8 <= view.byteLength; at += 8) {
      OTHER.set(0, 0).mix(view.getUint32(at + 4, true), view.getUint32(at, true));
      sum
        .xor(OTHER.high, OTHER.low)
        .rotate(27)
        .multiply(P1)
        .add(...P4);
    }
    if (at + 4 <= view.byteLength) {
      OTHER.set(0, view.getUint32(at, true)).multiply(P1);
      sum
        .xor(OTHER.high, OTHER.low)
        .rotate(23)
        .multiply(P2)
        .add(...P3);
      at += 4;
    }
    for (; at < view.byteLength; at++) {
      OTHER.set(0, view.getUint8(at)).multiply(P5);
      sum.xor(OTHER.high, OTHER.low).rotate(11).multiply(P1);
    }
    return sum.shiftXor(33).multiply(P2).shiftXor(29).multiply(P3).shiftXor(32).low >>> 0;
  }

  /** As `mix` of each lane, with its numbers at hand: all time goes here. */
  #mixStripes(view: DataView, from: number, to: number): void {
    for (const [i, lane] of this.#lanes.entries()) {
      let { high, low } = lane;
      for (let at = from + 8 * i; at < to; at += STRIPE) {
        const inLow = view.getInt32(at, true);
        const addLow = Math.imul(inLow, P2[1]);
        const addHigh =
          upperHalf(inLow, P2[1]) + Math.imul(view.getInt32(at + 4, true), P2[1]) + Math.imul(inLow, P2[0]);
        const sumLow = (low + addLow) | 0;
        const sumHigh = (high + addHigh + (sumLow >>> 0 < low >>> 0 ? 1 : 0)) | 0;
        const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
        const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
        low = Math.imul(turnedLow, P1[1]);
        high = (upperHalf(turnedLow, P1[1]) + Math.imul(turnedHigh, P1[1]) + Math.imul(turnedLow, P1[0])) | 0;
      }
      lane.set(high, low);
    }
  }

  #joined(): Wide {
    const sum = new Wide();
    for (const [lane, by] of [1, 7, 12, 18].entries()) {
      const { high, low } = this.#lanes[lane];
      OTHER.set(high, low).rotate(by);
      sum.add(OTHER.high, OTHER.low);
    }
    for (const { high, low } of this.#lanes) {
      OTHER.set(0, 0).mix(high, low);
      sum
        .xor(OTHER.high, OTHER.low)
        .multiply(P1)
        .add(...P4);
    }
    return sum;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
