import type { Theme } from '../timeline/paint.ts';
import { readNumberHabit, writeHabit } from './habits.ts';
import { applyTheme, readTheme, themeHabit, type ThemeChoice } from './theme.ts';

export const LABEL_WIDTH = { usual: 280, least: 80, most: 640 } as const;
export const PANEL_WIDTH = { usual: 380, least: 260, most: 720 } as const;

/** Habits of how things look: the theme and the widths. They are this browser's, not the link's. */
export class Look {
  choice = $state<ThemeChoice>(themeHabit());
  theme = $state.raw<Theme>(readTheme(document.documentElement));
  labelWidth = $state(readNumberHabit('labels', LABEL_WIDTH.usual, LABEL_WIDTH.least, LABEL_WIDTH.most));
  panelWidth = $state(readNumberHabit('panel', PANEL_WIDTH.usual, PANEL_WIDTH.least, PANEL_WIDTH.most));
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

  #apply(): void {
    applyTheme(this.choice, this.#system.matches);
    this.theme = readTheme(document.documentElement);
  }
}
