/** Times of log lines that tell no year, or no zone: they are read in the light of the lines around them. */
import { MINUTE, SECOND, type DurationMs, type EpochMs } from '../../base/time.ts';
import { addYears, nearestYear, yearsToward, type YearlessTime } from '../../base/year.ts';
import type { PrefixTime } from './layers.ts';

/** Without a time of the run, a line is at most this much younger than its reading: clocks differ. */
const AHEAD: DurationMs = 24 * 60 * MINUTE;
/** Lines of one log are closer than this. */
const HALF_YEAR: DurationMs = 180 * 24 * 60 * MINUTE;
/** Zones differ from UTC by multiples of this, by at most fourteen hours. */
const ZONE_STEP: DurationMs = 15 * MINUTE;
const MAX_ZONE: DurationMs = 14 * 60 * MINUTE;
/** A copy may be rounded to the second, up or down, and lines are stored a little later than written. */
const SAME_TIME: DurationMs = 2 * SECOND;

/** The time of a line. */
export interface LineTime {
  readonly at: EpochMs;
  /** The year is a guess from the time of reading: it moves when a later line tells it. */
  readonly isYearGuessed: boolean;
}

/**
 * Puts years to times, line by line: a year that a prefix or a text tells holds for the lines around it, and time goes
 * on from line to line, so that one that seems to jump by half a year is in the next or the last one.
 */
export class LogClock {
  readonly #asOf: EpochMs | null;
  readonly #now: EpochMs;
  #last: EpochMs | null = null;
  #isTold = false;
  #isGuessed = false;
  #years = 0; // to add to guessed times
  #zone: DurationMs | null = null; // what zoneless prefixes are ahead of UTC
  #needsZone = false;

  constructor(asOf: EpochMs | null, now: EpochMs) {
    this.#asOf = asOf;
    this.#now = now;
  }

  /** A year was guessed, and nothing told it, neither the user nor any line. */
  get isYearAssumed(): boolean {
    return this.#isGuessed && !this.#isTold && this.#asOf === null;
  }

  /** A time of an unknown zone was taken for UTC. */
  get isZoneAssumed(): boolean {
    return this.#needsZone && this.#zone === null;
  }

  /** The final time of a line, once all lines are read. */
  settle({ at, isYearGuessed }: LineTime): EpochMs {
    return isYearGuessed && this.#years !== 0 ? addYears(at, this.#years) : at;
  }

  /** A text tells a time with its year, e.g. when a process before started. */
  tell(at: EpochMs): void {
    if (this.#isTold) return;
    if (this.#last !== null && this.#years === 0) this.#years = yearsToward(this.#last, at);
    this.#isTold = true;
    this.#last = this.#last === null ? at : addYears(this.#last, this.#years);
  }

  /** A line of which only a prefix tells the time. */
  ofPrefix(prefix: PrefixTime): LineTime {
    if (!prefix.isZoneKnown && this.#zone === null) this.#needsZone = true;
    return this.#known(prefix.isZoneKnown ? prefix.at : prefix.at - (this.#zone ?? 0));
  }

  /** A line with a time of its own, behind a prefix or none. Null for a day or clock that there is not. */
  ofLine(time: YearlessTime, prefix: PrefixTime | null): LineTime | null {
    if (time.month < 1 || time.month > 12 || time.day < 1 || time.day > 31) return null;
    if (prefix === null) return this.#yearless(time);
    const at = nearestYear(time, prefix.at);
    if (at === null) return null;
    const ahead = prefix.at - at;
    const zone = Math.round(ahead / ZONE_STEP) * ZONE_STEP;
    const isZone = Math.abs(zone) <= MAX_ZONE && Math.abs(ahead - zone) <= SAME_TIME;
    if (!prefix.isZoneKnown) {
      if (isZone) this.#zone ??= zone;
      else this.#needsZone = true;
      return this.#known(at);
    }
    // The prefix is sure of its zone, so that it is the line that is in local time.
    return this.#known(isZone ? at + zone : at);
  }

  #known(at: EpochMs): LineTime {
    this.tell(at);
    this.#last = at;
    return { at, isYearGuessed: false };
  }

  #yearless(time: YearlessTime): LineTime | null {
    const isFirst = this.#last === null;
    const latest = isFirst && this.#asOf === null ? this.#now + AHEAD : Infinity;
    const at = nearestYear(time, this.#last ?? this.#asOf ?? this.#now, latest);
    const isFar = at !== null && this.#last !== null && Math.abs(at - this.#last) > HALF_YEAR;
    // Of the years around, a leap year may be the only one that has the day.
    if (at === null || (isFar && time.month === 2 && time.day === 29)) return this.#leapDay(time);
    this.#last = at;
    if (this.#isTold || this.#years !== 0) return { at, isYearGuessed: false };
    this.#isGuessed = true;
    return { at, isYearGuessed: true };
  }

  /** 29 February, and no such day near the guess: the last leap year it is. */
  #leapDay(time: YearlessTime): LineTime | null {
    if (time.month !== 2 || time.day !== 29 || this.#isTold) return null;
    const reference = this.#last ?? this.#asOf ?? this.#now;
    let year = new Date(reference).getUTCFullYear();
    while (new Date(Date.UTC(year, 1, 29)).getUTCDate() !== 29) year--;
    const at = Date.UTC(year, 1, 29) + time.ofDay;
    const isFirst = this.#last === null;
    if (this.#last !== null) this.#years = yearsToward(this.#last, at);
    this.#isGuessed = true;
    this.#last = at;
    return { at, isYearGuessed: isFirst };
  }
}
