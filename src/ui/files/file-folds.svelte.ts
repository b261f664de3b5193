import { SvelteMap } from 'svelte/reactivity';
import { PAGE_CHILDREN } from './file-tree.ts';

/** Which lines of the tree of files are open, and how many of each are shown. */
export class FileFolds {
  /** What was turned by hand, by the keys of nodes. */
  readonly #turned = new SvelteMap<string, boolean>();
  readonly #shown = new SvelteMap<string, number>();
  readonly #atFirst: () => ReadonlySet<string>;

  constructor(atFirst: () => ReadonlySet<string>) {
    this.#atFirst = atFirst;
  }

  isOpen(key: string): boolean {
    return this.#turned.get(key) ?? this.#atFirst().has(key);
  }

  turn(key: string): void {
    this.#turned.set(key, !this.isOpen(key));
  }

  shown(key: string): number {
    return this.#shown.get(key) ?? PAGE_CHILDREN;
  }

  showMore(key: string): void {
    this.#shown.set(key, this.shown(key) + PAGE_CHILDREN);
  }
}
