import { MAX_FILE_NAMES } from './view-fields.ts';
import type { DataName } from './view-state.ts';

/** A file that a view can belong to. */
export interface NamedFile {
  readonly path: string;
  readonly size: number;
}

/** Files that an operating system puts into folders by itself, and empty ones, do not tell one run from another. */
export function isNamed({ path, size }: NamedFile): boolean {
  return size > 0 && !baseName(path).startsWith('.');
}

/** What a link says of local files; `digest` is that of the set. */
export function dataNameOf(files: readonly NamedFile[], digest: string): DataName {
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    digest,
    names: files
      .map(({ path }) => baseName(path))
      .sort()
      .slice(0, MAX_FILE_NAMES),
  };
}

/** Whether these are the right ones, as far as can be told without reading them: by number and bytes, or by name. */
export function mayBe(wanted: DataName, files: readonly NamedFile[]): boolean {
  const found = dataNameOf(files, '');
  if (wanted.digest === '')
    return wanted.names.every((name) => files.some(({ path }) => baseName(path) === name));
  return found.files === wanted.files && found.bytes === wanted.bytes;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
