import type { EpochMs } from '../base/time.ts';
import { hasLines, type LineTarget } from '../model/log-lines.ts';
import type { Report } from '../model/report.ts';
import type { ViewState } from '../view/view-state.ts';

export const SIDE_TABS = ['details', 'requests', 'marks', 'log', 'files'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

/** The tabs that a run has something for. */
export function tabsOf({ requests, inputs }: Pick<Report, 'requests' | 'inputs'>): SideTab[] {
  const hasLogs = inputs.some(({ format }) => hasLines(format));
  return SIDE_TABS.filter((tab) => (tab === 'requests' ? requests > 0 : tab !== 'log' || hasLogs));
}

/** How far around an item its neighbours are looked for, in milliseconds. */
export const AROUND = { usual: 60_000, choices: [5_000, 15_000, 60_000, 300_000] } as const;

/** A file, and where to look in it. */
export interface LogTarget {
  readonly path: string;
  readonly target: LineTarget;
}

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
  /** The log that is looked into; null: none was asked for. */
  log = $state.raw<LogTarget | null>(null);
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

  showLog(path: string, target: LineTarget): void {
    this.log = { path, target };
    this.tab = 'log';
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
