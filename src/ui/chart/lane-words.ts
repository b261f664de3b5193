import { formatDuration } from '../../base/duration.ts';
import type { EpochMs } from '../../base/time.ts';
import { greatestIn, peakOf } from '../../timeline/counters.ts';
import { rowsOfLane, type Lane, type Lanes } from '../../timeline/lanes.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { clockText, zoneName } from '../parts/times.ts';
import { countText } from './tip-words.ts';

/** What stands beside a lane. */
export interface LaneWords {
  /** '' for further rows of the lane above. */
  readonly label: string;
  /** `14 m 25 s`, or of a counter its greatest number; '' for nothing. */
  readonly sum: string;
  /** The whole name, and what the sum is. */
  readonly title: string;
  readonly rows: number;
}

/** A last word up to here is kept whole: names of nodes are told apart by it. */
const MAX_TAIL = 16;

/** How many letters at the end of a label stay when it is cut in its middle. */
export function tailLength(label: string, isNarrow: boolean): number {
  const last = label.length - 1 - label.lastIndexOf(' ');
  const least = isNarrow ? 11 : 14;
  return last > least && last <= MAX_TAIL ? last : least;
}

/** `4/s` of requests, and plain numbers of what the lane's name tells. */
function mostText(most: string, unit: string): string {
  return `most ${most}${unit.endsWith('/s') ? '/s' : ''}`;
}

/** Names a lane and its sum, which is that of the whole run. A counter tells its number in `moment` too, where there is one. */
export function describeLane(lanes: Lanes, lane: Lane, moment: TimeWindow | null): LaneWords {
  if (lanes.isSubLane[lane] === 1) return { label: '', sum: '', title: lanes.titles[lane], rows: 0 };
  const rows = rowsOfLane(lanes, lane);
  const label = lanes.labels[lane];
  const counter = lanes.counters.get(lane);
  if (counter !== undefined) {
    const most = countText(peakOf(counter));
    const now = moment === null ? null : countText(greatestIn(counter, moment.from, moment.to));
    const sum = mostText(most, counter.unit);
    const title = `${label}\nAt most ${most} ${counter.unit} in the whole run`;
    return now === null
      ? { label, sum, title, rows }
      : { label, sum: `${now} here, ${sum}`, title: `${title}\n${now} at the selection`, rows };
  }
  const busy = lanes.busy[lane];
  const name = lanes.titles[lane];
  if (!(busy > 0)) return { label, sum: '', title: name, rows };
  const sum = formatDuration(busy);
  return { label, sum, title: `${name}\n${sum} in the whole run, all bars summed up`, rows };
}

/** The numbers of all counters of `shown` at a moment, in one sentence for a screen reader. */
export function sayCounts(
  lanes: Lanes,
  shown: (lane: Lane) => boolean,
  at: EpochMs,
  zone: TimeZoneChoice,
): string {
  const parts = [...lanes.counters]
    .filter(([lane]) => shown(lane))
    .map(([lane, counter]) => {
      const now = countText(greatestIn(counter, at, at + 1));
      const group = lanes.groups[lanes.group[lane]].label;
      return `${group}, ${counter.label}: ${now} of at most ${countText(peakOf(counter))}`;
    });
  if (parts.length === 0) return 'No lane of numbers is shown.';
  return `At ${clockText(at, zone)} ${zoneName(zone, at)}: ${parts.join('; ')}.`;
}
