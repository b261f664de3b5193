/** When a log holds lines: its lives, each from the first to the last line that follow each other. */
import { MINUTE, SECOND, type DurationMs } from '../../base/time.ts';
import type { LineTime } from './log-clock.ts';

/** An apiserver writes lines every few seconds; after this long without one, lines are missing. */
const MAX_SILENCE: DurationMs = 5 * MINUTE;
/** The first lines of a process stand close to each other. */
const SAME_START: DurationMs = 60 * SECOND;

export interface Stretch {
  readonly from: LineTime;
  to: LineTime;
  /** A line of it may be lost: what is not in it may have been. */
  isTorn: boolean;
  /** It has lines of the lowest level, which signals are of: they were not left out. */
  hasInfo: boolean;
}

export class Lives {
  readonly all: Stretch[] = [];
  #lastStart = -Infinity;
  #isTearing = false;

  /** A line of the log. */
  line(time: LineTime, isInfo: boolean): void {
    const last = this.all[this.all.length - 1];
    if (last === undefined || time.at - last.to.at > MAX_SILENCE) this.#begin(time);
    else if (time.at > last.to.at) last.to = time; // streams are stored a little out of order
    this.#isTearing = false;
    if (isInfo) this.all[this.all.length - 1].hasInfo = true;
  }

  /** The first lines of a process: a life of its own begins with them. Call it before `line`. */
  start(time: LineTime): void {
    const isNew = Math.abs(time.at - this.#lastStart) > SAME_START;
    this.#lastStart = time.at;
    if (isNew && this.all.length > 0) this.#begin(time);
  }

  /** A line is lost between the last one and the next: it may be of the life of either. */
  tear(): void {
    const last = this.all[this.all.length - 1];
    if (last !== undefined) last.isTorn = true;
    this.#isTearing = true;
  }

  #begin(time: LineTime): void {
    this.all.push({ from: time, to: time, isTorn: this.#isTearing, hasInfo: false });
  }
}
