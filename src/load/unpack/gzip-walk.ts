import type { Piece } from './gzip-pieces.ts';
import { createInflater, type Inflater } from './inflater.ts';

/** So much of a member is kept for a second look at it. */
const MAX_KEPT = 4 << 20;
/** The shortest member: header, an empty block, trailer. */
const SHORTEST = 20;

/** Goes through the members of a gzip stream with what the platform has. */
export class GzipWalk {
  #inflater: Inflater | null = null;
  #kept: Uint8Array[] = [];
  #keptLength = 0;
  #last4 = 0; // the four bytes written last, as a number: at a member's end its length
  /** Where the member at hand begins in the stream. */
  from: number;
  /** How many bytes of the member were taken without trouble, and what they gave. */
  length = 0;
  inflated = 0;

  constructor(from: number) {
    this.from = from;
  }

  /** What the piece gives. `garbage`: it stands behind a whole member. `failed`: the platform gave up in it. */
  async write(piece: Piece): Promise<readonly Uint8Array[] | 'garbage' | 'failed'> {
    if (this.#inflater === null) {
      if (!piece.isStart) return this.#isPadding(piece) ? [] : 'garbage';
      this.#inflater = createInflater();
    }
    try {
      const out = await this.#inflater.write(piece.bytes);
      this.#taken(piece.bytes, out);
      return out;
    } catch {
      if (!this.#isOver()) return 'failed';
      this.#leaveMember();
      return this.write(piece);
    }
  }

  /** Whether the stream may end here. */
  async end(): Promise<boolean> {
    return this.#inflater === null || this.#inflater.end();
  }

  /** What was taken of the member, where it was not too long to be kept. */
  get kept(): readonly Uint8Array[] | null {
    return this.#keptLength === this.length ? this.#kept : null;
  }

  drop(): void {
    this.#inflater?.drop();
    this.#inflater = null;
  }

  /** The platform fails on any byte behind a member whose checksum it found right; the length tells that from damage. */
  #isOver(): boolean {
    return this.length >= SHORTEST && this.#last4 === this.inflated % 2 ** 32;
  }

  #leaveMember(): void {
    this.drop();
    this.from += this.length;
    this.length = 0;
    this.inflated = 0;
    this.#kept = [];
    this.#keptLength = 0;
  }

  #taken(bytes: Uint8Array, out: readonly Uint8Array[]): void {
    this.length += bytes.length;
    for (const chunk of out) this.inflated += chunk.length;
    for (const byte of bytes.subarray(-4)) this.#last4 = (this.#last4 >>> 8) | (byte << 24);
    this.#last4 >>>= 0;
    if (this.#keptLength + bytes.length <= MAX_KEPT && this.#keptLength === this.length - bytes.length) {
      this.#kept.push(bytes);
      this.#keptLength += bytes.length;
    } else this.#kept = [];
  }

  #isPadding({ bytes }: Piece): boolean {
    this.from += bytes.length;
    return bytes.every((byte) => byte === 0);
  }
}
