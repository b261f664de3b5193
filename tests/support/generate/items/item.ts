import { createHash } from 'node:crypto';
import type { EpochMs } from '../../../../src/base/time.ts';

export type Level = 'Info' | 'Warning' | 'Error';
export type Keys = Readonly<Record<string, string>>;

/** What the monitor recorded, before an era's writer puts it into words. Times may have fractions of a second. */
export interface Item {
  readonly level: Level;
  readonly source: string;
  /** Whether the producer thinks that a chart may show it. */
  readonly display: boolean;
  /** The locator's type; empty for some. */
  readonly type: string;
  readonly keys: Keys | null;
  readonly reason: string;
  readonly cause: string;
  /** May hold `LOCATOR_SLOT`, where the era's text of the locator goes. */
  readonly text: string;
  /** Those beside reason and cause, which writers add. */
  readonly annotations: Keys | null;
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
  /** The node of an event's sender; only files before late 2023 say it. */
  readonly host?: string;
}

/** Stands in a text for the locator's own text, which differs by era. */
export const LOCATOR_SLOT = '\u0001locator\u0001';

/** What most items leave empty. */
export const BARE = {
  level: 'Info',
  display: false,
  type: '',
  reason: '',
  cause: '',
  text: '',
  annotations: null,
} as const;

/** The first ten hex digits of a message's SHA-256: repeats of an event share a row by it. */
export function messageHash(text: string): string {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
    if (hashes.size > 20_000) hashes.clear();
    hashes.set(text, hash);
  }
  return hash;
}
const hashes = new Map<string, string>();

/** `2023-03-13T10:57:25Z`: the second is cut, not rounded, as Go's layout does. */
export function secondsText(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Orders by start, then end, as files do; open times first. Writers break ties by their own text. */
export function compareTimes(a: Item, b: Item): number {
  return (a.from ?? -1) - (b.from ?? -1) || (a.to ?? -1) - (b.to ?? -1);
}
