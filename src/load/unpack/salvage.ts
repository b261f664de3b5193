import { Gunzip } from 'fflate';
import { ByteReader, chain } from './byte-reader.ts';
import { crc32 } from './crc32.ts';
import type { Trouble } from './trouble.ts';

/** A push of n bytes may give 1032 n. */
const COARSE = 1 << 14;
/** Where the trouble lies, what one push holds may be lost. */
const FINE = 16;
const TRAILER = 8;
/** A trailer, and the header that follows it: only from a whole one fflate tells that the data are over. */
const TAIL = (1 << 16) + 1024;
/** From other bytes it tells so at once. */
const NEAR = 2 * FINE + TRAILER;

/** How a member was left: with its trouble, and what follows it; null where nothing behind it can be found. */
export interface Salvaged {
  readonly trouble: Trouble | null;
  /** How long it is. */
  readonly length: number;
  readonly rest: AsyncIterable<Uint8Array> | null;
}

/**
 * Inflates a gzip member again, in the few places where the platform gave up: slower, but it tells where the member ends,
 * and keeps what stands in front of damage. `packed` begins with the member; of what comes out the first `skip` bytes are
 * left out. The first `safe` bytes were inflated before without trouble.
 */
export async function* salvageMember(
  packed: AsyncIterable<Uint8Array>,
  safe: number,
  skip: number,
): AsyncGenerator<Uint8Array, Salvaged> {
  const reader = new ByteReader(packed);
  const member = new MemberInflater();
  let left = skip;
  for (;;) {
    const size = reader.position < safe ? Math.min(COARSE, safe - reader.position) : FINE;
    const bytes = await reader.read(size);
    const step = bytes.length === 0 ? member.end() : member.push(bytes);
    for (const chunk of step.out) {
      const dropped = Math.min(left, chunk.length);
      left -= dropped;
      if (dropped < chunk.length) yield chunk.subarray(dropped);
    }
    if (step.state === 'going-on') continue;
    const trouble = step.state === 'whole' ? null : step.state;
    if (step.behind === null) return { trouble, length: reader.position, rest: null };
    const rest = chain([step.behind], reader.rest());
    return { trouble, length: reader.position - step.behind.length, rest };
  }
}

interface Step {
  readonly out: readonly Uint8Array[];
  readonly state: 'going-on' | 'whole' | 'checksum' | 'damaged';
  /** The bytes given that lie behind the member's end; null where that is not known. */
  readonly behind: Uint8Array | null;
}

/** One member, by fflate, with the checksum that fflate leaves out. */
class MemberInflater {
  readonly #gunzip: Gunzip;
  #out: Uint8Array[] = [];
  #crc = 0;
  #size = 0;
  #next: number | null = null; // where fflate saw the next member begin
  #given = 0;
  #tail: Uint8Array = new Uint8Array(0); // the last bytes given

  constructor() {
    this.#gunzip = new Gunzip((chunk) => {
      if (this.#next === null && chunk.length > 0) this.#out.push(chunk);
    });
    this.#gunzip.onmember = (at) => {
      if (at > 0) this.#next ??= at;
    };
  }

  push(bytes: Uint8Array): Step {
    // fflate keeps what it is given until it has used it, so it gets a copy of its own.
    const error = this.#push(bytes.slice(), false);
    const seen = new Uint8Array(this.#tail.length + bytes.length);
    seen.set(this.#tail);
    seen.set(bytes, this.#tail.length);
    this.#tail = seen.slice(-TAIL);
    this.#given += bytes.length;
    if (error === null && this.#next === null) return this.#step('going-on', null);
    // 6: it looked for a header, and so followed the data to their end.
    if (this.#next === null && error?.code !== 6) return this.#step('damaged', null);
    return this.#ended(seen);
  }

  /** Nothing follows the bytes given. */
  end(): Step {
    return this.#push(new Uint8Array(0), true) === null
      ? this.#ended(this.#tail)
      : this.#step('damaged', null);
  }

  #push(bytes: Uint8Array, isLast: boolean): { code?: number } | null {
    this.#out = [];
    let error: { code?: number } | null = null;
    try {
      this.#gunzip.push(bytes, isLast);
    } catch (thrown) {
      error = thrown as { code?: number };
    }
    for (const chunk of this.#out) {
      this.#crc = crc32(chunk, this.#crc);
      this.#size += chunk.length;
    }
    return error;
  }

  /** The data are over somewhere in the last bytes: behind those that are their checksum and length. */
  #ended(last: Uint8Array): Step {
    const next = this.#next === null ? null : last.length - (this.#given - this.#next);
    const first = next ?? Math.max(TRAILER, last.length - NEAR);
    for (let end = first; end <= (next ?? last.length); end++) {
      if (this.#isTrailer(last.subarray(Math.max(0, end - TRAILER), end))) {
        return this.#step('whole', last.subarray(end));
      }
    }
    return this.#step('checksum', next === null || next < 0 ? null : last.subarray(next));
  }

  #isTrailer(bytes: Uint8Array): boolean {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length < TRAILER || view.getUint32(4, true) !== this.#size % 2 ** 32) return false;
    return view.getUint32(0, true) === this.#crc;
  }

  #step(state: Step['state'], behind: Uint8Array | null): Step {
    return { out: this.#out, state, behind };
  }
}
