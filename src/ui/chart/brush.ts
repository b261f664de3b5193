import type { DurationMs, EpochMs } from '../../base/time.ts';
import type { TimeWindow } from '../../view/steps.ts';

/** What of the brush is held: all of it, or one edge. */
export const BRUSH_PARTS = ['all', 'from', 'to'] as const;
export type BrushPart = (typeof BRUSH_PARTS)[number];

/** An edge stops before it meets the other. */
const LEAST_SHARE = 0.0005;

/** The window after a part of the brush was moved. */
export function moveBrush(window: TimeWindow, part: BrushPart, by: DurationMs, full: TimeWindow): TimeWindow {
  const { from, to } = window;
  const least = Math.min((full.to - full.from) * LEAST_SHARE, to - from);
  switch (part) {
    case 'all':
      return { from: from + by, to: to + by };
    case 'from':
      return { from: Math.min(Math.max(from + by, full.from), to - least), to };
    case 'to':
      return { from, to: Math.max(Math.min(to + by, full.to), from + least) };
  }
}

/** The window from one moment to another, in either order, within the run. */
export function spanBrush(a: EpochMs, b: EpochMs, full: TimeWindow): TimeWindow {
  const least = (full.to - full.from) * LEAST_SHARE;
  const from = Math.min(Math.max(Math.min(a, b), full.from), full.to - least);
  return { from, to: Math.max(Math.min(Math.max(a, b), full.to), from + least) };
}

/** Whether the window leaves nothing of the run out: then there is nothing to be moved. */
export function isWhole(window: TimeWindow, full: TimeWindow): boolean {
  return window.to - window.from >= (full.to - full.from) * (1 - LEAST_SHARE);
}

/** The window with this moment in its middle. */
export function centreBrush({ from, to }: TimeWindow, at: EpochMs): TimeWindow {
  const half = (to - from) / 2;
  return { from: at - half, to: at + half };
}

/** How far a key moves a part of the brush, as a share of the window; 0 for other keys. */
export function brushStep(key: string): number {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -0.1,
    ArrowDown: -0.1,
    ArrowRight: 0.1,
    ArrowUp: 0.1,
    PageDown: -1,
    PageUp: 1,
  };
  return Object.hasOwn(steps, key) ? steps[key] : 0;
}
