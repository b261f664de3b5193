import type { DrawInput } from './draw-input.ts';
import type { CssPx } from './measure.ts';
import { PAINT } from './paint.ts';
import type { Surface as Context } from './surface.ts';

const ARROW_HEAD: CssPx = 6;

export function drawLinks(ctx: Context, { scene, theme }: DrawInput): void {
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
export function drawArrows(ctx: Context, { theme, arrows = [] }: DrawInput): void {
  if (arrows.length === 0) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.accent;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  const trunks = new Map<string, CssPx>(); // by the place of the cause
  for (const { x1, y1, x2 } of arrows) {
    const place = `${x1} ${y1}`;
    trunks.set(place, Math.min(trunks.get(place) ?? x1, x2 - 2 * ARROW_HEAD));
  }
  for (const { x1, y1, x2, y2 } of arrows) {
    const trunk = trunks.get(`${x1} ${y1}`) ?? x1;
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
