import type { CssPx, Size } from '../../timeline/measure.ts';

/** Between a popover and its button, and between a popover and the window's edge. */
const GAP: CssPx = 4;
const EDGE: CssPx = 8;
/** With less room than this below its button, a popover opens above it where there is more. */
const LEAST_BELOW: CssPx = 240;

export interface PopoverPlace {
  /** How far it is moved from the left of its button: 0 or less. */
  readonly left: CssPx;
  readonly isAbove: boolean;
  /** As high as fits between the button and the window's edge; what is longer scrolls. */
  readonly maxHeight: CssPx;
}

/** Where a popover of this width fits into the window, by the box of its button. */
export function placePopover(
  button: { readonly left: CssPx; readonly top: CssPx; readonly bottom: CssPx },
  window: Size,
  width: CssPx,
): PopoverPlace {
  const right = window.width - EDGE - Math.min(width, window.width - 2 * EDGE);
  const below = window.height - button.bottom - GAP - EDGE;
  const above = button.top - GAP - EDGE;
  const isAbove = below < LEAST_BELOW && above > below;
  return {
    left: Math.min(0, right - button.left),
    isAbove,
    maxHeight: Math.max(isAbove ? above : below, 0),
  };
}
