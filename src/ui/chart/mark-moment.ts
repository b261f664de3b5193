import type { EpochMs } from '../../base/time.ts';
import type { Item, Lanes } from '../../timeline/lanes.ts';
import type { CssPx } from '../../timeline/measure.ts';
import type { TimeWindow } from '../../view/steps.ts';

/** What of a chart tells which moment is meant. */
export interface Pointed {
  readonly hover: { readonly x: CssPx } | null;
  readonly selected: Item | null;
  readonly lanes: Pick<Lanes, 'start'>;
  readonly window: TimeWindow;
  timeAt(x: CssPx): EpochMs;
}

/** The moment to mark: under the pointer, else the selection's start where it is in sight, else the middle. Whole milliseconds. */
export function momentToMark(chart: Pointed): EpochMs {
  const { hover, selected, lanes, window } = chart;
  if (hover !== null) return Math.round(chart.timeAt(hover.x));
  const start = selected === null ? NaN : lanes.start[selected];
  const isInSight = start >= window.from && start <= window.to;
  return Math.round(isInSight ? start : (window.from + window.to) / 2);
}

/** The window moved so that the moment is in its middle; itself where the moment is in sight already. */
export function windowAround(at: EpochMs, { from, to }: TimeWindow): TimeWindow {
  if (at >= from && at <= to) return { from, to };
  const half = (to - from) / 2;
  return { from: at - half, to: at + half };
}
