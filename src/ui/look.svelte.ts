import type { Theme } from '../timeline/paint.ts';
import { readNumberHabit, writeHabit } from './habits.ts';
import { applyTheme, readTheme, themeHabit, type ThemeChoice } from './theme.ts';

export const LABEL_WIDTH = { usual: 280, least: 80, most: 640 } as const;
export const PANEL_WIDTH = { usual: 380, least: 260, most: 720 } as const;
/** One finding and the title of its section at least; where nobody chose, the page decides. */
export const FINDINGS_HEIGHT = { usual: null, least: 48, most: 1200 } as const;
/** What the findings take of a window at most. */
const FINDINGS_SHARE = 0.5;

/** Habits of how things look: the theme and the widths. They are this browser's, not the link's. */
export class Look {
  choice = $state<ThemeChoice>(themeHabit());
  theme = $state.raw<Theme>(readTheme(document.documentElement));
  labelWidth = $state(readNumberHabit<number>('labels', LABEL_WIDTH));
  panelWidth = $state(readNumberHabit<number>('panel', PANEL_WIDTH));
  /** Null: nobody has chosen one. */
  findingsHeight = $state(readNumberHabit<number | null>('findings', FINDINGS_HEIGHT));
  readonly #system = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    this.#apply();
    this.#system.addEventListener('change', () => this.#apply());
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    this.#apply();
  }

  setLabelWidth(width: number): void {
    this.labelWidth = Math.min(Math.max(width, LABEL_WIDTH.least), LABEL_WIDTH.most);
    writeHabit('labels', String(this.labelWidth));
  }

  setPanelWidth(width: number): void {
    this.panelWidth = Math.min(Math.max(width, PANEL_WIDTH.least), PANEL_WIDTH.most);
    writeHabit('panel', String(this.panelWidth));
  }

  setFindingsHeight(height: number): void {
    this.findingsHeight = Math.min(Math.max(height, FINDINGS_HEIGHT.least), mostOfFindings());
    writeHabit('findings', String(this.findingsHeight));
  }

  #apply(): void {
    applyTheme(this.choice, this.#system.matches);
    this.theme = readTheme(document.documentElement);
  }
}

/** How high the findings can be in this window, in pixels. */
export function mostOfFindings(): number {
  return Math.min(Math.floor(innerHeight * FINDINGS_SHARE), FINDINGS_HEIGHT.most);
}
