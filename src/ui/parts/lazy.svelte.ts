import { setBusy } from './frame.ts';

interface Module<Part> {
  readonly default: Part;
}

/** A component whose code comes in a file of its own, when it is first wanted. */
export class Lazy<Part> {
  /** Null until it is there. */
  part = $state.raw<Part | null>(null);
  /** It did not come; wanting it again tries again. */
  isMissing = $state(false);
  #isComing = false;
  readonly #load: () => Promise<Module<Part>>;

  constructor(load: () => Promise<Module<Part>>) {
    this.#load = load;
  }

  want(): void {
    if (this.part !== null || this.#isComing) return;
    this.#isComing = true;
    setBusy(this, true);
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    try {
      this.part = (await this.#load()).default;
      this.isMissing = false;
    } catch {
      this.isMissing = true;
    }
    this.#isComing = false;
    setBusy(this, false);
  }
}
