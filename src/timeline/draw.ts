import type { Item } from './lanes.ts';
import { MARK_SIZE, type CssPx } from './measure.ts';
import { FIRST_FINDING, FIRST_MARK, PAINT, PAINTS, type Paint, type Theme } from './paint.ts';
import { SHAPE } from './cells.ts';
import type { DrawnArrow } from './arrows.ts';
import type { Scene, SceneSlot } from './scene.ts';
import type { Surface } from './surface.ts';

/** Bars from this width on have room for a word. */
const TEXT_ROOM: CssPx = 44;
const HATCH_STEP: CssPx = 5;
const NARROW: CssPx = 10;
/** So many bars of a class have rounded corners; more are drawn plainly. */
const MAX_FINE = 300;
const ARROW_HEAD: CssPx = 6;
/** Classes with an outline of dots instead of a line. */
const DOTTED: ReadonlySet<Paint> = new Set([
  PAINT['client-network'],
  PAINT.undeterminable,
  PAINT.gone,
  PAINT.unknown,
]);
/** How much of their colour these keep. */
const FILL_SHARE: ReadonlyMap<Paint, number> = new Map([
  [PAINT.undeterminable, 0.2],
  [PAINT.gone, 0.15],
  [PAINT.unknown, 0],
]);
/** How much is left of what the query does not match while it is not hidden. */
const DIM_SHARE = 0.22;

type Context = Surface;

export interface DrawInput {
  readonly scene: Scene;
  readonly theme: Theme;
  /** Where the hairlines of the axis stand. */
  readonly grid: readonly CssPx[];
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** The word on an item's bar; '' for none. */
  readonly textOf: (item: Item) => string;
  readonly arrows?: readonly DrawnArrow[];
  /** Where on the surface the chart's corner lies; absent: at its own. */
  readonly origin?: { readonly x: CssPx; readonly y: CssPx };
}

/** Draws everything anew. With draw-overview.ts the only code that touches a canvas context. */
export function drawScene(ctx: Context, input: DrawInput): void {
  const { scene, theme, ratio, origin } = input;
  const { width, height } = scene.size;
  ctx.setTransform(ratio, 0, 0, ratio, (origin?.x ?? 0) * ratio, (origin?.y ?? 0) * ratio);
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, width, height);
  drawPart(ctx, input, 0, scene.firstPinnedCell, false);
  if (scene.pinnedHeight > 0) {
    ctx.fillStyle = theme.ground;
    ctx.fillRect(0, 0, width, scene.pinnedHeight);
    drawPart(ctx, input, scene.firstPinnedCell, scene.count, true);
    ctx.fillStyle = theme.muted;
    ctx.fillRect(0, scene.pinnedHeight - 1, width, 1);
  }
  drawLinks(ctx, input);
  drawArrows(ctx, input);
}

function drawPart(ctx: Context, input: DrawInput, first: number, end: number, isPinned: boolean): void {
  const { scene, theme, grid } = input;
  const { width, height } = scene.size;
  const slots = scene.slots.filter((slot) => slot.isPinned === isPinned);
  const sticky = isPinned ? undefined : stickyOf(slots);
  const top = isPinned ? 0 : scene.pinnedHeight;
  const bottom = isPinned ? scene.pinnedHeight : height;
  ctx.fillStyle = theme.hairline;
  for (const x of grid) ctx.fillRect(Math.round(x), top, 1, bottom - top);
  for (const slot of slots) drawSlot(ctx, slot, theme, width);
  const cellEnd = sticky === undefined ? end : sticky.firstCell;
  drawCells(ctx, input, first, cellEnd);
  if (sticky === undefined) return;
  drawSlot(ctx, sticky, theme, width);
  drawCells(ctx, input, sticky.firstCell, sticky.endCell);
}

/** The header that covers lanes stands last among the scrolled slots, though it is not the lowest. */
function stickyOf(slots: readonly SceneSlot[]): SceneSlot | undefined {
  const last = slots[slots.length - 1];
  return slots.length > 1 && last !== undefined && last.y < slots[slots.length - 2].y ? last : undefined;
}

