import { PAINTS, type Theme } from '../timeline/paint.ts';
import { readHabit, writeHabit } from './habits.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The colours in force, for the canvas; asked again when the theme changes. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  // Quotes stand for "none": a custom property cannot be empty and override another one.
  const value = (name: string) =>
    style
      .getPropertyValue(name)
      .trim()
      .replace(/^(''|"")$/, '');
  const text = value('--text');
  return {
    paints: PAINTS.map((name) => ({
      fill: value(`--paint-${name}`),
      edge: value(`--paint-${name}-edge`),
      ink: value(`--paint-${name}-ink`) || '#14171b',
    })),
    ground: value('--ground'),
    surface: value('--surface'),
    hairline: value('--hairline'),
    muted: value('--muted'),
    accent: value('--accent'),
    text,
    font: `11px ${value('--word')}`,
  };
}

export function themeHabit(): ThemeChoice {
  const habit = readHabit('theme');
  return THEME_CHOICES.find((choice) => choice === habit) ?? 'system';
}

/** Keeps the choice and shows it. */
export function applyTheme(choice: ThemeChoice, isSystemDark: boolean): void {
  writeHabit('theme', choice === 'system' ? null : choice);
  const isDark = choice === 'dark' || (choice === 'system' && isSystemDark);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}
