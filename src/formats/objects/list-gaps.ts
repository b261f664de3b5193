/**
 * What a JSON text says between its records: there a list tells that it is one page of a longer one, before its items or
 * after them. Source: kubernetes/apimachinery: pkg/apis/meta/v1/types.go (ListMeta).
 *
 *   {"kind":"EventList","metadata":{"continue":"eyJ2Ijoi…","remainingItemCount":4312},"items":[…]}
 */
const PAGE = /"continue"\s{0,20}:\s{0,20}"[^"]|"remainingItemCount"\s{0,20}:\s{0,20}[1-9]/;
/** Shorter texts do not say so: most are a comma. */
const MIN_GAP = 16;
/** What stands further behind a record is not looked at. */
const MAX_GAP = 1 << 16;

/** Bytes are shown to it as they arrive, and the records that were found in them. */
export class ListGaps {
  #isPage = false;
  #chunk: Uint8Array = new Uint8Array(0);
  #base = 0; // offset of the chunk in the input
  #end = 0; // where the last record ended
  #carried: Uint8Array = new Uint8Array(0); // from there to the chunk

  /** Whether a list went on in a page that is not here. To be asked after `end`. */
  get isPage(): boolean {
    return this.#isPage;
  }

  chunk(chunk: Uint8Array): void {
    this.#carry();
    this.#base += this.#chunk.length;
    this.#chunk = chunk;
  }

  /** A record of so many bytes at that offset of the input, which ends in the chunk. */
  record(offset: number, length: number): void {
    if (offset - this.#end >= MIN_GAP) this.#look(offset);
    this.#end = offset + length;
    this.#carried = new Uint8Array(0);
  }

  end(): void {
    this.#look(this.#base + this.#chunk.length);
  }

  #look(to: number): void {
    if (this.#isPage) return;
    const decoder = new TextDecoder();
    const rest = this.#restOf(to);
    this.#isPage = PAGE.test(
      decoder.decode(this.#carried.subarray(0, to - this.#end), { stream: true }) + decoder.decode(rest),
    );
  }

  /** What of the chunk lies behind the last record, and before `to`. */
  #restOf(to: number): Uint8Array {
    const from = Math.max(0, this.#end - this.#base);
    const room = MAX_GAP - this.#carried.length;
    return this.#chunk.subarray(from, Math.max(from, Math.min(to - this.#base, from + room)));
  }

  #carry(): void {
    const rest = this.#restOf(Infinity);
    if (rest.length === 0) return;
    const carried = new Uint8Array(this.#carried.length + rest.length);
    carried.set(this.#carried);
    carried.set(rest, this.#carried.length);
    this.#carried = carried;
  }
}
