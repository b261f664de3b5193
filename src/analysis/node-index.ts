import { SpanIndex } from '../base/spans.ts';

const NONE: readonly never[] = [];

/** Finds things of one node (or other owner) by time: what a walk over all of them would find, in O(log n + found). */
export class NodeIndex<T> {
  readonly #spans = new Map<string, SpanIndex<T>>();

  constructor(
    items: readonly T[],
    nodeOf: (item: T) => string | null,
    spanOf: (item: T) => readonly [from: number, to: number],
  ) {
    const groups = new Map<string, T[]>();
    for (const item of items) {
      const node = nodeOf(item);
      if (node === null) continue;
      const group = groups.get(node);
      if (group === undefined) groups.set(node, [item]);
      else group.push(item);
    }
    for (const [node, group] of groups) this.#spans.set(node, new SpanIndex(group, spanOf));
  }

  /** What of the node begins at `to` or before and ends at `from` or after, by begin. */
  touching(node: string | null, from: number, to: number): readonly T[] {
    return node === null ? NONE : (this.#spans.get(node)?.touching(from, to) ?? NONE);
  }
}
