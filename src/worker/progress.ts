import type { PageInput, Progress } from './protocol.ts';

/** Adds up how far each input is, and tells it at most ten times a second, and at the end. */
export class ProgressMeter {
  readonly #inputs: readonly PageInput[];
  readonly #tell: (progress: Progress) => void;
  readonly #read: number[];
  readonly #open = new Set<number>();
  #done = 0;
  #told = -Infinity;

  constructor(inputs: readonly PageInput[], tell: (progress: Progress) => void) {
    this.#inputs = inputs;
    this.#tell = tell;
    this.#read = inputs.map(() => 0);
  }

  start(index: number): void {
    this.#open.add(index);
    this.#say(false);
  }

  read(index: number, bytes: number): void {
    this.#read[index] = bytes;
    this.#say(false);
  }

  finish(index: number): void {
    this.#open.delete(index);
    this.#read[index] = this.#inputs[index].blob.size;
    this.#done++;
    this.#say(this.#done === this.#inputs.length);
  }

  #say(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#told < 100) return;
    this.#told = now;
    this.#tell({
      bytesRead: this.#read.reduce((sum, bytes) => sum + bytes, 0),
      bytesTotal: this.#inputs.reduce((sum, { blob }) => sum + blob.size, 0),
      filesDone: this.#done,
      filesTotal: this.#inputs.length,
      current: [...this.#open].map((index) => this.#inputs[index].path),
    });
  }
}
