import { load } from '../load/load.ts';
import { readArguments, USAGE } from './arguments.ts';
import { findSources } from './files.ts';
import { printable } from '../base/text.ts';
import { uselessShifts } from '../model/clock-shift.ts';
import { listInputs } from '../model/list-inputs.ts';
import { reportMarkdown } from '../model/report-markdown.ts';
import { printSummary } from './print.ts';
import { jsonPieces } from './print-json.ts';

/** What a command line does to the outside. */
export interface Outside {
  /** Resolves when more may be written. */
  readonly out: (text: string) => Promise<void> | void;
  readonly err: (text: string) => void;
}

/** Runs a command line; resolves to its exit status: 0 analysed, 1 nothing usable, 2 wrong arguments. */
export async function run(
  words: readonly string[],
  version: string,
  { out, err }: Outside,
): Promise<0 | 1 | 2> {
  const command = readArguments(words);
  if (!command.ok) {
    err(`lapse: ${printable(command.failure)}\n\n${USAGE}`);
    return 2;
  }
  if (command.value.kind === 'help') {
    await out(USAGE);
    return 0;
  }
  if (command.value.kind === 'version') {
    await out(`lapse ${version}\n`);
    return 0;
  }
  const { form, limits, settings, paths } = command.value;
  const sources = await findSources(paths);
  const { report } = await load(sources, {
    version,
    settings,
    limits,
    signal: new AbortController().signal,
    now: Date.now(),
  });
  const useless = uselessShifts(
    settings.shifts,
    report.inputs.map(({ path }) => path),
  );
  if (useless.length > 0) {
    for (const { path } of useless) err(`lapse: --shift ${printable(path)} matches no input\n`);
    return 2;
  }
  const isUsable = report.inputs.some((input) => input.format !== null);
  for (const { path, text, state } of listInputs(report.inputs, paths))
    if (state === 'failed' || (state === 'unused' && !isUsable))
      err(`lapse: ${printable(path)}: ${printable(text)}\n`);
  if (form === 'json') for (const piece of jsonPieces(report)) await out(piece);
  else await out(form === 'markdown' ? reportMarkdown(report, paths) : printSummary(report, paths));
  return isUsable ? 0 : 1;
}
