import type { Finding } from '../model/findings.ts';
import { selectFinding, setZone } from '../view/steps.ts';
import type { Chart } from './chart.svelte.ts';
import type { KeyAction } from './keys.ts';
import type { Session } from './session.svelte.ts';
import { showFinding } from './show-finding.ts';

const ZOOM_STEP = 1.35;
const PAN_STEP = 0.15;
const SCROLL_STEP = 60;

/** Does what a key asks for; what needs the page's own fields is done by the page. */
export function runAction(
  action: KeyAction,
  chart: Chart,
  session: Session,
  findings: readonly Finding[],
): void {
  switch (action) {
    case 'zoom-in':
      return chart.zoomHere(ZOOM_STEP);
    case 'zoom-out':
      return chart.zoomHere(1 / ZOOM_STEP);
    case 'pan-left':
      return chart.panShare(-PAN_STEP);
    case 'pan-right':
      return chart.panShare(PAN_STEP);
    case 'scroll-up':
      return chart.scrollBy(-SCROLL_STEP);
    case 'scroll-down':
      return chart.scrollBy(SCROLL_STEP);
    case 'fit':
      return chart.zoomToItem(chart.selected);
    case 'all':
      return chart.showAll();
    case 'finding-before':
      return stepFinding(-1, chart, session, findings);
    case 'finding-after':
      return stepFinding(1, chart, session, findings);
    case 'item-before':
      return chart.stepInLane(-1);
    case 'item-after':
      return chart.stepInLane(1);
    case 'zone':
      return session.change(setZone(session.view, session.view.zone === 'utc' ? 'local' : 'utc'), false);
    case 'leave':
      chart.select(null);
      return session.change(selectFinding(session.view, null), false);
    case 'filter':
    case 'table':
    case 'help':
      return;
  }
}

function stepFinding(by: 1 | -1, chart: Chart, session: Session, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const at = findings.findIndex(({ id }) => id === session.view.finding);
  const next = at < 0 ? (by > 0 ? 0 : findings.length - 1) : (at + by + findings.length) % findings.length;
  showFinding(findings[next], chart, session);
}
