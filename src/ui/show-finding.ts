import type { Finding } from '../model/findings.ts';
import type { Item, Lanes } from '../timeline/lanes.ts';
import { fit, selectFinding } from '../view/steps.ts';
import type { Chart } from './chart.svelte.ts';
import type { Session } from './session.svelte.ts';
import { sentenceText } from './times.ts';

/** Around a finding at least so much is shown, in milliseconds: what came before it matters. */
const LEAST_ROOM = 30_000;

/** Zooms to the finding, and selects the mark or the interval that it is about. */
export function showFinding(finding: Finding, chart: Chart, session: Session): void {
  const item = itemOfFinding(finding, chart);
  if (item !== null) chart.select(item);
  const times = { from: Date.parse(finding.from), to: Date.parse(finding.to) };
  const view = fit(session.view, times, chart.limits, LEAST_ROOM);
  session.change(selectFinding(view, finding.id), true);
  session.announcement = `${finding.title}. ${sentenceText(finding.detail, times.from, session.view.zone)}`;
}

/** The mark of the missing signal, else the first interval of the outage. */
function itemOfFinding(finding: Finding, { lanes }: Chart): Item | null {
  if (finding.episode !== null && finding.kind === 'missing-signal') {
    const index = lanes.extras.findIndex(
      ({ kind, episode }) => kind === 'missing' && episode === finding.episode,
    );
    if (index >= 0) return lanes.row.indexOf(-1 - index);
  }
  for (const disruption of finding.disruptions) {
    const item = itemOfDisruption(lanes, disruption);
    if (item !== null) return item;
  }
  return null;
}

/** The first interval of a disruption of the report; null where the filter hides it. */
export function itemOfDisruption(lanes: Lanes, disruption: number): Item | null {
  for (const [row, index] of lanes.disruptionOfRow) {
    if (index === disruption && lanes.itemOfRow[row] >= 0) return lanes.itemOfRow[row];
  }
  return null;
}
