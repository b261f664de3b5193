import { drawScene } from './draw.ts';
import type { DrawInput } from './draw-input.ts';
import { fitMiddle, fitText, wrapText } from './draw-texts.ts';
import type { Lane, Lanes } from './lanes.ts';
import { SAMPLE, sampleOf } from './legend.ts';
import type { CssPx, Size } from './measure.ts';
import { PAINTS, type Paint } from './paint.ts';
import { PAINT_WORDS } from './paint-words.ts';
import type { Axis } from './scales.ts';
import type { Scene } from './scene.ts';
import type { Surface } from './surface.ts';

const MARGIN: CssPx = 16;
const AXIS: CssPx = 36;
const TITLE_LINE: CssPx = 22;
const TEXT_LINE: CssPx = 18;
const LINK_LINE: CssPx = 15;
const LEGEND_LINE: CssPx = 22;
/** So wide the note of a mark may be. */
const MAX_NOTE: CssPx = 180;
/** A longer link helps nobody who has to type it. */
const MAX_LINK_LINES = 8;

/** A picture of what is in sight, to be read without the page. */
export interface SheetInput extends DrawInput {
  readonly lanes: Lanes;
  readonly axis: Axis;
  readonly labelWidth: CssPx;
  /** What stands beside a lane, and at the right of that. */
  readonly labelOf: (lane: Lane) => { readonly label: string; readonly sum: string };
  /** Moments that somebody marked, from left to right, in pixels of the chart. */
  readonly marks: readonly { readonly x: CssPx; readonly note: string }[];
  /** What the run says in one line. */
  readonly title: string;
  /** Window, filter and the like. */
  readonly subtitle: string;
  /** Where it can be seen; '' for nowhere. */
  readonly link: string;
}

interface Font {
  readonly font: string;
  readonly line: CssPx;
}

/** Lines of text, and from which height on what stands. */
interface Sheet extends Size {
  readonly title: readonly string[];
  readonly subtitle: readonly string[];
  readonly link: readonly string[];
  readonly axisTop: CssPx;
  readonly legendColumn: CssPx;
  readonly legendTop: CssPx;
  readonly linkTop: CssPx;
}

/** The size of the whole sheet; the surface is asked how wide texts are. */
export function sizeOfSheet(ctx: Surface, input: SheetInput): Size {
  const { width, height } = layoutSheet(ctx, input);
  return { width, height };
}

/** Draws title, axis, labels, chart, legend and link, from top to bottom. */
export function drawSheet(ctx: Surface, input: SheetInput): void {
  const { scene, theme, ratio, labelWidth } = input;
  const sheet = layoutSheet(ctx, input);
  const fonts = fontsOf(input);
  const left = MARGIN + labelWidth;
  const top = sheet.axisTop + AXIS;
  place(ctx, ratio, 0, 0);
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, sheet.width, sheet.height);
  ctx.textBaseline = 'middle';
  const titleEnd = writeLines(ctx, sheet.title, MARGIN, fonts.title, theme.text);
  writeLines(ctx, sheet.subtitle, titleEnd, fonts.text, theme.muted);
  place(ctx, ratio, left, sheet.axisTop);
  drawAxis(ctx, input);
  drawFlags(ctx, input);
  ctx.save();
  place(ctx, ratio, left, top);
  ctx.beginPath();
  ctx.rect(0, 0, scene.size.width, scene.size.height);
  ctx.clip();
  drawScene(ctx, { ...input, origin: { x: left, y: top } });
  ctx.fillStyle = theme.accent;
  for (const { x } of input.marks) ctx.fillRect(Math.round(x), 0, 1, scene.size.height);
  ctx.restore();
  place(ctx, ratio, MARGIN, top);
  drawLabels(ctx, input);
  drawLegend(ctx, input, sheet);
  place(ctx, ratio, 0, 0);
  writeLines(ctx, sheet.link, sheet.linkTop, fonts.link, theme.muted);
}

function layoutSheet(ctx: Surface, input: SheetInput): Sheet {
  const { scene, labelWidth } = input;
  const width = scene.size.width + labelWidth + 2 * MARGIN;
  const fonts = fontsOf(input);
  const wrap = (text: string, { font }: Font) => {
    ctx.font = font;
    return wrapText(ctx, text, width - 2 * MARGIN);
  };
  const [title, subtitle] = [wrap(input.title, fonts.title), wrap(input.subtitle, fonts.text)];
  const whole = wrap(input.link, fonts.link);
  const long = `The link has ${input.link.length} letters and is left out; the page copies it.`;
  const link = whole.length > MAX_LINK_LINES ? [long] : whole;
  const axisTop = MARGIN + title.length * TITLE_LINE + subtitle.length * TEXT_LINE + 8;
  const legendTop = axisTop + AXIS + scene.size.height + MARGIN;
  const legendColumn = widestWord(ctx, input) + SAMPLE.width + 24;
  const legendLines = Math.ceil(paintsOf(scene).length / columnsOf(width, legendColumn));
  const linkTop = legendTop + legendLines * LEGEND_LINE + 8;
  const height = linkTop + link.length * LINK_LINE + MARGIN - (link.length === 0 ? 8 : 0);
  return { width, height, title, subtitle, link, axisTop, legendColumn, legendTop, linkTop };
}

