import type { Item } from './lanes.ts';
import {
  BAR_HEIGHT,
  FINDING_WIDTH,
  LANE_HEIGHT,
  MARK_SIZE,
  UNSIGNALLED_WIDTH,
  type CssPx,
} from './measure.ts';
import { FIRST_FINDING, FIRST_MARK, PAINT, rankOf, THIN, type Paint } from './paint.ts';

/** Forms of a cell. */
export const SHAPE = { bar: 0, line: 1, tick: 2, pin: 3, mark: 4, strip: 5, column: 6 } as const;
/** Instants with so much space around are drawn as pins, closer ones as ticks. */
const PIN_ROOM: CssPx = 7;

/** What is to be drawn, in CSS pixels; only the first `count` of each column. */
export interface CellColumns {
  readonly count: number;
  readonly x: Float32Array;
  readonly width: Float32Array;
  readonly y: Float32Array;
  readonly height: Float32Array;
  readonly paint: Uint8Array;
  readonly shape: Uint8Array;
  readonly item: Uint32Array;
  readonly isDim: Uint8Array;
}

/** One item, or the worst of several, on its way into a cell. */
export interface CellInput {
  paint: Paint;
  item: Item;
  isDim: number;
  /** Top of the lane. */
  readonly y: CssPx;
  /** Width of the chart. */
  readonly room: CssPx;
  readonly pixel: CssPx;
}

/** The cells of a scene while they are found: columns that grow. Knows the form and the least width of each class. */
export class Cells {
  count = 0;
  #x = new Float32Array(4096);
  #width = new Float32Array(4096);
  #y = new Float32Array(4096);
  #height = new Float32Array(4096);
  #paint = new Uint8Array(4096);
  #shape = new Uint8Array(4096);
  #item = new Uint32Array(4096);
  #isDim = new Uint8Array(4096);
  #laneStart = 0;

  /** An item of some pixels' width; what lies out of sight is cut. */
  addWide({ paint, item, isDim, y, room, pixel }: CellInput, left: CssPx, right: CssPx): void {
    const from = Math.max(snap(left, pixel), 0);
    const to = Math.min(snap(right, pixel), room);
    const x = Math.min(from, room - pixel);
    const width = Math.max(to - x, leastWidth(paint, pixel));
    const at = Math.max(0, Math.min(x, room - width));
    this.#leaveGap(at);
    const isThin = THIN.has(paint);
    const height = isThin ? 2 : BAR_HEIGHT;
    const top = y + (LANE_HEIGHT - height) / 2;
    this.push(at, Math.min(width, room), top, height, paint, isThin ? SHAPE.line : SHAPE.bar, item, isDim);
  }

