/** What to do where no source shows whether there was a signal. */
import { LIMIT_OPTIONS } from '../model/limits.ts';
import type { InputReport } from '../model/report.ts';
import type { Ground } from './ground.ts';

/** Formats that would have shown a signal, had they been read to their end. */
const SHOW_SIGNALS: readonly string[] = ['intervals', 'intervals-html', 'monitor-text', 'kube-events'];

/** That a source is there but was not read whole, and what to do about it; null where nothing of the kind is. */
export function toldOfUnread({ run }: Ground): string | null {
  const failed = run.inputs.filter(({ failure }) => failure !== null);
  const limited = failed.filter(({ failure }) => failure!.limit !== undefined);
  const shows = ({ format }: InputReport) => format !== null && SHOW_SIGNALS.includes(format);
  // Of an archive that a limit cut, what was not reached may hold the events.
  const [input] = [...limited.filter(shows), ...failed.filter(shows), ...limited];
  if (input === undefined) return null;
  const limit = input.failure!.limit;
  return limit === undefined
    ? `${nameOf(input)} was not read to its end, and proves no absence. Add the whole file`
    : `${nameOf(input)} was cut short by a limit, and proves no absence. Raise the limit (--${LIMIT_OPTIONS[limit]})`;
}

/** The end of a reason: what to raise or add. `usual`: where no source is there at all. */
export function adviseEvents(ground: Ground, usual = 'Add an e2e-events file'): string {
  return toldOfUnread(ground) ?? usual;
}

function nameOf({ path }: InputReport): string {
  return path.split(/\/| > /).at(-1) ?? path;
}
