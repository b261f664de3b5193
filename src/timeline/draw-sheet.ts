import { formatDuration } from '../base/duration.ts';
import { drawScene } from './draw.ts';
import type { DrawInput } from './draw-input.ts';
import { fitText } from './draw-texts.ts';
import type { Lanes } from './lanes.ts';
import type { CssPx, Size } from './measure.ts';
import { PAINTS, THIN, type Paint, type Theme } from './paint.ts';
import { PAINT_WORDS } from './paint-words.ts';
import type { Axis } from './scales.ts';
import type { Scene } from './scene.ts';
import type { Surface } from './surface.ts';

const MARGIN: CssPx = 16;
const HEAD: CssPx = 56;
const AXIS: CssPx = 36;
const LEGEND_LINE: CssPx = 18;
const LEGEND_COLUMN: CssPx = 260;

/** A picture of what is in sight, to be read without the page. */
export interface SheetInput extends DrawInput {
  readonly lanes: Lanes;
  readonly axis: Axis;
  readonly labelWidth: CssPx;
  /** What the run says in one line. */
  readonly title: string;
  /** Window, filter and the like. */
  readonly subtitle: string;
  /** Where it can be seen; '' for nowhere. */
  readonly link: string;
}

/** The size of the whole sheet. */
export function sizeOfSheet({ scene, labelWidth }: Pick<SheetInput, 'scene' | 'labelWidth'>): Size {
  const width = scene.size.width + labelWidth + 2 * MARGIN;
  const lines = Math.ceil(paintsOf(scene).length / legendColumns(width));
  return { width, height: HEAD + AXIS + scene.size.height + lines * LEGEND_LINE + 3 * MARGIN + LEGEND_LINE };
}

/** Draws title, axis, labels, chart, legend and link, from top to bottom. */
export function drawSheet(ctx: Surface, input: SheetInput): void {
  const { scene, theme, ratio, labelWidth } = input;
  const size = sizeOfSheet(input);
  const left = MARGIN + labelWidth;
  const top = MARGIN + HEAD + AXIS;
  place(ctx, ratio, 0, 0);
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, size.width, size.height);
  ctx.textBaseline = 'middle';
  const room = size.width - 2 * MARGIN;
  write(ctx, input.title, MARGIN, MARGIN + 10, theme.text, theme.font.replace('11px', '600 15px'), room);
  write(ctx, input.subtitle, MARGIN, MARGIN + 34, theme.muted, theme.font.replace('11px', '12px'), room);
  place(ctx, ratio, left, MARGIN + HEAD);
  drawAxis(ctx, input);
  ctx.save();
  place(ctx, ratio, left, top);
  ctx.beginPath();
  ctx.rect(0, 0, scene.size.width, scene.size.height);
  ctx.clip();
  drawScene(ctx, { ...input, origin: { x: left, y: top } });
  ctx.restore();
  place(ctx, ratio, MARGIN, top);
  drawLabels(ctx, input);
  place(ctx, ratio, MARGIN, top + scene.size.height + MARGIN);
  drawLegend(ctx, scene, theme, size.width);
  place(ctx, ratio, 0, 0);
  write(ctx, input.link, MARGIN, size.height - MARGIN, theme.muted, theme.font, room);
}

function place(ctx: Surface, ratio: number, x: CssPx, y: CssPx): void {
  ctx.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
}

function write(
  ctx: Surface,
  text: string,
  x: CssPx,
  y: CssPx,
  colour: string,
  font: string,
  room: CssPx,
): void {
  ctx.font = font;
  ctx.fillStyle = colour;
  const fitting = fitText(ctx, text, room);
  if (fitting !== '') ctx.fillText(fitting, x, y);
}

function drawAxis(ctx: Surface, { axis, theme, scene }: SheetInput): void {
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, scene.size.width, AXIS);
  for (const { x, text } of axis.heads) write(ctx, text, x + 6, 9, theme.muted, theme.font, 400);
  for (const { x, text } of axis.ticks) {
    ctx.fillStyle = theme.hairline;
    ctx.fillRect(Math.round(x), 18, 1, AXIS - 18);
    write(ctx, text, x + 4, 27, theme.text, theme.font, 120);
  }
}

function drawLabels(ctx: Surface, { scene, lanes, theme, labelWidth }: SheetInput): void {
  const bold = theme.font.replace('11px', '600 12px');
  // Later slots cover earlier ones, as on the page.
  for (const { y, height, lane, group } of scene.slots) {
    ctx.fillStyle = lane < 0 ? theme.surface : theme.ground;
    ctx.fillRect(0, y, labelWidth, height);
    const middle = y + height / 2;
    if (lane < 0) {
      write(ctx, lanes.groups[group]?.label ?? 'Pinned', 8, middle, theme.text, bold, labelWidth - 12);
      continue;
    }
    if (lanes.isSubLane[lane] === 1) continue;
    const busy = lanes.busy[lane] > 0 ? formatDuration(lanes.busy[lane]) : '';
    ctx.font = theme.font;
    const sum = busy === '' ? 0 : ctx.measureText(busy).width + 12;
    write(ctx, lanes.labels[lane], 16, middle, theme.text, theme.font, labelWidth - 24 - sum);
    if (busy !== '') write(ctx, busy, labelWidth - sum, middle, theme.muted, theme.font, sum);
  }
}

/** The classes that are in the picture, the worst first. */
function paintsOf(scene: Scene): Paint[] {
  const isSeen = new Uint8Array(PAINTS.length);
  for (let cell = 0; cell < scene.count; cell++) isSeen[scene.paint[cell]] = 1;
  return [...isSeen.keys()].filter((paint) => isSeen[paint] === 1).reverse();
}

function legendColumns(width: CssPx): number {
  return Math.max(1, Math.floor((width - 2 * MARGIN) / LEGEND_COLUMN));
}

function drawLegend(ctx: Surface, scene: Scene, theme: Theme, width: CssPx): void {
  const columns = legendColumns(width);
  paintsOf(scene).forEach((paint, index) => {
    const x = (index % columns) * LEGEND_COLUMN;
    const y = Math.floor(index / columns) * LEGEND_LINE;
    const height = THIN.has(paint) ? 2 : 9;
    ctx.fillStyle = theme.paints[paint].fill;
    ctx.fillRect(x, y + (LEGEND_LINE - height) / 2, 16, height);
    write(
      ctx,
      PAINT_WORDS[PAINTS[paint]],
      x + 22,
      y + LEGEND_LINE / 2,
      theme.text,
      theme.font,
      LEGEND_COLUMN - 30,
    );
  });
}
