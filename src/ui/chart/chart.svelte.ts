import type { EpochMs } from '../../base/time.ts';
import { findingsOf } from '../../model/findings.ts';
import type { Run } from '../../model/run.ts';
import { chooseRelated, findArrows, layoutArrows } from '../../timeline/arrows.ts';
import { dataRange } from '../../timeline/data-range.ts';
import { itemInNextLane, itemInSight } from '../../timeline/enter-lane.ts';
import { hitTest, slotAt } from '../../timeline/hit-test.ts';
import { findItem, keyOfItem } from '../../timeline/item-key.ts';
import { laneOfItem, type Item, type Lane, type Lanes } from '../../timeline/lanes.ts';
import type { CssPx, Size } from '../../timeline/measure.ts';
import { layoutAxis, timeOfX } from '../../timeline/scales.ts';
import { continuedSlot, layoutScene } from '../../timeline/scene.ts';
import { layoutStack, maxScroll, scrollToSlot } from '../../timeline/stack.ts';
import {
  fit,
  pan,
  select,
  selectRange,
  setGroup,
  showAll,
  showLane,
  showRange,
  windowOf,
  zoomAt,
  type TimeWindow,
} from '../../view/steps.ts';
import { boxOfItem, boxOfRange, boxOfRuler, type Ruler } from './boxes.ts';
import { FilteredDensity } from './filtered-density.svelte.ts';
import type { Gestured } from './gestures.ts';
import { describeItem, rememberTexts } from '../details/item-words.ts';
import { sayCounts } from './lane-words.ts';
import { LaneLayout } from './lane-layout.svelte.ts';
import { momentToMark, type Pointed } from './mark-moment.ts';
import { Search } from '../filter/search.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { spanText } from '../parts/times.ts';
import { describeCount, type TipWords } from './tip-words.ts';

/** Pinned groups take at most this share of the chart's height. */
const PINNED_SHARE = 0.45;

export interface Hover {
  readonly x: CssPx;
  readonly y: CssPx;
  /** Null: a number. */
  readonly item: Item | null;
  /** The lane of a number; -1 for an item. */
  readonly counter: Lane;
}

