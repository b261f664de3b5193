import type { DurationMs } from '../../base/time.ts';
import type { CssPx } from '../../timeline/measure.ts';
import { drawSheet, sizeOfSheet, type SheetInput } from '../../timeline/draw-sheet.ts';
import { xOfTime } from '../../timeline/scales.ts';
import { SvgSurface } from '../../timeline/svg-surface.ts';
import type { Chart } from './chart.svelte.ts';
import { describeLane } from './lane-words.ts';
import type { Look } from '../look.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { rangeText, spanText } from '../parts/times.ts';
import { verdictText } from '../findings/verdict-words.ts';

export const PICTURE_KINDS = ['png', 'svg'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** What a picture has: the lanes in sight, or all that are not shut or hidden. */
export type PictureExtent = 'sight' | 'lanes';

/** Pictures are drawn for print and dense screens. */
const RATIO = 2;
/** Times of a longer window are told in seconds. */
const LONG: DurationMs = 60_000;

/** Browsers draw no canvas that is higher; a picture of more lanes ends here, as long as its ratio allows. */
const MAX_HEIGHT: CssPx = 30_000 / RATIO;

/** Saves a picture of the window in sight, with its legend, axis, title and link. */
export async function exportView(
  kind: PictureKind,
  chart: Chart,
  session: Session,
  look: Look,
  extent: PictureExtent = 'sight',
): Promise<void> {
  const whole = extent === 'lanes' ? chart.sceneOfAll(MAX_HEIGHT) : chart;
  const input = sheetOf(chart, session, look, whole);
  const picture = kind === 'svg' ? svgOf(input) : await pngOf(input);
  if (picture === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `lapse-${new Date(chart.window.from).toISOString().slice(0, 19).replaceAll(':', '')}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  const isCut = extent === 'lanes' && chart.stack.height > MAX_HEIGHT;
  session.say(
    `Saved ${link.download}.${isCut ? ' It ends before the last lanes, which are too many for one picture.' : ''}`,
  );
}

function sheetOf(
  chart: Chart,
  session: Session,
  look: Look,
  { scene, arrows }: Pick<Chart, 'scene' | 'arrows'>,
): SheetInput {
  const { view } = session;
  const { from: left, to: right } = chart.window;
  const unit = right - left > LONG ? 1000 : 1;
  const [from, to] = [left, right].map((at) => Math.round(at / unit) * unit);
  const parts = [
    `${rangeText(from, to, view.zone)}, ${spanText(from, to)}`,
    view.query === '' ? '' : `filter: ${view.query}`,
    view.focus === null ? '' : `only ${view.focus.name}`,
  ];
  return {
    scene,
    lanes: chart.lanes,
    axis: chart.axis,
    grid: chart.axis.ticks.map(({ x }) => x),
    arrows,
    theme: look.theme,
    ratio: RATIO,
    textOf: chart.textOf,
    labelWidth: look.labelWidth,
    labelOf: (lane) => describeLane(chart.lanes, lane, chart.selectedTimes),
    marks: marksInSight(chart),
    title: verdictText(chart.report, [], session.view.zone),
    subtitle: parts.filter((part) => part !== '').join(' · '),
    link: location.protocol === 'file:' ? '' : location.href,
  };
}

function marksInSight({ marks, window, size }: Chart): SheetInput['marks'] {
  return marks
    .filter(({ at }) => at >= window.from && at <= window.to)
    .sort((a, b) => a.at - b.at)
    .map(({ at, note }) => ({ x: xOfTime(window, size.width, at), note }));
}

function svgOf(input: SheetInput): Blob {
  const meter = document.createElement('canvas').getContext('2d');
  const surface = new SvgSurface((text, font) => {
    if (meter === null) return text.length * 6;
    meter.font = font;
    return meter.measureText(text).width;
  });
  drawSheet(surface, input);
  const { width, height } = sizeOfSheet(surface, input);
  return new Blob([surface.text(width, height)], { type: 'image/svg+xml' });
}

function pngOf(input: SheetInput): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d', { alpha: false });
  if (ctx === null) return Promise.resolve(null);
  const { width, height } = sizeOfSheet(ctx, input);
  canvas.width = Math.round(width * RATIO);
  canvas.height = Math.round(height * RATIO);
  drawSheet(ctx, input);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
