import { SHAPE } from './cells.ts';
import type { DrawInput } from './draw-input.ts';
import type { CssPx } from './measure.ts';
import { PAINT } from './paint.ts';
import type { Surface as Context } from './surface.ts';

/** Bars from this width on have room for a word. */
const TEXT_ROOM: CssPx = 44;

export function drawTexts(
  ctx: Context,
  { scene, theme, textOf }: DrawInput,
  first: number,
  end: number,
): void {
  ctx.font = theme.font;
  ctx.textBaseline = 'middle';
  for (let cell = first; cell < end; cell++) {
    const width = scene.width[cell];
    const paint = scene.paint[cell];
    if (
      width < TEXT_ROOM ||
      scene.shape[cell] !== SHAPE.bar ||
      paint >= PAINT.unsignalled ||
      scene.isDim[cell]
    )
      continue;
    // A mark may stand at the left end.
    const indent = paint === PAINT.gone || paint === PAINT.shutdown ? 11 : 5;
    const text = fitText(ctx, textOf(scene.item[cell]), width - indent - 5);
    if (text === '') continue;
    ctx.fillStyle = theme.paints[paint].ink;
    ctx.fillText(text, scene.x[cell] + indent, scene.y[cell] + scene.height[cell] / 2 + 0.5);
  }
}

/** Cuts the text to the room, with an ellipsis; '' where three letters do not fit. */
export function fitText(ctx: Context, text: string, room: CssPx): string {
  if (text === '') return '';
  const width = widthOf(ctx, text);
  if (width <= room) return text;
  const fits = Math.floor((text.length * room) / width) - 1;
  return fits < 3 ? '' : `${text.slice(0, fits)}…`;
}

const widths = new Map<string, number>();

let widthFont = '';

/** Measuring is slow, and the same few words come again in each frame. */
function widthOf(ctx: Context, text: string): number {
  if (ctx.font !== widthFont || widths.size > 5000) {
    widths.clear();
    widthFont = ctx.font;
  }
  let width = widths.get(text);
  if (width === undefined) {
    width = ctx.measureText(text).width;
    widths.set(text, width);
  }
  return width;
}

/** Cuts the text in its middle, so that what tells it apart stays at both ends. */
export function fitMiddle(ctx: Context, text: string, room: CssPx): string {
  const width = widthOf(ctx, text);
  if (text === '' || width <= room) return text;
  const fits = Math.floor((text.length * room) / width) - 1;
  if (fits < 3) return '';
  const tail = Math.min(14, fits >> 1);
  return `${text.slice(0, fits - tail)}…${text.slice(-tail)}`;
}

/** Lines that fit the room, broken at spaces, and words that are longer at any letter. '' has none. */
export function wrapText(ctx: Context, text: string, room: CssPx): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (ctx.measureText(longer).width <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > 1 && ctx.measureText(line).width > room) {
      let fits = Math.max(1, Math.floor((line.length * room) / ctx.measureText(line).width));
      while (fits > 1 && ctx.measureText(line.slice(0, fits)).width > room) fits--;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line === '' ? lines : [...lines, line];
}
