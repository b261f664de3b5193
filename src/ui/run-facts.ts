import { formatDuration } from '../base/duration.ts';
import { formatCount } from '../base/text.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Report } from '../model/report.ts';
import type { Fact } from './item-words.ts';

/** The run in one line: what the data tell; what they do not tell is left out. */
export function runFacts({ run, range, intervals, inputs }: Report): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: string | null, isMachine = false) => {
    if (value !== null && value !== '') facts.push({ name, value, isMachine });
  };
  add('job', run.job, true);
  add('build', run.buildId, true);
  add(
    'started',
    run.started === null ? null : `${run.started.slice(0, 10)} ${run.started.slice(11, 19)} UTC`,
  );
  add('result', run.result);
  add('release', [run.fromRelease, run.release].filter((each) => each !== null).join(' → '), true);
  add('platform', [run.platform, run.topology].filter((each) => each !== null).join(', '));
  add('control plane', run.controlPlane.map(shortNodeName).join(', '), true);
  if (range !== null) {
    const length = formatDuration(Date.parse(range.to) - Date.parse(range.from));
    add(
      'time',
      `${range.from.slice(0, 10)} ${range.from.slice(11, 19)} – ${range.to.slice(11, 19)} UTC (${length})`,
    );
  }
  add('intervals', formatCount(intervals));
  const failed = inputs.filter((input) => input.failure !== null).length;
  // How many there are stands over the panel of files.
  if (failed > 0) add('files', `${inputs.length}, ${failed} not read whole`);
  return facts;
}
