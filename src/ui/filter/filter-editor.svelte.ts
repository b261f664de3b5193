import { setQuery } from '../../view/steps.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import { Completions, type Edited } from './completions.svelte.ts';
import { stepMatch } from './match-steps.ts';
import type { Session } from '../session.svelte.ts';

/** What typing and keys do in the filter field. */
export class FilterEditor {
  readonly list = new Completions();
  readonly #session: Session;
  readonly #chart: Chart;
  readonly #field: () => HTMLInputElement | null;

  constructor(session: Session, chart: Chart, field: () => HTMLInputElement | null) {
    this.#session = session;
    this.#chart = chart;
    this.#field = field;
  }

  get text(): string {
    return this.#session.view.query;
  }

  write(query: string): void {
    this.#session.change(setQuery(this.#session.view, query), false);
  }

  type(query: string): void {
    this.write(query);
    this.#suggest();
  }

  /** Takes a completion; false: there is none of this index. */
  take(index: number): boolean {
    const field = this.#field();
    const edited = this.list.take(index, this.text);
    if (edited === null || field === null) return false;
    this.write(edited.text);
    field.value = edited.text;
    field.setSelectionRange(edited.cursor, edited.cursor);
    this.#suggest();
    return true;
  }

  press(event: KeyboardEvent): void {
    if (!event.isComposing && this.#act(event)) event.preventDefault();
  }

  /** Whether the key means something here. */
  #act({ key, shiftKey, ctrlKey }: KeyboardEvent): boolean {
    if (key === 'Enter') this.#enter(shiftKey);
    else if (key === 'ArrowDown') this.#move(1);
    else if (key === 'ArrowUp') this.#move(-1);
    else if (key === ' ' && ctrlKey) this.#suggest();
    else if (key === 'Escape') this.#leave();
    else return false;
    return true;
  }

  #enter(isBack: boolean): void {
    if (this.take(this.list.active)) return;
    this.list.close();
    stepMatch(this.#chart, isBack ? -1 : 1);
  }

  #move(by: 1 | -1): void {
    if (!this.list.isOpen) this.#suggest();
    this.list.move(by);
  }

  /** One thing at a time: the list, the text, the field. */
  #leave(): void {
    if (this.list.isOpen) this.list.close();
    else if (this.text !== '') this.write('');
    else this.#field()?.blur();
  }

  #suggest(): void {
    const here: Edited = { text: this.text, cursor: this.#field()?.selectionStart ?? this.text.length };
    this.list.suggest(here, this.#chart.search.vocabulary);
  }
}
