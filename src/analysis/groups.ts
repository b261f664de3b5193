/** What people count: outages of single backends that belong together. */
import { MINUTE, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import type { Outage } from './outages.ts';

/** An outage that begins up to this after the end of the others belongs to them. */
const GAP: DurationMs = 1 * SECOND;
/** A group that is this long takes no more. */
const MAX_GROUP: DurationMs = 10 * MINUTE;

/**
 * The group number of each outage that is counted, null for the others, in the order given (by start). Groups are
 * numbered from 0 by time.
 */
export function groupOutages(
  outages: readonly Outage[],
  isCounted: (outage: Outage, index: number) => boolean,
): (number | null)[] {
  let group = -1;
  let from: EpochMs = -Infinity;
  let end: EpochMs = -Infinity;
  return outages.map((outage, index) => {
    if (!isCounted(outage, index)) return null;
    if (group < 0 || outage.from >= end + GAP || end - from >= MAX_GROUP) {
      group++;
      from = outage.from;
      end = outage.from;
    }
    // An outage without an end keeps the group open no longer than any other may be.
    end = Math.max(end, outage.to ?? from + MAX_GROUP);
    return group;
  });
}
