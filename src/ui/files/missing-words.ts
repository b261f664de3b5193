import { plural } from '../../base/text.ts';
import type { NamedFile } from '../../view/data-name.ts';
import type { DataName } from '../../view/view-state.ts';
import { bytesText } from '../parts/times.ts';

/** `This link shows 2 files that are on somebody’s computer`. */
export function wantedText({ files }: DataName): string {
  return files === 1
    ? 'This link needs a file to go with it'
    : `This link needs ${plural(files, 'file')} to go with it`;
}

/** What differs, as far as it can be told without looking into the files. */
export function wrongText(wanted: DataName, found: readonly NamedFile[]): string {
  if (wanted.digest === '') return 'None of them has the name that the link asks for.';
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  if (found.length !== wanted.files) {
    return `The link was made from ${plural(wanted.files, 'file')}; here ${found.length === 1 ? 'is' : 'are'} ${found.length}.`;
  }
  if (bytes !== wanted.bytes) return `The link’s have ${bytesText(wanted.bytes)}, these ${bytesText(bytes)}.`;
  return 'They are as long, but their content differs.';
}

/** The first few names. */
export function namesText(paths: readonly string[]): string {
  const names = paths.slice(0, 4).map((path) => path.slice(path.lastIndexOf('/') + 1));
  const more = paths.length - names.length;
  return `${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
