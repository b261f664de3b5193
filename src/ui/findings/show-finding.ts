import type { Finding } from '../../model/findings.ts';
import { spanOfFinding } from '../../model/finding-span.ts';
import type { Report } from '../../model/report.ts';
import { itemOfMissing, type Item, type Lanes } from '../../timeline/lanes.ts';
import { laneOfNode } from '../../timeline/node-lane.ts';
import { selectFinding, showRange } from '../../view/steps.ts';
import type { Chart } from '../chart/chart.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { sentenceText } from '../parts/times.ts';

/** Around a finding so much is shown, in milliseconds: what came before it matters. */
const ROOM = 30_000;

/** Zooms to the finding with the signals and episodes behind it, and selects the mark or the interval that it is about. */
export function showFinding(finding: Finding, chart: Chart, session: Session): void {
  const item = itemOfFinding(finding, chart);
  if (item !== null) {
    chart.select(item);
    // What its node did and the row of the apiserver that went away stand above: they are in sight, too, where all have
    // room.
    const node = nodeOfFinding(finding, chart.report);
    if (node !== null) chart.scrollToLane(laneOfNode(chart.lanes, node));
    const cause = itemOfCause(finding, chart);
    if (cause !== null) chart.reveal(cause);
    chart.reveal(item);
  }
  const { from, to } = spanOfFinding(chart.report, finding);
  const view = showRange(session.view, from - ROOM, to + ROOM, chart.limits);
  session.change(selectFinding(view, finding.id), true);
  const detail = sentenceText(finding.detail, Date.parse(finding.from), session.view.zone);
  session.announcement = `${finding.title}. ${detail}`;
}

/** The node of the episode that a finding is about, or that is behind its first disruption; null where none is known. */
function nodeOfFinding(
  { episode, disruptions }: Pick<Finding, 'episode' | 'disruptions'>,
  report: Pick<Report, 'episodes' | 'disruptions'>,
): string | null {
  const behind = disruptions.length === 0 ? undefined : report.disruptions[disruptions[0]].episodes[0];
  const index = episode ?? behind;
  return index === undefined ? null : report.episodes[index].node;
}

/** The signal, or the going away, behind an outage; null where none is known. */
function itemOfCause(finding: Finding, { lanes, report }: Chart): Item | null {
  const lead = finding.disruptions.map((i) => report.disruptions[i]);
  const shutdown = lead.find((one) => one.shutdown !== null)?.shutdown ?? null;
  const index = lanes.extras.findIndex((extra) =>
    shutdown !== null
      ? extra.kind === 'step' && extra.shutdown === shutdown
      : extra.kind === 'gone' && extra.episode === finding.episode && finding.episode !== null,
  );
  const item = index < 0 ? -1 : lanes.row.indexOf(-1 - index);
  return item < 0 ? null : item;
}

/** The mark of the missing signal, else the first interval of the outage. */
function itemOfFinding(finding: Finding, { lanes }: Chart): Item | null {
  if (finding.episode !== null && finding.kind === 'missing-signal') {
    const mark = itemOfMissing(lanes, finding.episode);
    if (mark !== null) return mark;
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
