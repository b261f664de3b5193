import { completeQuery, type Completion } from '../../query/complete-query.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';

/** A text and where its cursor stands. */
export interface Edited {
  readonly text: string;
  readonly cursor: number;
}

/** Puts a completion into the text. A complete word is followed by a space. */
export function applyCompletion(text: string, { from, to, insert, kind }: Completion): Edited {
  const isComplete = kind === 'value' || kind === 'predicate';
  const rest = text.slice(to);
  const gap = isComplete && !rest.startsWith(' ') ? ' ' : '';
  const step = isComplete ? 1 : 0;
  return { text: text.slice(0, from) + insert + gap + rest, cursor: from + insert.length + step };
}

/** The list below the filter field: what the word at the cursor may become. */
export class Completions {
  items = $state.raw<readonly Completion[]>([]);
  /** The option that Enter takes; -1: none. */
  active = $state(-1);

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  /** Fills the list; of what is there already nothing is offered. */
  suggest({ text, cursor }: Edited, vocabulary: Vocabulary): void {
    this.active = -1;
    this.items = completeQuery(text, cursor, vocabulary).filter(
      ({ from, to, insert }) => text.slice(from, to) !== insert,
    );
  }

  close(): void {
    this.items = [];
    this.active = -1;
  }

  /** Goes up or down; beyond the ends no option is active. */
  move(by: 1 | -1): void {
    const places = this.items.length + 1;
    this.active = ((this.active + 1 + by + places) % places) - 1;
  }

  /** The text with the option of this index; null: there is none. */
  take(index: number, text: string): Edited | null {
    return index in this.items ? applyCompletion(text, this.items[index]) : null;
  }
}
