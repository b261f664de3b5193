import { parseTime } from '../base/time.ts';
import type { Limits } from '../model/limits.ts';
import type { Settings } from '../model/report.ts';
import type { Run, RunPart } from '../model/run.ts';
import type { ByteSource } from './byte-source.ts';
import { assembleRun } from './assemble.ts';
import { readInput } from './read-input.ts';

export interface LoadOptions {
  readonly version: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** The time of reading, for inputs without a year. */
  readonly now: number; // EpochMs
  readonly limits?: Partial<Limits>;
  /** Called when a file is done, in the order of reading. */
  onPart?(part: RunPart): void;
}

/** Reads all sources as one run, one after the other. Rejects only when cancelled; failures are in the report. */
export async function load(sources: readonly ByteSource[], options: LoadOptions): Promise<Run> {
  const { limits = {}, now, settings, signal, version } = options;
  const asOf = settings.asOf === null ? null : (parseTime(settings.asOf)?.at ?? null);
  const parts: RunPart[] = [];
  for (const source of sources) {
    for await (const part of readInput(source, { signal, asOf, now, limits, onBytes() {} })) {
      parts.push(part);
      options.onPart?.(part);
    }
  }
  return assembleRun(parts, version, settings, true);
}
