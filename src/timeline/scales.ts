import {
  timeDay,
  timeMonth,
  timeSecond,
  timeTicks,
  timeYear,
  utcDay,
  utcMonth,
  utcSecond,
  utcTicks,
  utcYear,
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
  /** '' where it would be cut at the right edge. */
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
    head: ({ day, month, year, clock }) => `${day} ${month} ${year}, ${clock}`,
  },
  {
    upTo: MINUTE,
    unit: [utcDay, timeDay],
    tick: ({ clock }) => clock,
    head: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  },
  {
    upTo: DAY,
    unit: [utcDay, timeDay],
    tick: ({ clock }) => clock.slice(0, 5),
    head: ({ weekday, day, month, year }) => `${weekday} ${day} ${month} ${year}`,
  },
  {
    upTo: 28 * DAY,
    unit: [utcMonth, timeMonth],
    tick: ({ day }) => String(day),
    head: ({ month, year }) => `${month} ${year}`,
  },
  {
    upTo: 365 * DAY,
    unit: [utcYear, timeYear],
    tick: ({ month }) => month,
    head: ({ year }) => String(year),
  },
  { upTo: Infinity, unit: [utcYear, timeYear], tick: ({ year }) => String(year), head: () => '' },
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
  const head = (at: Date): Tick => ({ x: Math.max(x(at), 0), text: level.head(moment(at)) });
  const tick = (at: Date): Tick => ({ x: x(at), text: level.tick(moment(at)) });
  return {
    ticks: times.map(tick).map((each) => (fits(each, width) ? each : { ...each, text: '' })),
    heads: chooseHeads([head(from), ...starts.map(head)], width),
  };
}

/** Each is named only where the one before it has ended; the one at the edge gives way to one that begins beside it. */
function chooseHeads(all: readonly Tick[], width: CssPx): Tick[] {
  const heads: Tick[] = [];
  for (const head of all) {
    if (head.text === '') continue;
    const last = heads[heads.length - 1];
    if (last === undefined) heads.push(head);
    else if (!fits(head, width)) break;
    else if (head.x - last.x >= roomOf(last)) heads.push(head);
    else if (last.x === 0 && heads.length === 1) heads[0] = head;
  }
  return heads;
}

function fits(tick: Tick, width: CssPx): boolean {
  return tick.x + roomOf(tick) <= width;
}

function roomOf({ text }: Tick): CssPx {
  return LETTER * text.length + TEXT_INDENT;
}

const MAX_HEADS = 400;
/** A letter takes less than this. */
const LETTER: CssPx = 7;
/** Space before a text. */
const TEXT_INDENT: CssPx = 6;
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
