import { SHAPE } from './cells.ts';
import type { DrawInput } from './draw-input.ts';
import { addDiamond } from './draw-marks.ts';
import { SUB_LANE_HEIGHT, type CssPx } from './measure.ts';
import { FIRST_FINDING, PAINT, type Paint } from './paint.ts';
import type { Scene } from './scene.ts';
import type { Surface as Context } from './surface.ts';

const HATCH_STEP: CssPx = 5;
const NARROW: CssPx = 10;
/** So many bars of a class have rounded corners; more are drawn plainly. */
const MAX_FINE = 300;
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

export function drawBars(
  ctx: Context,
  input: DrawInput,
  paint: Paint,
  cells: Uint32Array,
  share: number,
): void {
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
 * Many bars of one class, without rounded corners. Edges are the bars a pixel larger, drawn below them. Without a graphics
 * card a path is slow where it is high, and so is a call for each bar: all bars of a lane are one path.
 */
function drawPlainBars(
  ctx: Context,
  { scene, theme, ratio }: DrawInput,
  paint: Paint,
  cells: Uint32Array,
): void {
  const { fill, edge } = theme.paints[paint];
  const line = edge === '' ? 0 : Math.max(1, Math.round(ratio)) / ratio;
  for (let first = 0; first < cells.length;) {
    const end = endOfRow(scene, cells, first);
    if (line > 0 && addFrames(ctx, scene, cells, first, end)) {
      ctx.fillStyle = edge;
      ctx.fill();
      ctx.fillStyle = fill;
    }
    addPlainBars(ctx, scene, cells, first, end, line);
    ctx.fill();
    first = end;
  }
}

/** Where the cells end that stand beside the first one; ticks and columns of a lane do not begin at one height. */
function endOfRow({ y }: Scene, cells: Uint32Array, first: number): number {
  let end = first + 1;
  while (end < cells.length && Math.abs(y[cells[end]] - y[cells[first]]) < SUB_LANE_HEIGHT) end++;
  return end;
}

/** Begins a path of the bars that have an edge; whether there are any. */
function addFrames(ctx: Context, scene: Scene, cells: Uint32Array, first: number, end: number): boolean {
  let isAny = false;
  ctx.beginPath();
  for (let at = first; at < end; at++) {
    const cell = cells[at];
    if (!isFramed(scene, cell)) continue;
    ctx.rect(scene.x[cell], scene.y[cell], scene.width[cell], scene.height[cell]);
    isAny = true;
  }
  return isAny;
}

/** Begins a path of all bars, those with an edge as much smaller. */
function addPlainBars(
  ctx: Context,
  scene: Scene,
  cells: Uint32Array,
  first: number,
  end: number,
  line: CssPx,
): void {
  ctx.beginPath();
  for (let at = first; at < end; at++) {
    const cell = cells[at];
    const x = scene.x[cell];
    const y = scene.y[cell];
    const height = scene.height[cell];
    let width = scene.width[cell];
    if (scene.shape[cell] === SHAPE.pin) {
      addDiamond(ctx, x + width / 2, y + height / 2, 4);
    } else if (line > 0 && isFramed(scene, cell)) {
      ctx.rect(x + line, y + line, width - 2 * line, height - 2 * line);
    } else {
      while (at + 1 < end && follows(scene, cell, cells[at + 1], x + width) && scene.width[cells[at + 1]] < 3)
        width += scene.width[cells[++at]];
      ctx.rect(x, y, width, height);
    }
  }
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
