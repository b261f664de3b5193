/** CSS pixels: the only unit of geometry; device pixels appear where the canvas is sized. */
export type CssPx = number;

export const LANE_HEIGHT: CssPx = 20;
/** Further rows of a lane stand closer: they belong to it, and have no label. */
export const SUB_LANE_HEIGHT: CssPx = 14;
export const BAR_HEIGHT: CssPx = 12;
export const HEADER_HEIGHT: CssPx = 24;
/** Findings are at least this wide, at any zoom. */
export const FINDING_WIDTH: CssPx = 4;
/** Unsignalled ones have room for their hatch. */
export const UNSIGNALLED_WIDTH: CssPx = 6;
/** Marks are diamonds of this size. */
export const MARK_SIZE: CssPx = 11;

export interface Size {
  readonly width: CssPx;
  readonly height: CssPx;
}