function drawSlot(ctx: Context, slot: SceneSlot, theme: Theme, width: CssPx): void {
  if (slot.lane >= 0) return;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, slot.y, width, slot.height);
  ctx.fillStyle = theme.hairline;
  ctx.fillRect(0, slot.y, width, 1);
  ctx.fillRect(0, slot.y + slot.height - 1, width, 1);
}

/** Cells by class, mild ones first, so that worse ones lie above; one style and one path a class. */
function drawCells(ctx: Context, input: DrawInput, first: number, end: number): void {
  const order = orderByPaint(input.scene, first, end);
  for (let at = 0; at < 2 * PAINTS.length; at++) {
    const cells = order.cells.subarray(order.first[at], order.first[at + 1]);
    if (cells.length === 0) continue;
    const paint: Paint = at % PAINTS.length;
    const share = at < PAINTS.length ? DIM_SHARE : 1;
    if (paint >= FIRST_MARK) drawMarks(ctx, input, paint, cells, share);
    else drawBars(ctx, input, paint, cells, share);
  }
  ctx.globalAlpha = 1;
  drawTexts(ctx, input, first, end);
}

/** Dimmed ones first. */
function orderByPaint(scene: Scene, first: number, end: number): { cells: Uint32Array; first: Uint32Array } {
  const { paint, isDim } = scene;
  const starts = new Uint32Array(2 * PAINTS.length + 1);
  const placeOf = (cell: number) => paint[cell] + (1 - isDim[cell]) * PAINTS.length;
  for (let cell = first; cell < end; cell++) starts[placeOf(cell) + 1]++;
  for (let place = 0; place < 2 * PAINTS.length; place++) starts[place + 1] += starts[place];
  const next = starts.slice();
  const cells = new Uint32Array(end - first);
  for (let cell = first; cell < end; cell++) cells[next[placeOf(cell)]++] = cell;
  return { cells, first: starts };
}

function drawBars(ctx: Context, input: DrawInput, paint: Paint, cells: Uint32Array, share: number): void {
  const { scene, theme, ratio } = input;
  const style = theme.paints[paint];
  const isDotted = DOTTED.has(paint);
  const filled = FILL_SHARE.get(paint) ?? 1;
  ctx.fillStyle = style.fill;
  ctx.globalAlpha = share * filled;
  if (cells.length > MAX_FINE && !isDotted && filled === 1 && paint < FIRST_FINDING)
    return drawPlainBars(ctx, input, paint, cells);
  ctx.beginPath();
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    const x = scene.x[cell];
    const y = scene.y[cell];
    let width = scene.width[cell];
    if (scene.shape[cell] === SHAPE.pin) {
      addDiamond(ctx, x + width / 2, y + scene.height[cell] / 2, 4);
      continue;
    }
    if (width > 6 && scene.shape[cell] === SHAPE.bar) {
      ctx.roundRect(x, y, width, scene.height[cell], 2);
      continue;
    }
    // Neighbouring columns of one class are one rectangle.
    while (at + 1 < cells.length && follows(scene, cell, cells[at + 1], x + width))
      width += scene.width[cells[++at]];
    ctx.rect(x, y, width, scene.height[cell]);
  }
  ctx.fill();
  ctx.globalAlpha = share;
  if (paint === PAINT.unsignalled) drawHatch(ctx, input, cells);
  if (style.edge === '') return;
  if (paint !== PAINT.unsignalled) return drawEdges(ctx, scene, cells, style.edge, isDotted, 1, ratio);
  // Between two wide edges a narrow bar would have no room for its hatch.
  const isNarrow = (cell: number) => scene.width[cell] < NARROW;
  drawEdges(ctx, scene, cells.filter(isNarrow), style.edge, isDotted, 1, ratio);
  drawEdges(
    ctx,
    scene,
    cells.filter((cell) => !isNarrow(cell)),
    style.edge,
    isDotted,
    2,
    ratio,
  );
}