  /** What lies in one pixel column, whose left edge is `x`. `isSame`: the last one lay in the same. */
  addSmall(input: CellInput, x: CssPx, isInstant: boolean, isSame: boolean): void {
    const { paint, isDim, y } = input;
    const last = this.count - 1;
    if (isSame && last >= this.#laneStart && this.#width[last] <= MARK_SIZE) {
      if (rankOf(paint, isDim) > rankOf(this.#paint[last], this.#isDim[last])) this.#replace(last, input, x);
      if (isInstant && this.#shape[last] === SHAPE.bar && this.#paint[last] < FIRST_FINDING)
        this.#makeTick(last, y);
      return;
    }
    this.#leaveGap(x);
    this.push(x, input.pixel, y, BAR_HEIGHT, paint, SHAPE.bar, input.item, isDim);
    this.#replace(this.count - 1, input, x);
    if (isInstant && paint < FIRST_FINDING) this.#makeTick(this.count - 1, y);
  }

  /** Instants with space around them become pins. */
  endLane(): void {
    for (let cell = this.#laneStart; cell < this.count; cell++) {
      if (this.#shape[cell] !== SHAPE.tick) continue;
      const x = this.#x[cell];
      const before = cell > this.#laneStart ? this.#x[cell - 1] + this.#width[cell - 1] : -Infinity;
      const after = cell + 1 < this.count ? this.#x[cell + 1] : Infinity;
      if (x - before >= PIN_ROOM && after - x >= PIN_ROOM) this.#shape[cell] = SHAPE.pin;
    }
    this.#laneStart = this.count;
  }

  push(
    x: CssPx,
    width: CssPx,
    y: CssPx,
    height: CssPx,
    paint: Paint,
    shape: number,
    item: Item,
    isDim = 0,
  ): void {
    if (this.count === this.#x.length) this.#grow();
    const cell = this.count++;
    this.#x[cell] = x;
    this.#width[cell] = width;
    this.#y[cell] = y;
    this.#height[cell] = height;
    this.#paint[cell] = paint;
    this.#shape[cell] = shape;
    this.#item[cell] = item;
    this.#isDim[cell] = isDim;
    if (shape === SHAPE.strip || shape === SHAPE.column) this.#laneStart = this.count;
  }

  finish(): CellColumns {
    return {
      count: this.count,
      x: this.#x,
      width: this.#width,
      y: this.#y,
      height: this.#height,
      paint: this.#paint,
      shape: this.#shape,
      item: this.#item,
      isDim: this.#isDim,
    };
  }

  /** The cell gets the form that its class asks for; `x` is the left edge of its pixel column. */
  #replace(cell: number, { paint, item, isDim, y, room, pixel }: CellInput, x: CssPx): void {
    const width = leastWidth(paint, pixel);
    const from = paint >= FIRST_MARK ? x - width / 2 : x;
    this.#x[cell] = Math.max(0, Math.min(from, room - width));
    this.#width[cell] = Math.min(width, room);
    this.#paint[cell] = paint;
    this.#item[cell] = item;
    this.#isDim[cell] = isDim;
    const height = paint >= FIRST_MARK ? MARK_SIZE : BAR_HEIGHT;
    this.#y[cell] = y + (LANE_HEIGHT - height) / 2;
    this.#height[cell] = height;
    this.#shape[cell] = paint >= FIRST_MARK ? SHAPE.mark : THIN.has(paint) ? SHAPE.line : SHAPE.bar;
  }

  #makeTick(cell: number, y: CssPx): void {
    this.#shape[cell] = SHAPE.tick;
    this.#y[cell] = y + (LANE_HEIGHT - BAR_HEIGHT) / 2 - 1;
    this.#height[cell] = BAR_HEIGHT + 2;
  }

  /** Leaves one pixel between a bar and what follows it. */
  #leaveGap(x: CssPx): void {
    const last = this.count - 1;
    if (last < this.#laneStart || this.#shape[last] !== SHAPE.bar) return;
    const width = this.#width[last];
    if (width >= 3 && x - (this.#x[last] + width) < 1 && x > this.#x[last] + 2) {
      this.#width[last] = Math.min(width, Math.max(x - 1 - this.#x[last], 2));
    }
  }

  #grow(): void {
    this.#x = grown(this.#x, Float32Array);
    this.#width = grown(this.#width, Float32Array);
    this.#y = grown(this.#y, Float32Array);
    this.#height = grown(this.#height, Float32Array);
    this.#paint = grown(this.#paint, Uint8Array);
    this.#shape = grown(this.#shape, Uint8Array);
    this.#item = grown(this.#item, Uint32Array);
    this.#isDim = grown(this.#isDim, Uint8Array);
  }
}

/** Findings and marks are seen at any zoom. */
function leastWidth(paint: Paint, pixel: CssPx): CssPx {
  if (paint >= FIRST_MARK) return MARK_SIZE;
  if (paint === PAINT.unsignalled) return UNSIGNALLED_WIDTH;
  return paint >= FIRST_FINDING ? FINDING_WIDTH : pixel;
}

type Column = Float32Array | Uint8Array | Uint32Array;

function grown<T extends Column>(column: T, make: new (length: number) => T): T {
  const larger = new make(column.length * 2);
  larger.set(column);
  return larger;
}

function snap(x: CssPx, pixel: CssPx): CssPx {
  return Math.round(x / pixel) * pixel;
}