function fontsOf({ theme }: SheetInput) {
  return {
    title: { font: theme.font.replace('11px', '600 15px'), line: TITLE_LINE },
    text: { font: theme.font.replace('11px', '12px'), line: TEXT_LINE },
    link: { font: theme.font, line: LINK_LINE },
  };
}

function place(ctx: Surface, ratio: number, x: CssPx, y: CssPx): void {
  ctx.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
}

/** Gives the height at which they end. */
function writeLines(
  ctx: Surface,
  lines: readonly string[],
  top: CssPx,
  { font, line }: Font,
  colour: string,
): CssPx {
  ctx.font = font;
  ctx.fillStyle = colour;
  lines.forEach((text, index) => ctx.fillText(text, MARGIN, top + (index + 0.5) * line));
  return top + lines.length * line;
}

function write(ctx: Surface, text: string, x: CssPx, y: CssPx, colour: string, font: string): void {
  ctx.font = font;
  ctx.fillStyle = colour;
  if (text !== '') ctx.fillText(text, x, y);
}

function drawAxis(ctx: Surface, { axis, theme, scene }: SheetInput): void {
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, scene.size.width, AXIS);
  for (const { x, text } of axis.heads) write(ctx, text, x + 6, 9, theme.muted, theme.font);
  for (const { x, text } of axis.ticks) {
    ctx.fillStyle = theme.hairline;
    ctx.fillRect(Math.round(x), 18, 1, AXIS - 18);
    write(ctx, text, x + 4, 27, theme.text, theme.font);
  }
}

/** The notes of marks, where the page has its flags. */
function drawFlags(ctx: Surface, { marks, theme, scene }: SheetInput): void {
  ctx.font = theme.font;
  for (const { x, note } of marks) {
    const text = fitText(ctx, note, Math.min(MAX_NOTE, scene.size.width - x - 8));
    const width = text === '' ? 6 : ctx.measureText(text).width + 8;
    ctx.fillStyle = theme.accent;
    ctx.fillRect(Math.round(x), AXIS - 16, width, 16);
    write(ctx, text, x + 4, AXIS - 8, theme.ground, theme.font);
  }
}

function drawLabels(ctx: Surface, { scene, lanes, theme, labelWidth, labelOf }: SheetInput): void {
  const bold = theme.font.replace('11px', '600 12px');
  // Later slots cover earlier ones, as on the page; what sticks out below is cut with the chart.
  for (const { y, height, lane, group } of scene.slots) {
    ctx.fillStyle = lane < 0 ? theme.surface : theme.ground;
    ctx.fillRect(0, y, labelWidth, Math.min(height, scene.size.height - y));
    const middle = y + height / 2;
    if (middle > scene.size.height - 6) continue;
    if (lane < 0) {
      ctx.font = bold;
      const label = fitText(ctx, lanes.groups[group]?.label ?? 'Pinned', labelWidth - 12);
      write(ctx, label, 8, middle, theme.text, bold);
      continue;
    }
    const { label, sum } = labelOf(lane);
    ctx.font = theme.font;
    const sumWidth = sum === '' ? 0 : ctx.measureText(sum).width + 12;
    write(ctx, fitMiddle(ctx, label, labelWidth - 28 - sumWidth), 16, middle, theme.text, theme.font);
    write(ctx, sum, labelWidth - sumWidth, middle, theme.muted, theme.font);
  }
}

/** The classes that are in the picture, the worst first. */
function paintsOf(scene: Scene): Paint[] {
  const isSeen = new Uint8Array(PAINTS.length);
  for (let cell = 0; cell < scene.count; cell++) isSeen[scene.paint[cell]] = 1;
  return [...isSeen.keys()].filter((paint) => isSeen[paint] === 1).reverse();
}

function columnsOf(width: CssPx, column: CssPx): number {
  return Math.max(1, Math.floor((width - 2 * MARGIN) / column));
}

function widestWord(ctx: Surface, { scene, theme }: SheetInput): CssPx {
  ctx.font = theme.font;
  return Math.max(0, ...paintsOf(scene).map((paint) => ctx.measureText(PAINT_WORDS[PAINTS[paint]]).width));
}

/** Each class in the shape that it has in the chart. */
function drawLegend(ctx: Surface, input: SheetInput, { width, legendColumn, legendTop }: Sheet): void {
  const { scene, theme, ratio } = input;
  const columns = columnsOf(width, legendColumn);
  paintsOf(scene).forEach((paint, index) => {
    const x = MARGIN + (index % columns) * legendColumn;
    const y = legendTop + Math.floor(index / columns) * LEGEND_LINE;
    drawScene(ctx, { theme, ratio, scene: sampleOf(paint), grid: [], textOf: () => '', origin: { x, y } });
    place(ctx, ratio, 0, 0);
    ctx.font = theme.font;
    write(
      ctx,
      PAINT_WORDS[PAINTS[paint]],
      x + SAMPLE.width + 8,
      y + SAMPLE.height / 2,
      theme.text,
      theme.font,
    );
  });
}
