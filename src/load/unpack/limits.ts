import type { Limits } from '../../model/limits.ts';

/** Small files may shrink as they like. */
const ALWAYS_ALLOWED = 256 << 20;

/** What is unpacked passes a limit. */
export class Excess extends Error {
  readonly limit: keyof Limits;
  /** In bytes, members or levels. */
  readonly most: number;

  constructor(limit: keyof Limits, most: number) {
    super(`more than ${most} (${limit})`);
    this.limit = limit;
    this.most = most;
  }
}

/** Counts what one input becomes. Each count rejects, by an `Excess`, what passes a limit, and keeps doing so. */
export class Budget {
  readonly limits: Limits;
  /** Bytes taken from the source, at most as many as it has. */
  packed = 0;
  unpacked = 0;
  members = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** The limit that was passed, if any was. */
  get excess(): Excess | null {
    const { maxUnpacked, maxRatio, maxMembers } = this.limits;
    const byRatio = Math.max(ALWAYS_ALLOWED, this.packed * maxRatio);
    if (this.unpacked > maxUnpacked) return new Excess('maxUnpacked', maxUnpacked);
    if (this.unpacked > byRatio) return new Excess('maxRatio', byRatio);
    return this.members > maxMembers ? new Excess('maxMembers', maxMembers) : null;
  }

  /** Passes unpacked bytes on, as long as they are few enough. */
  async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.unpacked += chunk.length;
      const excess = this.excess;
      if (excess !== null) throw excess;
      yield chunk;
    }
  }
}
