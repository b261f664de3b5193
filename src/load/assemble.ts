import { analyse } from '../analysis/index.ts';
import type { Settings } from '../model/report.ts';
import { measureDensity } from '../model/request-density.ts';
import type { RequestShard } from '../model/request-table.ts';
import type { Run, RunPart } from '../model/run.ts';
import { mergeParts } from './merge-parts.ts';
import { PartSink } from './part-sink.ts';

/** A run with its requests at hand: what the store keeps, and what does not go to the page. */
export interface AssembledRun extends Run {
  readonly requests: readonly RequestShard[];
}

/** The run that parts make: merged rows and the report. `isComplete` false: more parts will follow. */
export function assembleRun(
  parts: readonly RunPart[],
  version: string,
  settings: Settings,
  isComplete: boolean,
): AssembledRun {
  const data = mergeParts(parts, isComplete, settings.shifts);
  return {
    table: data.table,
    density: measureDensity(data.requests),
    requests: data.requests,
    report: analyse(data, { version, settings, isComplete }),
  };
}

/** The part of an input that nobody could read. */
export function unreadPart(path: string, cause: string): RunPart {
  return new PartSink(path).finish(null, { code: 'unreadable', cause });
}
