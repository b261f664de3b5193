import type { DrawInput } from './draw-input.ts';
import { MARK_SIZE, type CssPx } from './measure.ts';
import { PAINT, type Paint, type Theme } from './paint.ts';
import type { Scene } from './scene.ts';
import type { Surface as Context } from './surface.ts';

/** Diamonds: filled for a step that was seen, half filled for one computed, hollow and dashed for one that is missing. */
export function drawMarks(
  ctx: Context,
  { scene, theme }: DrawInput,
  paint: Paint,
  cells: Uint32Array,
  share: number,
): void {
  ctx.globalAlpha = share;
  if (paint === PAINT.limit) return drawLimits(ctx, scene, theme, cells);
  if (paint === PAINT.boot) return drawBoots(ctx, scene, theme, cells);
  const { fill, edge } = theme.paints[paint];
  const isMissing = paint === PAINT.missing;
  const isHollow = isMissing || paint === PAINT['step-due'];
  const isSmall = paint === PAINT['step-late'] || paint === PAINT['step-due'];
  const radius = isSmall ? MARK_SIZE / 2 - 2 : MARK_SIZE / 2 + (isMissing ? 2 : 0);
  for (const cell of cells) {
    const x = scene.x[cell] + scene.width[cell] / 2;
    const y = scene.y[cell] + scene.height[cell] / 2;
    ctx.beginPath();
    addDiamond(ctx, x, y, radius);
    ctx.fillStyle = isHollow || paint === PAINT['step-inferred'] ? theme.ground : fill;
    ctx.fill();
    if (paint === PAINT['step-inferred']) fillHalf(ctx, x, y, radius, fill);
    ctx.strokeStyle = edge === '' ? fill : edge;
    ctx.lineWidth = isMissing ? 2 : 1;
    ctx.setLineDash(isHollow ? [2.5, 1.5] : []);
    ctx.beginPath();
    addDiamond(ctx, x, y, radius);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** A line across the lane under a pointer that hangs from its top: from here on a request is late. */
function drawLimits(ctx: Context, scene: Scene, theme: Theme, cells: Uint32Array): void {
  ctx.fillStyle = theme.paints[PAINT.limit].fill;
  for (const cell of cells) {
    const x = scene.x[cell] + scene.width[cell] / 2;
    const [y, height] = [scene.y[cell] - 4, scene.height[cell] + 8];
    ctx.fillRect(x - 0.75, y, 1.5, height);
    ctx.beginPath();
    ctx.moveTo(x - 4, y);
    ctx.lineTo(x + 4, y);
    ctx.lineTo(x, y + 5);
    ctx.closePath();
    ctx.fill();
  }
}

/** A triangle that stands on the lane. */
function drawBoots(ctx: Context, scene: Scene, theme: Theme, cells: Uint32Array): void {
  const { fill, edge } = theme.paints[PAINT.boot];
  ctx.fillStyle = fill;
  ctx.strokeStyle = edge === '' ? fill : edge;
  ctx.lineWidth = 1;
  for (const cell of cells) {
    const x = scene.x[cell] + scene.width[cell] / 2;
    const bottom = scene.y[cell] + scene.height[cell];
    ctx.beginPath();
    ctx.moveTo(x, bottom - MARK_SIZE + 2);
    ctx.lineTo(x + MARK_SIZE / 2, bottom);
    ctx.lineTo(x - MARK_SIZE / 2, bottom);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
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

export function addDiamond(ctx: Context, x: CssPx, y: CssPx, radius: CssPx): void {
  ctx.moveTo(x, y - radius);
  ctx.lineTo(x + radius, y);
  ctx.lineTo(x, y + radius);
  ctx.lineTo(x - radius, y);
  ctx.closePath();
}
