import { describeVerdict } from '../../model/findings.ts';
import type { Report } from '../../model/report.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { namedClock } from '../parts/times.ts';

/** The verdict with its times in the zone that was chosen, to whole seconds: who wants more looks at the findings. */
export function verdictText(report: Report, dismissed: readonly string[], zone: TimeZoneChoice): string {
  const clock = (time: string) => namedClock(Math.floor(Date.parse(time) / 1000) * 1000, zone);
  return describeVerdict(report, dismissed, clock);
}