/** The timeline of one session: all of it is derived from the run, the view, and the size of its box. */
export class Chart implements Gestured {
  size = $state.raw<Size>({ width: 0, height: 0 });
  ratio = $state(1);
  #hovered = $state.raw<(Hover & { readonly lanes: Lanes }) | null>(null);
  /** What the pointer is over; an item of lanes that are no more is nothing. */
  readonly hover: Hover | null = $derived.by(() =>
    this.#hovered?.lanes === this.lanes ? this.#hovered : null,
  );
  /** The stretch that was dragged over. */
  readonly range: TimeWindow | null = $derived.by(() => this.#session.view.range);
  /** What is measured; until it has an end, that follows the pointer. */
  ruler = $state.raw<Ruler | null>(null);
  #pointer: CssPx | null = null;
  #scroll = $state(0);
  /** The query of the filter field and what it finds. */
  readonly search: Search;
  readonly layout = new LaneLayout();
  readonly #density: FilteredDensity;
  readonly #session: Session;
  readonly #run: () => Run;

  constructor(session: Session, run: () => Run) {
    this.#session = session;
    this.#run = run;
    this.search = new Search(session, () => this.layout.assigned.assignment);
    this.#density = new FilteredDensity(session, () => this.layout.assigned.run);
    this.layout.follow(run, () => this.filter);
  }

  // Rows, report and lanes always fit together, while a newer run is still being laid out.
  readonly table = $derived.by(() => this.layout.laid.run.table);
  readonly report = $derived.by(() => this.layout.laid.run.report);
  readonly pyramid = $derived.by(() => this.layout.laid.pyramid);
  readonly lanes = $derived.by(() => this.pyramid.lanes);
  readonly #hiddenClasses = $derived.by(() => this.#session.view.hiddenClasses);
  readonly #hiddenLevels = $derived.by(() => this.#session.view.hiddenLevels);
  readonly #showUndisplayed = $derived.by(() => this.#session.view.showUndisplayed);
  readonly #focus = $derived.by(() => this.#session.view.focus);
  readonly filter = $derived.by(() => ({
    mask: this.search.mask,
    isHighlight: this.search.isHighlight,
    hiddenLevels: this.#hiddenLevels,
    hiddenClasses: this.#hiddenClasses,
    showUndisplayed: this.#showUndisplayed,
    focus: this.#focus,
    counted: this.#density.lanes,
  }));
  readonly #choice = $derived.by(() => this.#session.view.lanes);
  readonly #groups = $derived.by(() => this.#session.view.groups);
  readonly stack = $derived.by(() =>
    layoutStack(this.lanes, this.#groups, this.size.height * PINNED_SHARE, this.#choice),
  );
  readonly limits = $derived.by(() =>
    this.layout.isLaid ? this.lanes.range : dataRange(this.#run().table, this.#run().report),
  );
  readonly window = $derived.by(() => windowOf(this.#session.view, this.limits));
  readonly axis = $derived.by(() => layoutAxis(this.window, this.size.width, this.#session.view.zone));
  readonly scroll = $derived.by(() => Math.min(this.#scroll, maxScroll(this.stack, this.size.height)));
  readonly scene = $derived.by(() =>
    layoutScene({
      pyramid: this.pyramid,
      stack: this.stack,
      window: this.window,
      size: this.size,
      scroll: this.scroll,
      pixel: 1 / this.ratio,
    }),
  );
  /** All lanes that are not shut or hidden, as a chart of `most` height would show them. */
  sceneOfAll(most: CssPx): Pick<Chart, 'scene' | 'arrows'> {
    const { pyramid, stack, window, lanes } = this;
    const size = { width: this.size.width, height: Math.min(stack.height, most) };
    const scene = layoutScene({ pyramid, stack, window, size, scroll: 0, pixel: 1 / this.ratio });
    return { scene, arrows: layoutArrows({ lanes, stack, window, size, scroll: 0 }, this.#related) };
  }

  readonly continued = $derived.by(() => continuedSlot(this.scene, this.lanes));
  readonly #selectedKey = $derived.by(() => this.#session.view.selected);
  readonly selected = $derived.by(() =>
    this.#selectedKey === null ? null : findItem(this.lanes, this.table, this.#selectedKey),
  );

  readonly #finding = $derived.by(() => this.#session.view.finding);
  readonly #related = $derived.by(() => {
    const finding =
      this.#finding === null ? null : findingsOf(this.report).find(({ id }) => id === this.#finding);
    return findArrows(this.lanes, this.report, chooseRelated(this.lanes, this.selected, finding ?? null));
  });
  readonly arrows = $derived.by(() => layoutArrows(this, this.#related));
  /** Words on bars, each worked out once. */
  readonly textOf = $derived.by(() => rememberTexts(this.lanes, this.table));
  readonly marks = $derived.by(() => this.#session.view.marks);

  readonly selectedLane = $derived.by(() =>
    this.selected === null ? -1 : laneOfItem(this.lanes, this.selected),
  );
  /** The slot that the selection stands in, which may be that of its folded lane. */
  readonly selectedSlot = $derived.by(() =>
    this.selectedLane < 0 ? -1 : this.stack.slotOfLane[this.selectedLane],
  );
  readonly selectedTimes = $derived.by(() => (this.selected === null ? null : this.#timesOf(this.selected)));
  readonly selectedBox = $derived.by(() => (this.selected === null ? null : boxOfItem(this, this.selected)));
  readonly hoverBox = $derived.by(() => {
    const item = this.hover?.item ?? null;
    return item === null ? null : boxOfItem(this, item);
  });
  /** What stands beside the pointer; null for nothing. */
  readonly tip = $derived.by(() => (this.hover === null ? null : this.#describe(this.hover)));
  readonly rulerBox = $derived.by(() => (this.ruler === null ? null : boxOfRuler(this, this.ruler)));
  readonly rangeBox = $derived.by(() => (this.range === null ? null : boxOfRange(this, this.range)));

  /** Whether the query keeps requests of audit logs. */
  get hasRequests(): boolean {
    return (this.#density.lanes?.length ?? 0) > 0;
  }

  setRatio(ratio: number | undefined): void {
    this.ratio = ratio ?? 1;
  }

  timeAt(x: CssPx): EpochMs {
    return timeOfX(this.window, this.size.width, x);
  }

  itemAt(x: CssPx, y: CssPx): Item | null {
    return hitTest(this.scene, x, y);
  }

  point(x: CssPx, y: CssPx): void {
    this.#pointer = x;
    if (this.ruler?.isOpen === true) this.ruler = { ...this.ruler, to: this.timeAt(x) };
    const lane = slotAt(this.scene, y)?.lane ?? -1;
    const counter = this.lanes.counters.has(lane) ? lane : -1;
    const item = this.itemAt(x, y);
    this.#hovered = item === null && counter < 0 ? null : { x, y, item, counter, lanes: this.lanes };
  }

  #describe({ x, item, counter }: Hover): TipWords | null {
    const { lanes, table, report } = this;
    if (item !== null)
      return { ...describeItem(lanes, table, report, item, this.#session.view.zone), parts: [] };
    const pixel = { from: this.timeAt(Math.floor(x)), to: this.timeAt(Math.floor(x) + 1) };
    const counted = lanes.counters.get(counter);
    return counted === undefined ? null : describeCount(lanes, counter, counted, pixel);
  }

  #timesOf(item: Item): TimeWindow {
    const from = this.lanes.start[item];
    return { from, to: Math.max(this.lanes.end[item], from + 1) };
  }

  /** Says the numbers of all counters at the pointer, else at the selection or the middle. */
  tellNumbers(): void {
    const at = momentToMark(this.pointed);
    const { lane: laneOfSlot, slotOfLane } = this.stack;
    const isShown = (lane: Lane) => laneOfSlot[slotOfLane[lane]] === lane;
    this.#session.announcement = sayCounts(this.lanes, isShown, at, this.#session.view.zone);
  }

  leave(): void {
    this.#pointer = null;
    this.#hovered = null;
  }

  click(x: CssPx, y: CssPx): void {
    this.select(this.itemAt(x, y));
  }

  open(x: CssPx, y: CssPx): void {
    this.zoomToItem(this.itemAt(x, y));
  }

  selectRange(range: TimeWindow | null): void {
    this.#hovered = null;
    this.#session.change(selectRange(this.#session.view, range), false);
  }

  measure(from: EpochMs, to: EpochMs): void {
    this.#hovered = null;
    this.ruler = { from, to, isOpen: false };
  }

  /** Begins to measure at the pointer, else at the selection or the middle; ends it; takes it away. */
  measureHere(): void {
    const at =
      this.#pointer === null ? momentToMark({ ...this.pointed, hover: null }) : this.timeAt(this.#pointer);
    if (this.ruler === null) this.ruler = { from: at, to: at, isOpen: true };
    else if (this.ruler.isOpen) this.ruler = { from: this.ruler.from, to: at, isOpen: false };
    else this.ruler = null;
    if (this.ruler !== null) {
      const length = spanText(Math.min(this.ruler.from, at), Math.max(this.ruler.from, at));
      this.#session.announcement = this.ruler.isOpen ? 'Measuring from here.' : length;
    }
  }

  /** What tells which moment is meant. */
  get pointed(): Pointed {
    const { selected, lanes, window } = this;
    const hover = this.#pointer === null ? null : { x: this.#pointer };
    return { hover, selected, lanes, window, timeAt: (x) => this.timeAt(x) };
  }

  /** Zooms to the stretch that was dragged over, else to the selected item. */
  zoomToSelection(): void {
    if (this.range !== null) this.showTimes(this.range);
    else this.zoomToItem(this.selected);
  }

  scrollBy(by: CssPx): void {
    this.#hovered = null;
    this.#scroll = Math.min(Math.max(0, this.scroll + by), maxScroll(this.stack, this.size.height));
  }

  zoom(at: EpochMs, factor: number): void {
    this.#hovered = null;
    this.#session.change(zoomAt(this.#session.view, at, factor, this.limits), false);
  }

  /** Zooms at the selected item where it is in sight, else at the middle. */
  zoomHere(factor: number): void {
    const { from, to } = this.window;
    const at = this.selected === null ? NaN : this.lanes.start[this.selected];
    this.zoom(at >= from && at <= to ? at : (from + to) / 2, factor);
  }

  /** By a share of what is in sight. */
  panShare(share: number): void {
    this.#hovered = null;
    const { from, to } = this.window;
    this.#session.change(pan(this.#session.view, (to - from) * share, this.limits), false);
  }

  panPixels(by: CssPx): void {
    if (this.size.width > 0) this.panShare(by / this.size.width);
  }

  showAll(): void {
    this.#session.change(showAll(this.#session.view), true);
  }

  showTimes({ from, to }: TimeWindow): void {
    const view = selectRange(this.#session.view, null);
    this.#session.change(showRange(view, from, to, this.limits), true);
  }

  glideTo({ from, to }: TimeWindow): void {
    this.#session.change(showRange(this.#session.view, from, to, this.limits), false);
  }

  select(item: Item | null): void {
    const key = item === null ? null : keyOfItem(this.lanes, this.table, item);
    this.#pointer = null; // what is selected is meant from now on, until the pointer moves
    this.#session.change(select(this.#session.view, key), true);
    if (item !== null) this.reveal(item);
  }

  /** Opens the item's group and scrolls its lane into sight. */
  reveal(item: Item): void {
    const lane = laneOfItem(this.lanes, item);
    const group = this.lanes.groups[this.lanes.group[lane]];
    this.#session.change(showLane(this.#session.view, this.lanes.keys[lane]), false);
    if (this.stack.slotOfLane[lane] < 0 || this.stack.lane[this.stack.slotOfLane[lane]] < 0) {
      this.#session.change(setGroup(this.#session.view, group.id, 'open', group.usual), false);
    }
    this.scrollToLane(lane);
  }

  /** Scrolls a lane into sight where it is shown at all. */
  scrollToLane(lane: Lane): void {
    const slot = this.stack.slotOfLane[lane] ?? -1;
    if (slot >= 0) this.#scroll = scrollToSlot(this.stack, slot, this.scroll, this.size.height);
  }

  zoomToItem(item: Item | null): void {
    if (item === null) return;
    this.select(item);
    const times = { from: this.lanes.start[item], to: this.lanes.end[item] };
    this.#session.change(fit(this.#session.view, times, this.limits), true);
  }

  /** The next (1) or previous (-1) item in the lane of the selected one. */
  stepInLane(by: 1 | -1): void {
    if (this.selected === null) return this.#enter(by);
    const lane = laneOfItem(this.lanes, this.selected);
    const next = this.selected + by;
    if (next < this.lanes.first[lane] || next >= this.lanes.first[lane + 1]) return;
    this.goTo(next);
  }

  /** To the lane below (1) or above (-1) that of the selected item; false where there is none. */
  stepLane(by: 1 | -1): boolean {
    if (this.selected === null || this.selectedSlot < 0) return false;
    const at = this.lanes.start[this.selected];
    const next = itemInNextLane(this.stack, this.lanes, this.selectedSlot, by, at);
    if (next !== null) this.goTo(next);
    return next !== null;
  }

  #enter(by: 1 | -1): void {
    const item = itemInSight(this.scene, this.lanes, this.window, by === 1 ? 'first' : 'last');
    if (item === null) this.#session.say('No interval is in sight.');
    else this.select(item);
  }

  /** Selects an item, and brings it into the window. */
  goTo(item: Item): void {
    this.select(item);
    const { from, to } = this.window;
    const [start, end] = [this.lanes.start[item], this.lanes.end[item]];
    if (end < from || start > to)
      this.glideTo({ from: start - (to - from) / 2, to: start + (to - from) / 2 });
  }
}
