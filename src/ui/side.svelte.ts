import type { EpochMs } from '../base/time.ts';
import type { ViewState } from '../view/view-state.ts';

export const SIDE_TABS = ['details', 'requests', 'marks', 'files'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

/** How far around an item its neighbours are looked for, in milliseconds. */
export const AROUND = { usual: 60_000, choices: [5_000, 15_000, 60_000, 300_000] } as const;

/** What is selected, as one text. */
export function subjectOf({ selected, finding, range }: ViewState): string {
  return [selected, finding, range?.from, range?.to].join(' ');
}

/** What the side panel shows: nothing of it belongs in a link. */
export class Side {
  isExplaining = $state(false);
  /** The mark whose note is being written. */
  editing = $state<EpochMs | null>(null);
  around = $state<number>(AROUND.usual);
  #chosen = $state.raw<{ readonly tab: SideTab; readonly subject: string }>({ tab: 'details', subject: '' });
  readonly #subject: () => string;

  /** `subject` names what is selected: when that changes, its details come to the front. */
  constructor(subject: () => string) {
    this.#subject = subject;
  }

  get tab(): SideTab {
    return this.#chosen.subject === this.#subject() ? this.#chosen.tab : 'details';
  }

  set tab(tab: SideTab) {
    this.#chosen = { tab, subject: this.#subject() };
  }

  explain(): void {
    this.isExplaining = this.tab !== 'details' || !this.isExplaining;
    this.tab = 'details';
  }

  edit(at: EpochMs): void {
    this.tab = 'marks';
    this.editing = at;
  }
}
