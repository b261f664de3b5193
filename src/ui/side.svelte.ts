import type { EpochMs } from '../base/time.ts';

export const SIDE_TABS = ['details', 'marks', 'files'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

/** How far around an item its neighbours are looked for, in milliseconds. */
export const AROUND = { usual: 60_000, choices: [5_000, 15_000, 60_000, 300_000] } as const;

/** What the side panel shows: nothing of it belongs in a link. */
export class Side {
  tab = $state<SideTab>('details');
  isExplaining = $state(false);
  /** The mark whose note is being written. */
  editing = $state<EpochMs | null>(null);
  around = $state<number>(AROUND.usual);

  explain(): void {
    this.isExplaining = this.tab !== 'details' || !this.isExplaining;
    this.tab = 'details';
  }

  edit(at: EpochMs): void {
    this.tab = 'marks';
    this.editing = at;
  }
}
