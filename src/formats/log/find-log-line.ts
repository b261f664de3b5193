/** Finds the line of a log that a moment falls on. */
import type { EpochMs } from '../../base/time.ts';
import { addYears, yearsToward } from '../../base/year.ts';
import type { Job } from '../format.ts';
import { readLines } from '../lines.ts';
import { LogReader } from './log-reader.ts';

/**
 * The number of the line whose time is nearest to `at`, the first of equals; a line that tells no year is taken to be in the
 * year that is nearest. Null where no line tells a time. Reads all of it: lines of several containers may be mixed.
 */
export async function findLogLine(chunks: AsyncIterable<Uint8Array>, at: EpochMs): Promise<number | null> {
  let found: number | null = null;
  let distance = Infinity;
  const reader = new LogReader({ ...SILENT, asOf: at, now: at }, ({ time, place }) => {
    if (time === null) return;
    const moment = time.isYearGuessed ? addYears(time.at, yearsToward(time.at, at)) : time.at;
    const away = Math.abs(moment - at);
    if (away >= distance) return;
    distance = away;
    found = place;
  });
  for await (const { text, number } of readLines(chunks)) reader.push(text, number);
  reader.end();
  return found;
}

const SILENT: Omit<Job, 'asOf' | 'now'> = {
  signal: new AbortController().signal,
  record() {},
  skip() {},
  notice() {},
};
