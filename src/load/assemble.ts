import { analyse } from '../analysis/index.ts';
import type { Settings } from '../model/report.ts';
import type { Run, RunPart } from '../model/run.ts';
import { mergeParts } from './merge-parts.ts';
import { PartSink } from './part-sink.ts';

/** The run that parts make: merged rows and the report. `isComplete` false: more parts will follow. */
export function assembleRun(
  parts: readonly RunPart[],
  version: string,
  settings: Settings,
  isComplete: boolean,
): Run {
  const data = mergeParts(parts);
  return { table: data.table, report: analyse(data, { version, settings, isComplete }) };
}

/** The part of an input that nobody could read. */
export function unreadPart(path: string, cause: string): RunPart {
  return new PartSink(path).finish(null, { code: 'unreadable', cause });
}
