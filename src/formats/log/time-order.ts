import type { EpochMs } from '../../base/time.ts';

/**
 * Oldest first, in place. Those of one time stay as they came, or where the newest came first, the other way round.
 */
export function sortByTime<T extends { readonly at: EpochMs }>(entries: T[]): T[] {
  const isDescending = entries.length > 1 && entries[0].at > entries[entries.length - 1].at;
  if (isDescending) entries.reverse();
  return entries.sort((a, b) => a.at - b.at);
}
