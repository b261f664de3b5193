/** So much is kept for a second look. */
const MAX_KEPT = 4 << 20;

/** A copy of the bytes that passed, as long as they are few enough. */
export class KeptBytes {
  #parts: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.isWhole) this.#parts.push(bytes.slice());
    else this.#parts = [];
  }

  /** All that passed is here. */
  get isWhole(): boolean {
    return this.#length <= MAX_KEPT;
  }

  get parts(): readonly Uint8Array[] {
    return this.#parts;
  }
}
