import type { EpochMs } from '../base/time.ts';
import type { Lanes } from './lanes.ts';
import { PAINTS, rankOf, type Paint } from './paint.ts';
import { finishNow, SLICE_MASK, type Slices } from './slices.ts';

/** Bins over the whole run that sum up a group. */
export const SUMMARY_BINS = 1024;

/**
 * For each lane, buckets of 2, 4, 8 … neighbouring items, each with its worst item, and whether an instant is in it. Its
 * time is from the first item's start to the last one's end, as items of a lane ascend and never overlap. Buckets by
 * number instead of by clock time are exact at every zoom, and their memory is at most the items once more.
 */
export interface Pyramid {
  readonly lanes: Lanes;
  /** Worst item of each bucket; level 1 of the lane first, then level 2 … */
  readonly worst: Uint32Array;
  readonly hasInstant: Uint8Array;
  /** Where the buckets of a lane begin. */
  readonly first: Uint32Array;
  /** Per group SUMMARY_BINS: one more than the worst class in that part of the run; 0 where there is nothing. */
  readonly summaries: readonly Uint8Array[];
}

/** O(items + groups × bins × classes). */
export function buildPyramid(lanes: Lanes): Pyramid {
  return finishNow(pilePyramid(lanes));
}

/** The same, in slices. */
export function* pilePyramid(lanes: Lanes): Slices<Pyramid> {
  const laneCount = lanes.first.length - 1;
  const first = new Uint32Array(laneCount + 1);
  for (let lane = 0; lane < laneCount; lane++) {
    let buckets = 0;
    for (let size = lanes.first[lane + 1] - lanes.first[lane]; size > 1;) {
      size = (size + 1) >> 1;
      buckets += size;
    }
    first[lane + 1] = first[lane] + buckets;
  }
  const worst = new Uint32Array(first[laneCount]); // new memory has to be cleared
  yield;
  const hasInstant = new Uint8Array(first[laneCount]);
  yield;
  let done = 0;
  for (let lane = 0; lane < laneCount; lane++) {
    fillLane(lanes, lane, worst, hasInstant, first[lane]);
    done += lanes.first[lane + 1] - lanes.first[lane] + 8;
    if (done < SLICE_MASK) continue;
    done = 0;
    yield;
  }
  const summaries: Uint8Array[] = [];
  for (let group = 0; group < lanes.groups.length; group++) {
    summaries.push(yield* summarise(lanes, group));
    yield;
  }
  return { lanes, worst, hasInstant, first, summaries };
}

function fillLane(
  lanes: Lanes,
  lane: number,
  worst: Uint32Array,
  hasInstant: Uint8Array,
  offset: number,
): void {
  const { paint, isDim, start, end } = lanes;
  const firstItem = lanes.first[lane];
  let size = lanes.first[lane + 1] - firstItem;
  if (size < 2) return;
  let below = offset;
  let at = offset;
  for (let index = 0; index < size; index += 2) {
    const left = firstItem + index;
    const right = index + 1 < size ? left + 1 : left;
    worst[at] = rankOf(paint[right], isDim[right]) > rankOf(paint[left], isDim[left]) ? right : left;
    hasInstant[at] = start[left] === end[left] || start[right] === end[right] ? 1 : 0;
    at++;
  }
  for (size = (size + 1) >> 1; size > 1; size = (size + 1) >> 1) {
    const base = at;
    for (let index = 0; index < size; index += 2) {
      const left = below + index;
      const right = index + 1 < size ? left + 1 : left;
      const [one, other] = [worst[left], worst[right]];
      worst[at] = rankOf(paint[other], isDim[other]) > rankOf(paint[one], isDim[one]) ? other : one;
      hasInstant[at] = hasInstant[left] | hasInstant[right];
      at++;
    }
    below = base;
  }
}

/** Counts per class and bin by their differences, so that a long item costs two steps. */
function* summarise(lanes: Lanes, group: number): Slices<Uint8Array> {
  const { from, to } = lanes.range;
  const { firstLane, endLane } = lanes.groups[group];
  const scale = SUMMARY_BINS / (to - from);
  const changes = new Int32Array(PAINTS.length * (SUMMARY_BINS + 1));
  for (let item = lanes.first[firstLane]; item < lanes.first[endLane]; item++) {
    if ((item & SLICE_MASK) === 0) yield;
    if (lanes.isDim[item] === 1) continue;
    const base = lanes.paint[item] * (SUMMARY_BINS + 1);
    changes[base + binOf(lanes.start[item], from, scale)]++;
    changes[base + binOf(lanes.end[item], from, scale) + 1]--;
  }
  const bins = new Uint8Array(SUMMARY_BINS);
  for (let paint: Paint = 0; paint < PAINTS.length; paint++) {
    let count = 0;
    for (let bin = 0; bin < SUMMARY_BINS; bin++) {
      count += changes[paint * (SUMMARY_BINS + 1) + bin];
      if (count > 0) bins[bin] = paint + 1;
    }
  }
  return bins;
}

function binOf(at: EpochMs, from: EpochMs, scale: number): number {
  return Math.min(SUMMARY_BINS - 1, Math.max(0, Math.floor((at - from) * scale)));
}