/**
 * Many bars of one class, without rounded corners: paths are what a renderer without a graphics card is slowest at. Edges
 * are the bars a pixel larger, drawn below them.
 */
function drawPlainBars(
  ctx: Context,
  { scene, theme, ratio }: DrawInput,
  paint: Paint,
  cells: Uint32Array,
): void {
  const { fill, edge } = theme.paints[paint];
  const line = edge === '' ? 0 : Math.max(1, Math.round(ratio)) / ratio;
  if (line > 0) {
    ctx.fillStyle = edge;
    for (const cell of cells) {
      if (isFramed(scene, cell))
        ctx.fillRect(scene.x[cell], scene.y[cell], scene.width[cell], scene.height[cell]);
    }
    ctx.fillStyle = fill;
  }
  let pins = 0;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    const [x, y, height] = [scene.x[cell], scene.y[cell], scene.height[cell]];
    let width = scene.width[cell];
    if (scene.shape[cell] === SHAPE.pin) {
      pins++;
    } else if (line > 0 && isFramed(scene, cell)) {
      ctx.fillRect(x + line, y + line, width - 2 * line, height - 2 * line);
    } else {
      while (
        at + 1 < cells.length &&
        follows(scene, cell, cells[at + 1], x + width) &&
        scene.width[cells[at + 1]] < 3
      )
        width += scene.width[cells[++at]];
      ctx.fillRect(x, y, width, height);
    }
  }
  if (pins === 0) return;
  ctx.beginPath();
  for (const cell of cells) {
    if (scene.shape[cell] !== SHAPE.pin) continue;
    addDiamond(ctx, scene.x[cell] + scene.width[cell] / 2, scene.y[cell] + scene.height[cell] / 2, 4);
  }
  ctx.fill();
}

/** Whether a bar has room for a line around it. */
function isFramed(scene: Scene, cell: number): boolean {
  const shape = scene.shape[cell];
  return scene.width[cell] >= 3 && (shape === SHAPE.bar || shape === SHAPE.strip);
}

function follows(scene: Scene, cell: number, next: number, x: CssPx): boolean {
  return (
    scene.y[next] === scene.y[cell] &&
    scene.shape[next] === scene.shape[cell] &&
    scene.x[next] === Math.fround(x)
  );
}

function drawEdges(
  ctx: Context,
  scene: Scene,
  cells: Uint32Array,
  edge: string,
  isDotted: boolean,
  width: CssPx,
  ratio: number,
): void {
  ctx.strokeStyle = edge;
  ctx.lineWidth = width === 1 ? Math.max(1, Math.round(ratio)) / ratio : width;
  ctx.setLineDash(isDotted ? [2, 2] : []);
  const inset = ctx.lineWidth / 2;
  ctx.beginPath();
  for (const cell of cells) {
    if (!isFramed(scene, cell)) continue;
    ctx.rect(
      scene.x[cell] + inset,
      scene.y[cell] + inset,
      scene.width[cell] - 2 * inset,
      scene.height[cell] - 2 * inset,
    );
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Diagonals in the colour of the ground, cut to all bars at once. */
function drawHatch(ctx: Context, { scene, theme }: DrawInput, cells: Uint32Array): void {
  ctx.save();
  ctx.beginPath();
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const cell of cells) {
    const [x, y, width, height] = [scene.x[cell], scene.y[cell], scene.width[cell], scene.height[cell]];
    ctx.rect(x, y, width, height);
    left = Math.min(left, x);
    right = Math.max(right, x + width);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + height);
  }
  ctx.clip();
  ctx.strokeStyle = theme.ground;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  const height = bottom - top;
  for (let x = Math.floor((left - height) / HATCH_STEP) * HATCH_STEP; x < right; x += HATCH_STEP) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}

