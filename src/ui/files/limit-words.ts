import type { Limits } from '../../model/limits.ts';

/** How a limit is asked for: `Unpack up to [128] GiB`. */
export interface LimitWords {
  readonly before: string;
  readonly after: string;
  /** How much one step of the field is. */
  readonly unit: number;
}

export const LIMIT_WORDS: Readonly<Record<keyof Limits, LimitWords>> = {
  maxUnpacked: { before: 'Unpack up to', after: 'GiB', unit: 2 ** 30 },
  maxRatio: { before: 'Unpack up to', after: 'times its size', unit: 1 },
  maxDepth: { before: 'Unpack', after: 'archives inside of each other', unit: 1 },
  maxMembers: { before: 'Unpack up to', after: 'members', unit: 1 },
};

/** The limits with one of them at this many of its units; null where that is no more than now. */
export function raisedLimits(limits: Limits, limit: keyof Limits, amount: number | null): Limits | null {
  const value = Math.round((amount ?? NaN) * LIMIT_WORDS[limit].unit);
  return Number.isSafeInteger(value) && value > limits[limit] ? { ...limits, [limit]: value } : null;
}
