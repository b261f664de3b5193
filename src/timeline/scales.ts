import {
  timeDay,
  timeMinute,
  timeMonth,
  timeSecond,
  timeTicks,
  utcDay,
  utcMinute,
  utcMonth,
  utcSecond,
  utcTicks,
  type TimeInterval,
} from 'd3-time';
import { MINUTE, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import type { TimeWindow } from '../view/steps.ts';
import type { TimeZoneChoice } from '../view/view-state.ts';
import type { CssPx } from './measure.ts';

const HOUR: DurationMs = 60 * MINUTE;
const DAY: DurationMs = 24 * HOUR;
/** So much room a tick's text needs. */
const TICK_ROOM: CssPx = 84;

export function xOfTime(window: TimeWindow, width: CssPx, at: EpochMs): CssPx {
  return ((at - window.from) / (window.to - window.from)) * width;
}

export function timeOfX(window: TimeWindow, width: CssPx, x: CssPx): EpochMs {
  return window.from + (x / width) * (window.to - window.from);
}

export interface Tick {
  readonly x: CssPx;
  readonly text: string;
}

/** Two levels: the ticks, and above them the unit that they share, named where it begins and at the left edge. */
export interface Axis {
  readonly ticks: readonly Tick[];
  readonly heads: readonly Tick[];
}

/** The parts of a moment in the zone that is shown. */
interface Moment {
  readonly year: number;
  readonly month: string;
  readonly day: number;
  readonly weekday: string;
  readonly clock: string; // HH:MM:SS
  readonly ms: string; // three digits
}

interface Level {
  readonly upTo: DurationMs; // of the distance between ticks
  readonly unit: readonly [utc: TimeInterval, local: TimeInterval];
  tick(moment: Moment): string;
  head(moment: Moment): string;
}
const LEVELS: readonly Level[] = [
  {
    upTo: SECOND,
    unit: [utcSecond, timeSecond],
    tick: ({ ms }) => `.${ms}`,
    head: ({ day, month, clock }) => `${day} ${month} ${clock}`,
  },
  {
    upTo: MINUTE,
    unit: [utcMinute, timeMinute],
    tick: ({ clock }) => clock,
    head: ({ weekday, day, month, year, clock }) =>
      `${weekday} ${day} ${month} ${year}, ${clock.slice(0, 5)}`,
  },
  {
    upTo: DAY,
    unit: [utcDay, timeDay],
    tick: ({ clock }) => clock.slice(0, 5),
    head: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  },
  {
    upTo: Infinity,
    unit: [utcMonth, timeMonth],
    tick: ({ day }) => String(day),
    head: ({ month, year }) => `${month} ${year}`,
  },
];

export function layoutAxis(window: TimeWindow, width: CssPx, zone: TimeZoneChoice): Axis {
  if (!(width > 0)) return { ticks: [], heads: [] };
  const isUtc = zone === 'utc';
  const [from, to] = [new Date(window.from), new Date(window.to)];
  const times = (isUtc ? utcTicks : timeTicks)(from, to, Math.max(2, Math.floor(width / TICK_ROOM)));
  const step = times.length > 1 ? +times[1] - +times[0] : window.to - window.from;
  const level = LEVELS.find(({ upTo }) => step < upTo) ?? LEVELS[LEVELS.length - 1];
  const moment = (at: Date) => momentOf(at, isUtc);
  const x = (at: Date) => xOfTime(window, width, +at);
  const starts = level.unit[isUtc ? 0 : 1].range(from, to).slice(0, MAX_HEADS);
  // Named again only where the last name has ended.
  const heads: Tick[] = [{ x: 0, text: level.head(moment(from)) }];
  const room = LETTER * heads[0].text.length;
  for (const start of starts) {
    if (x(start) - heads[heads.length - 1].x >= room)
      heads.push({ x: x(start), text: level.head(moment(start)) });
  }
  // The name at the edge gives way to the next unit when that begins beside it.
  if (heads.length > 1 && heads[1].x < room) heads.shift();
  return { ticks: times.map((at) => ({ x: x(at), text: level.tick(moment(at)) })), heads };
}

const MAX_HEADS = 400;
/** A letter takes less than this. */
const LETTER: CssPx = 7;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function momentOf(at: Date, isUtc: boolean): Moment {
  // Shifted by the zone's offset, the getters of UTC tell local time.
  const shown = isUtc ? at : new Date(+at - at.getTimezoneOffset() * MINUTE);
  const text = shown.toISOString();
  return {
    year: shown.getUTCFullYear(),
    month: MONTHS[shown.getUTCMonth()],
    day: shown.getUTCDate(),
    weekday: WEEKDAYS[shown.getUTCDay()],
    clock: text.slice(11, 19),
    ms: text.slice(20, 23),
  };
}
