import { formatCount, plural } from '../base/text.ts';
import type { Progress } from '../worker/protocol.ts';

interface ProgressWords {
  readonly doing: string;
  /** The file that is read, or how many there are. */
  readonly name: string;
  /** `file 3 of 10`; '' where that says nothing. */
  readonly files: string;
}

/** When the last file is read, what was read of all is still put together. */
export function progressWords({ current, filesDone, filesTotal }: Progress): ProgressWords {
  const all = plural(filesTotal, 'file');
  if (filesDone >= filesTotal) return { doing: 'Putting together', name: all, files: '' };
  const files = `file ${formatCount(filesDone + 1)} of ${formatCount(filesTotal)}`;
  return { doing: 'Reading', name: current[0] ?? all, files: filesTotal > 1 ? files : '' };
}
