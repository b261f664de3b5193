import type { EpochMs } from '../base/time.ts';
import type { BlindKind, Coverage } from '../model/fact.ts';

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export type CoverageKind = Exclude<Coverage['kind'], BlindKind | 'log'>;

/** What covers a span, and from when to when it does without a gap. */
export interface Cover extends Span {
  readonly kinds: readonly CoverageKind[];
}

interface Piece extends Span {
  readonly kind: CoverageKind;
  readonly lastBegin: EpochMs;
}

/** Answers whether the absence of a signal may be judged at a place and time. */
export class CoverageMap {
  readonly #all: readonly Coverage[];
  readonly #nameOf: (name: string) => string;
  readonly #pieces = new Map<string, readonly Piece[]>();

  constructor(all: readonly Coverage[], nameOf: (name: string) => string) {
    this.#all = all;
    this.#nameOf = nameOf;
  }

  /**
   * The kinds of source that together would have shown a signal of `node` (null: of any node) at every moment of the
   * span; null where there is a gap. Windows do not count while one of the node's own may have swallowed the next, nor
   * events while one of them stands for several.
   * `isStrict`: a source counts only until the last begin of what it holds.
   */
  covers(server: string, node: string | null, span: Span, isStrict = false): Cover | null {
    const used = new Set<CoverageKind>();
    let at = span.from;
    let from = span.from;
    for (const piece of this.#piecesOf(server, node)) {
      if (piece.from > at || at > span.to) break;
      const to = isStrict ? Math.min(piece.to, piece.lastBegin) : piece.to;
      if (to < span.from) continue;
      used.add(piece.kind);
      from = Math.min(from, piece.from);
      at = Math.max(at, to);
    }
    return at >= span.to && used.size > 0 ? { kinds: [...used].sort(), from, to: at } : null;
  }

  /**
   * The life of an apiserver that a log holds, over a span: from its first line at or before it to its last line at or
   * after it. Of several logs of it the one that begins first.
   */
  lifeOver(server: string, node: string, span: Span): Span | null {
    let best: Span | null = null;
    for (const one of this.#all) {
      if (one.kind !== 'log' || (one.server !== null && one.server !== server)) continue;
      if (one.from > span.from || one.to < span.to || !this.#isOf(one, node)) continue;
      if (best === null || one.from < best.from) best = { from: one.from, to: one.to };
    }
    return best;
  }

  /**
   * The last line of the life that ended within a span, and before the next one began at `next`. A log that is known to be
   * whole until that very start, as a termination log, does not tell when the life ended. Null: no log tells it.
   */
  lastLine(server: string, node: string, span: Span, next: EpochMs): EpochMs | null {
    let last: EpochMs | null = null;
    for (const one of this.#all) {
      if (one.kind !== 'log' || (one.server !== null && one.server !== server)) continue;
      if (one.to < span.from || one.to >= next || !this.#isOf(one, node)) continue;
      if (last === null || one.to > last) last = one.to;
    }
    return last === null || last > span.to ? null : last;
  }

  /** The spans in which such a source says nothing of a server and node (null: of some node), merged, by time. */
  #blindSpans(kind: BlindKind, server: string, node: string | null): Span[] {
    return unite(
      this.#all.filter(
        (one) =>
          one.kind === kind &&
          (one.server === null || one.server === server) &&
          (node === null || one.node === null || this.#isOf(one, node)),
      ),
    );
  }

  #piecesOf(server: string, node: string | null): readonly Piece[] {
    const key = `${server} ${node ?? ''}`;
    let pieces = this.#pieces.get(key);
    if (pieces === undefined) {
      pieces = this.#findPieces(server, node);
      this.#pieces.set(key, pieces);
    }
    return pieces;
  }

  #findPieces(server: string, node: string | null): Piece[] {
    const pieces: Piece[] = [];
    const blind = {
      windows: this.#blindSpans('windows-blind', server, node),
      events: this.#blindSpans('events-blind', server, node),
      extract: [],
    };
    for (const one of this.#all) {
      // A life is asked for by itself.
      if (one.kind === 'windows-blind' || one.kind === 'events-blind' || one.kind === 'log') continue;
      if (one.server !== null && one.server !== server) continue;
      if (one.node !== null && (node === null || !this.#isOf(one, node))) continue;
      const { kind, lastBegin } = one;
      for (const { from, to } of subtract(one, blind[kind])) pieces.push({ kind, from, to, lastBegin });
    }
    return pieces.sort((a, b) => a.from - b.from);
  }

  #isOf({ node }: Coverage, wanted: string): boolean {
    return node !== null && this.#nameOf(node) === this.#nameOf(wanted);
  }
}

function unite(spans: readonly Span[]): Span[] {
  const united: { from: EpochMs; to: EpochMs }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = united[united.length - 1];
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}

/** What is left of a span when others are taken out of it. */
export function subtract(span: Span, holes: readonly Span[]): Span[] {
  let left: Span[] = [span];
  for (const hole of holes) {
    left = left.flatMap(({ from, to }) => {
      if (hole.to <= from || hole.from >= to) return [{ from, to }];
      const parts: Span[] = [];
      if (hole.from > from) parts.push({ from, to: hole.from });
      if (hole.to < to) parts.push({ from: hole.to, to });
      return parts;
    });
  }
  return left;
}
