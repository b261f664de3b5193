import type { DrawnArrow } from './arrows.ts';
import type { Item } from './lanes.ts';
import type { CssPx } from './measure.ts';
import type { Theme } from './paint.ts';
import type { Scene } from './scene.ts';

export interface DrawInput {
  readonly scene: Scene;
  readonly theme: Theme;
  /** Where the hairlines of the axis stand. */
  readonly grid: readonly CssPx[];
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** The word on an item's bar; '' for none. */
  readonly textOf: (item: Item) => string;
  readonly arrows?: readonly DrawnArrow[];
  /** Where on the surface the chart's corner lies; absent: at its own. */
  readonly origin?: { readonly x: CssPx; readonly y: CssPx };
}
