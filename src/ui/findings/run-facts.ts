import { formatDuration } from '../../base/duration.ts';
import { formatCount } from '../../base/text.ts';
import type { EpochMs } from '../../base/time.ts';
import { countInputs, describeUnread } from '../../model/count-inputs.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { Report } from '../../model/report.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import type { Fact } from '../details/item-words.ts';
import { momentText, rangeText, zoneName } from '../parts/times.ts';

/** The run in one line: what the data tell; what they do not tell is left out. */
export function runFacts({ run, range, intervals, inputs }: Report, zone: TimeZoneChoice): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: string | null, isMachine = false) => {
    if (value !== null && value !== '') facts.push({ name, value, isMachine });
  };
  add('job', run.job, true);
  add('build', run.buildId, true);
  const started = run.started === null ? NaN : wholeSecond(run.started);
  add('started', Number.isNaN(started) ? null : `${momentText(started, zone)} ${zoneName(zone, started)}`);
  add('result', run.result);
  add('release', [run.fromRelease, run.release].filter((each) => each !== null).join(' → '), true);
  add('platform', [run.platform, run.topology].filter((each) => each !== null).join(', '));
  add('control plane', run.controlPlane.map(shortNodeName).join(', '), true);
  if (range !== null) {
    const length = formatDuration(Date.parse(range.to) - Date.parse(range.from));
    add('time', `${rangeText(wholeSecond(range.from), wholeSecond(range.to), zone)} (${length})`);
  }
  add('intervals', formatCount(intervals));
  const unread = describeUnread(countInputs(inputs));
  // How many there are stands over the panel of files.
  if (unread !== '') add('files', `${formatCount(inputs.length)}, ${unread}`);
  return facts;
}

function wholeSecond(time: string): EpochMs {
  return Math.floor(Date.parse(time) / 1000) * 1000;
}
