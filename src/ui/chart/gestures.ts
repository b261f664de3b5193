import type { EpochMs } from '../../base/time.ts';
import type { CssPx } from '../../timeline/measure.ts';
import type { TimeWindow } from '../../view/steps.ts';

/** What gestures can do to a chart. */
export interface Gestured {
  timeAt(x: CssPx): EpochMs;
  zoom(at: EpochMs, factor: number): void;
  panPixels(by: CssPx): void;
  scrollBy(by: CssPx): void;
  point(x: CssPx, y: CssPx): void;
  leave(): void;
  click(x: CssPx, y: CssPx): void;
  open(x: CssPx, y: CssPx): void;
  selectRange(range: TimeWindow | null): void;
  measure(from: EpochMs, to: EpochMs): void;
}

/** Movements below this are a click. */
const SLOP: CssPx = 4;
/** Lines and pages of a wheel, in pixels. */
const WHEEL_UNIT = [1, 20, 400];

type Mode = 'press' | 'range' | 'pan' | 'ruler';
interface Point {
  x: CssPx;
  y: CssPx;
}

/** Listens to wheel and pointers on an element; returns the way to stop. */
export function listenToGestures(element: HTMLElement, chart: Gestured): () => void {
  const pointers = new Map<number, Point>();
  let mode: Mode = 'press';
  let from: Point = { x: 0, y: 0 };
  const place = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = WHEEL_UNIT[event.deltaMode] ?? 1;
    if (event.ctrlKey || event.shiftKey) {
      const delta = (event.deltaY || event.deltaX) * unit;
      chart.zoom(chart.timeAt(place(event).x), Math.exp(-delta * (event.ctrlKey ? 0.004 : 0.0025)));
      return;
    }
    if (event.deltaY !== 0) chart.scrollBy(event.deltaY * unit);
    if (event.deltaX !== 0) chart.panPixels(event.deltaX * unit);
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = place(event);
    pointers.set(event.pointerId, point);
    element.setPointerCapture(event.pointerId);
    from = point;
    mode = 'press';
  }

  function move(event: PointerEvent): void {
    const point = place(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) return chart.point(point.x, point.y);
    if (pointers.size === 2) pinch(event.pointerId, point);
    else drag(event, before, point);
    pointers.set(event.pointerId, point);
  }

  function drag(event: PointerEvent, before: Point, point: Point): void {
    const isTouch = event.pointerType === 'touch';
    const far = Math.max(Math.abs(point.x - from.x), Math.abs(point.y - from.y));
    if (mode === 'press' && far > SLOP)
      mode = isTouch || event.shiftKey ? 'pan' : event.altKey ? 'ruler' : 'range';
    if (mode === 'range') chart.selectRange(rangeOf(chart.timeAt(from.x), chart.timeAt(point.x)));
    if (mode === 'ruler') chart.measure(chart.timeAt(from.x), chart.timeAt(point.x));
    if (mode !== 'pan') return;
    chart.panPixels(before.x - point.x);
    if (point.y !== before.y) chart.scrollBy(before.y - point.y);
  }

  function pinch(id: number, point: Point): void {
    mode = 'pan';
    const before = pointers.get(id)!;
    const other = [...pointers].find(([each]) => each !== id)?.[1];
    if (other === undefined) return;
    const distance = (a: Point) => Math.max(Math.hypot(a.x - other.x, a.y - other.y), 1);
    chart.zoom(chart.timeAt((point.x + other.x) / 2), distance(point) / distance(before));
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (mode === 'press') chart.click(from.x, from.y);
  }

  function cancel(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    mode = 'pan';
  }

  function double(event: MouseEvent): void {
    const point = place(event);
    chart.open(point.x, point.y);
  }

  const stop = new AbortController();
  const on = { signal: stop.signal };
  element.addEventListener('wheel', wheel, { ...on, passive: false });
  element.addEventListener('pointerdown', down, on);
  element.addEventListener('pointermove', move, on);
  element.addEventListener('pointerup', up, on);
  element.addEventListener('pointercancel', cancel, on);
  element.addEventListener('pointerleave', () => chart.leave(), on);
  element.addEventListener('dblclick', double, on);
  return () => stop.abort();
}

function rangeOf(a: EpochMs, b: EpochMs): TimeWindow {
  return { from: Math.min(a, b), to: Math.max(a, b) };
}
