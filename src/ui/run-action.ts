import { tick } from 'svelte';
import type { Finding } from '../model/findings.ts';
import { openFindings } from '../model/finding-sections.ts';
import { addMark, dismiss, restore, selectFinding, setZone } from '../view/steps.ts';
import type { Chart } from './chart/chart.svelte.ts';
import type { KeyAction } from './parts/keys.ts';
import { actOnSelectedLane } from './chart/lane-actions.ts';
import { momentToMark } from './chart/mark-moment.ts';
import type { Session } from './session.svelte.ts';
import type { Side } from './side.svelte.ts';
import { showFinding } from './findings/show-finding.ts';

const ZOOM_STEP = 1.35;
const PAN_STEP = 0.15;
const SCROLL_STEP = 60;

/** What actions work on. */
export interface ActionGround {
  readonly chart: Chart;
  readonly session: Session;
  readonly side: Side;
  readonly findings: readonly Finding[];
}

/** Does what a key asks for; what needs the page's own fields is done by the page. */
export function runAction(action: KeyAction, ground: ActionGround): void {
  const { chart, session, side } = ground;
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
      return chart.stepLane(-1) ? undefined : chart.scrollBy(-SCROLL_STEP);
    case 'scroll-down':
      return chart.stepLane(1) ? undefined : chart.scrollBy(SCROLL_STEP);
    case 'fit':
      return chart.zoomToSelection();
    case 'all':
      return chart.showAll();
    case 'finding-before':
      return stepFinding(-1, ground);
    case 'finding-after':
      return stepFinding(1, ground);
    case 'explain':
      if (session.view.finding === null) stepFinding(1, ground);
      side.explain();
      return enterPanel();
    case 'dismiss':
      return turnCurrent(ground);
    case 'mark':
      return markMoment(ground);
    case 'item-before':
      return chart.stepInLane(-1);
    case 'item-after':
      return chart.stepInLane(1);
    case 'zone':
      return session.change(setZone(session.view, session.view.zone === 'utc' ? 'local' : 'utc'), false);
    case 'details':
      return enterPanel();
    case 'ruler':
      return chart.measureHere();
    case 'numbers':
      return chart.tellNumbers();
    case 'pin':
      return actOnSelectedLane(chart, session, 'p');
    case 'hide':
      return actOnSelectedLane(chart, session, 'h');
    case 'solo':
      return actOnSelectedLane(chart, session, 'o');
    case 'fold':
      return actOnSelectedLane(chart, session, 'c');
    case 'focus':
      return actOnSelectedLane(chart, session, 'n');
    case 'leave':
      chart.ruler = null;
      chart.select(null);
      return session.change(selectFinding(session.view, null), false);
    case 'filter':
    case 'table':
    case 'palette':
    case 'help':
      return;
  }
}

/** Brings the focus to the side panel once it shows what it is to show. */
export function enterPanel(): void {
  void tick().then(() => document.getElementById('panel')?.focus());
}

function stepFinding(by: 1 | -1, { chart, session, side, findings }: ActionGround): void {
  const open = openFindings(findings, session.view.dismissed);
  if (open.length === 0) return;
  const at = open.findIndex(({ id }) => id === session.view.finding);
  const next = at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length;
  side.tab = 'details';
  showFinding(open[next], chart, session);
}

/** Sets a finding aside, or brings it back. */
export function turnFinding(session: Session, { id, title }: Finding): void {
  const isAside = session.view.dismissed.includes(id);
  session.change((isAside ? restore : dismiss)(session.view, id), true);
  session.announcement = `${isAside ? 'Brought back' : 'Set aside'}: ${title}`;
}

function turnCurrent({ session, findings }: ActionGround): void {
  const finding = findings.find(({ id }) => id === session.view.finding);
  if (finding !== undefined) turnFinding(session, finding);
}

function markMoment({ chart, session, side }: ActionGround): void {
  const at = momentToMark(chart.pointed);
  session.change(addMark(session.view, at), true);
  side.edit(at);
}
