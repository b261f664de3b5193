/** What the page of the timeline's bench can be asked. */
export interface TimelineBench {
  /** Milliseconds from parsed data to a picture that is presented. */
  firstDraw(who: Drawer, count: number): Promise<number>;
  /** After `firstDraw` of the same: milliseconds from a new window until it is presented; some of them. */
  zoomSteps(who: Drawer, steps: number): Promise<number[]>;
  /** Script time of frames while one zooms, pans and scrolls over so many intervals in 5,000 lanes. */
  frames(count: number, frames: number): Promise<number[]>;
  /** The copy of one frame's pixels, once for each run. */
  pixelCopies(runs: number): number[];
}

export type Drawer = 'lapse' | 'timelines-chart' | 'vis-timeline';

export interface BenchWindow {
  readonly timelineBench: TimelineBench;
}
