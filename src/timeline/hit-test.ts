import type { Item } from './lanes.ts';
import type { CssPx } from './measure.ts';
import { NO_ITEM } from './layout-rows.ts';
import type { Scene, SceneSlot } from './scene.ts';

/** How far from a cell the pointer may be. */
const REACH: CssPx = 3;

/** The slot at this height; null in the space below the last one. */
export function slotAt(scene: Scene, y: CssPx): SceneSlot | null {
  // Later slots cover earlier ones.
  for (let index = scene.slots.length - 1; index >= 0; index--) {
    const slot = scene.slots[index];
    if (y >= slot.y && y < slot.y + slot.height) return slot;
  }
  return null;
}

/** The item under the pointer: of those that it touches the worst, else the nearest within reach; null for none. */
export function hitTest(scene: Scene, x: CssPx, y: CssPx): Item | null {
  const slot = slotAt(scene, y);
  if (slot === null) return null;
  let found: Item | null = null;
  let distance: CssPx = REACH + 1;
  let paint = -1;
  for (let cell = slot.firstCell; cell < slot.endCell; cell++) {
    if (scene.item[cell] === NO_ITEM) continue;
    const left = scene.x[cell];
    const away = Math.max(left - x, x - left - scene.width[cell], 0);
    if (away > REACH) continue;
    if (away < distance || (away === distance && scene.paint[cell] > paint)) {
      found = scene.item[cell]!;
      distance = away;
      paint = scene.paint[cell]!;
    }
  }
  return found;
}
