import { parseArgs } from 'node:util';
import { parseTime } from '../base/time.ts';
import { fail, success, type Result } from '../base/result.ts';
import { LIMIT_OPTIONS, type Limits } from '../model/limits.ts';
import { parseShift } from '../model/clock-shift.ts';
import { TOPOLOGIES, type ClockShift, type Settings } from '../model/report.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'analyze';
      readonly form: 'summary' | 'json' | 'markdown';
      readonly settings: Settings;
      /** What the user raised or lowered. */
      readonly limits: Partial<Limits>;
      readonly paths: readonly string[];
    };

export const USAGE = `usage: lapse analyze [--json | --markdown] [--platform NAME] [--topology ha|single|external]
                     [--as-of TIME] [--shift PATH=TIME] [--max-unpacked SIZE] [--max-ratio N]
                     [--max-depth N] [--max-members N] PATH…

Reads the artifacts of one CI run (files and folders) and says which API disruption had no
ShutdownInitiated behind it.

  --json            the whole report as JSON
  --markdown        the report as Markdown, in the form used in bug reports
  --platform NAME   aws, gcp, azure, …: where the data do not tell it
  --topology NAME   ha, single or external: where the data do not tell it
  --as-of TIME      a time of the run (RFC 3339), for inputs without a year
  --shift PATH=TIME a clock that was wrong: what to add to the times of an input, as +2.5s or -1m;
                    of an archive or folder it is for all files in it; may be given several times
  --max-unpacked SIZE, --max-ratio N, --max-depth N, --max-members N
                    what each archive may become when unpacked: bytes in all (64G), bytes for each
                    packed byte (400), archives inside of each other (8), members (200000)
  --help, --version

Exit status: 0 analysed, 1 nothing usable in any input, 2 wrong arguments.
`;

/** What the words of a command line ask for; the failure is a sentence. */
export function readArguments(words: readonly string[]): Result<Command, string> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        platform: { type: 'string' },
        topology: { type: 'string' },
        'as-of': { type: 'string' },
        shift: { type: 'string', multiple: true },
        'max-unpacked': { type: 'string' },
        'max-ratio': { type: 'string' },
        'max-depth': { type: 'string' },
        'max-members': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return success({ kind: 'help' });
  if (values.version === true) return success({ kind: 'version' });
  const [command, ...paths] = positionals;
  if (command === undefined) return fail('no command given');
  if (command === 'help') return success({ kind: 'help' });
  if (command !== 'analyze') return fail(`unknown command ${command}`);
  if (paths.length === 0) return fail('no path given');
  if (values.json === true && values.markdown === true)
    return fail('--json and --markdown exclude each other');
  const topology = values.topology === undefined ? null : TOPOLOGIES.find((one) => one === values.topology);
  if (topology === undefined) return fail(`--topology wants one of ${TOPOLOGIES.join(', ')}`);
  const asOf = values['as-of'] ?? null;
  if (asOf !== null && parseTime(asOf) === null)
    return fail('--as-of wants an RFC 3339 time, such as 2023-03-13T11:00:00Z');
  const platform = values.platform?.toLowerCase() ?? null;
  if (platform === '') return fail('--platform wants a name');
  const shifts = readShifts(values.shift ?? []);
  if (!shifts.ok) return shifts;
  const limits = readLimits(values);
  if (!limits.ok) return limits;
  const form = values.json === true ? 'json' : values.markdown === true ? 'markdown' : 'summary';
  return success({
    kind: 'analyze',
    form,
    settings: { platform, topology, asOf, shifts: shifts.value },
    limits: limits.value,
    paths,
  });
}

/** `m0-termination.log=+2.5s`: the last sign of equality counts, since paths may have some. */
function readShifts(texts: readonly string[]): Result<ClockShift[], string> {
  const shifts: ClockShift[] = [];
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    const seconds = at <= 0 ? null : parseShift(text.slice(at + 1));
    if (seconds === null)
      return fail('--shift wants a path and a time, such as logs/m0-termination.log=+2.5s');
    shifts.push({ path: text.slice(0, at), seconds });
  }
  return success(shifts);
}

/** The limits among the options. Each takes a whole number, with k, M, G or T for its powers of 1024. */
function readLimits(values: Readonly<Record<string, unknown>>): Result<Partial<Limits>, string> {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const [limit, option] of Object.entries(LIMIT_OPTIONS) as [keyof Limits, string][]) {
    const text = values[option];
    if (typeof text !== 'string') continue;
    const [, digits, unit = ''] = /^(\d{1,12})(?:([kmgt])(?:i?b)?)?$/i.exec(text) ?? [];
    if (digits === undefined || Number(digits) === 0)
      return fail(`--${option} wants a number, such as ${option === 'max-unpacked' ? '20G' : '1000'}`);
    limits[limit] = Number(digits) * 1024 ** ['', 'k', 'm', 'g', 't'].indexOf(unit.toLowerCase());
  }
  return success(limits);
}
