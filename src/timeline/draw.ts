import { drawArrows, drawLinks } from './draw-arrows.ts';
import { drawBars } from './draw-bars.ts';
import type { DrawInput } from './draw-input.ts';
import { drawMarks } from './draw-marks.ts';
import { drawTexts } from './draw-texts.ts';
import type { CssPx } from './measure.ts';
import { FIRST_MARK, PAINTS, type Paint, type Theme } from './paint.ts';
import type { Scene, SceneSlot } from './scene.ts';
import type { Surface as Context } from './surface.ts';

/** How much is left of what the query does not match while it is not hidden. */
const DIM_SHARE = 0.22;

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
