/** Which files would settle what a report could not decide. */
import { listWords } from '../base/text.ts';
import type { Report } from './report.ts';

/** The part of a reason that says what to add; null where it says nothing of the kind. */
export function adviceOf(why: string): string | null {
  const match = /(?:^|[.;] )((?:add|raise) [^.]*(?:\.\w[^.]*)*)\.?$/i.exec(why);
  if (match !== null) return match[1].charAt(0).toUpperCase() + match[1].slice(1);
  return why.includes('(--platform)') ? "Name the run's platform (lapse analyze --platform)" : null;
}

/** One thing to do, and what it would settle. */
export interface MissingFile {
  readonly advice: string;
  /** Indices into the report's episodes. */
  readonly episodes: readonly number[];
  /** Indices into the report's disruptions. */
  readonly disruptions: readonly number[];
}

/** What is said where no file would settle anything: no more than what was judged. */
export function describeNothingMissing({ episodes, disruptions, backendsMeasured }: Report): string {
  const judged = [
    episodes.some(({ kind }) => kind === 'reboot') ? 'each reboot' : '',
    disruptions.length > 0 ? 'each outage' : '',
  ].filter((one) => one !== '');
  const verdicts =
    judged.length === 0
      ? 'There is no reboot and no outage to judge.'
      : `The verdicts need no other file: ${listWords(judged)} could be judged by those at hand.`;
  return backendsMeasured > 0
    ? verdicts
    : `${verdicts} Disruption was not measured; a file of intervals with disruption samples would tell of outages.`;
}

/** What would settle the undeterminable verdicts, the most useful first. */
export function findMissingFiles(report: Report): MissingFile[] {
  const found = new Map<string, { episodes: number[]; disruptions: number[] }>();
  const entry = (why: string) => {
    const advice = adviceOf(why) ?? 'No file is known that would settle it';
    let known = found.get(advice);
    if (known === undefined) found.set(advice, (known = { episodes: [], disruptions: [] }));
    return known;
  };
  // While files are still being read, what they will tell is not missing.
  if (!report.complete) return [];
  report.episodes.forEach(({ signal, why }, i) => {
    if (signal === 'undeterminable') entry(why).episodes.push(i);
  });
  report.disruptions.forEach(({ signal, why }, i) => {
    if (signal === 'undeterminable') entry(why).disruptions.push(i);
  });
  return [...found]
    .map(([advice, { episodes, disruptions }]) => ({ advice, episodes, disruptions }))
    .sort((a, b) => b.episodes.length - a.episodes.length || b.disruptions.length - a.disruptions.length);
}
