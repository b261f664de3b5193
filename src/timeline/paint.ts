/**
 * The classes that a bar can have, mild to severe: where several meet in one pixel, the later one wins. A class is an
 * index into this list; its colours are the CSS variables `--paint-<name>`, `-edge` and `-ink` of the theme.
 */
export const PAINTS = [
  'neutral',
  'count',
  'healthy',
  'unknown',
  'serving',
  'starting',
  'sky',
  'skipped',
  'passed',
  'etcd-found',
  'container-wait',
  'container-start',
  'update',
  'drain',
  'os-update',
  'reboot',
  'known-event',
  'shutdown',
  'gone',
  'progressing',
  'degraded',
  'startup-probe',
  'etcd-missing',
  'failed',
  'etcd-lost',
  'not-ready',
  'client-network',
  'undeterminable',
  'signalled',
  'unsignalled',
  'limit',
  'boot',
  'step-due',
  'step-late',
  'step-inferred',
  'step',
  'missing',
] as const;
export type PaintName = (typeof PAINTS)[number];
/** Index into PAINTS; a greater one is more severe. */
export type Paint = number;

export const PAINT = Object.fromEntries(PAINTS.map((name, index) => [name, index])) as Readonly<
  Record<PaintName, Paint>
>;

/** From here on an item is a finding or a mark: it keeps a visible width at any zoom. */
export const FIRST_FINDING: Paint = PAINT.undeterminable;
/** From here on an item is a mark: a point in time with a shape. */
export const FIRST_MARK: Paint = PAINT.limit;

/** Which of two wins where they meet: findings, then what the query matches, then by class. */
export function rankOf(paint: Paint, isDim: number): number {
  return paint >= FIRST_FINDING ? paint + 128 : isDim === 0 ? paint + 64 : paint;
}

/** Drawn as a thin line: what is as it should be, or soon will. */
export const THIN: ReadonlySet<Paint> = new Set([PAINT.healthy, PAINT.serving, PAINT.starting]);

/** How a colour class is drawn; colours are CSS colours. */
export interface PaintStyle {
  readonly fill: string;
  /** A line of 1 px around the bar; '' for none. */
  readonly edge: string;
  /** Text on the bar. */
  readonly ink: string;
}

/** All that drawing needs to know of the theme. */
export interface Theme {
  readonly paints: readonly PaintStyle[];
  readonly ground: string;
  readonly surface: string;
  readonly hairline: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly font: string;
}
