import { fail, success, type Result } from '../../base/result.ts';
import type { Report } from '../../model/report.ts';
import type { EpochMs } from '../../base/time.ts';
import { parseMoment, type MomentGround } from '../../view/parse-moment.ts';
import type { TimeWindow } from '../../view/steps.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import type { Chart } from '../chart/chart.svelte.ts';

/** What is wrong with each of the two fields; '' where nothing is. */
export interface RangeFaults {
  readonly from: string;
  readonly to: string;
}

/** The time that two fields ask for. */
export function readRange(
  from: string,
  to: string,
  chart: Chart,
  zone: TimeZoneChoice,
): Result<TimeWindow, RangeFaults> {
  return rangeOf(from, to, groundOf(chart, zone));
}

/** The same with what times are told from. */
export function rangeOf(from: string, to: string, ground: MomentGround): Result<TimeWindow, RangeFaults> {
  const [start, end] = [parseMoment(from, ground), parseMoment(to, ground)];
  if (!start.ok || !end.ok)
    return fail({ from: start.ok ? '' : start.failure, to: end.ok ? '' : end.failure });
  if (end.value <= start.value) return fail({ from: '', to: 'This is not after the other.' });
  const { run } = ground;
  if (end.value < run.from) return fail({ from: '', to: 'This is before the run begins.' });
  if (start.value > run.to) return fail({ from: 'This is after the run ends.', to: '' });
  return success({ from: start.value, to: end.value });
}

function groundOf({ limits, report, selected, lanes }: Chart, zone: TimeZoneChoice): MomentGround {
  return {
    run: limits,
    shutdown: firstShutdown(report),
    selection: selected === null ? null : { from: lanes.start[selected], to: lanes.end[selected] },
    zone,
  };
}

/** When the first apiserver was told to stop, seen or inferred. */
export function firstShutdown({ shutdowns }: Pick<Report, 'shutdowns'>): EpochMs | null {
  const times = shutdowns.flatMap(({ initiated }) => (initiated === null ? [] : [Date.parse(initiated)]));
  return times.length === 0 ? null : Math.min(...times);
}