/** Diamonds: filled for a step that was seen, half filled for one computed, hollow and dashed for one that is missing. */
function drawMarks(
  ctx: Context,
  { scene, theme }: DrawInput,
  paint: Paint,
  cells: Uint32Array,
  share: number,
): void {
  ctx.globalAlpha = share;
  if (paint === PAINT.limit) return drawLimits(ctx, scene, theme, cells);
  const { fill, edge } = theme.paints[paint];
  const isMissing = paint === PAINT.missing;
  const radius = paint === PAINT['step-late'] ? MARK_SIZE / 2 - 2 : MARK_SIZE / 2 + (isMissing ? 2 : 0);
  for (const cell of cells) {
    const x = scene.x[cell] + scene.width[cell] / 2;
    const y = scene.y[cell] + scene.height[cell] / 2;
    ctx.beginPath();
    addDiamond(ctx, x, y, radius);
    ctx.fillStyle = isMissing || paint === PAINT['step-inferred'] ? theme.ground : fill;
    ctx.fill();
    if (paint === PAINT['step-inferred']) fillHalf(ctx, x, y, radius, fill);
    ctx.strokeStyle = edge === '' ? fill : edge;
    ctx.lineWidth = isMissing ? 2 : 1;
    ctx.setLineDash(isMissing ? [2.5, 1.5] : []);
    ctx.beginPath();
    addDiamond(ctx, x, y, radius);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** A line across the bar, with feet: from here on a request is late. */
function drawLimits(ctx: Context, scene: Scene, theme: Theme, cells: Uint32Array): void {
  ctx.fillStyle = theme.paints[PAINT.limit].fill;
  for (const cell of cells) {
    const x = scene.x[cell] + scene.width[cell] / 2;
    const [y, height] = [scene.y[cell] - 2, scene.height[cell] + 4];
    ctx.fillRect(x - 0.5, y, 1.5, height);
    ctx.fillRect(x - 2.5, y, 5.5, 1.5);
    ctx.fillRect(x - 2.5, y + height - 1.5, 5.5, 1.5);
  }
}

function fillHalf(ctx: Context, x: CssPx, y: CssPx, radius: CssPx, fill: string): void {
  ctx.beginPath();
  ctx.moveTo(x, y - radius);
  ctx.lineTo(x - radius, y);
  ctx.lineTo(x, y + radius);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
}

function addDiamond(ctx: Context, x: CssPx, y: CssPx, radius: CssPx): void {
  ctx.moveTo(x, y - radius);
  ctx.lineTo(x + radius, y);
  ctx.lineTo(x, y + radius);
  ctx.lineTo(x - radius, y);
  ctx.closePath();
}

function drawLinks(ctx: Context, { scene, theme }: DrawInput): void {
  const style = theme.paints[PAINT.missing];
  ctx.strokeStyle = style.edge === '' ? style.fill : style.edge;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  for (const { x, top, bottom } of scene.links) {
    ctx.moveTo(Math.round(x) + 0.5, top);
    ctx.lineTo(Math.round(x) + 0.5, bottom);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Lines with a head, from cause to effect; those of one cause share a trunk. */
function drawArrows(ctx: Context, { theme, arrows = [] }: DrawInput): void {
  if (arrows.length === 0) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.accent;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  for (const { x1, y1, x2, y2 } of arrows) {
    const trunk = Math.min(x1, x2 - 2 * ARROW_HEAD);
    ctx.moveTo(x1, y1);
    ctx.lineTo(trunk, y1 + Math.sign(y2 - y1) * Math.min(x1 - trunk, Math.abs(y2 - y1)));
    ctx.lineTo(trunk, y2);
    ctx.lineTo(x2 - ARROW_HEAD, y2);
  }
  ctx.stroke();
  ctx.beginPath();
  for (const { x2, y2 } of arrows) {
    ctx.moveTo(x2, y2);
    ctx.lineTo(x2 - ARROW_HEAD, y2 - 3.5);
    ctx.lineTo(x2 - ARROW_HEAD, y2 + 3.5);
    ctx.closePath();
  }
  ctx.fill();
}

function drawTexts(ctx: Context, { scene, theme, textOf }: DrawInput, first: number, end: number): void {
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
