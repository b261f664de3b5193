import { expect, it } from 'vitest';
import { inputsOfDrop } from '../../../../src/ui/files/files.ts';

interface Entry {
  readonly isFile: boolean;
  readonly fullPath: string;
}

const file = (fullPath: string): Entry =>
  ({
    isFile: true,
    fullPath,
    file: (resolve: (given: Blob) => void) => resolve(new Blob(['[]'])),
  }) as Entry;
const lockedFile = (fullPath: string): Entry =>
  ({
    isFile: true,
    fullPath,
    file: (_: unknown, reject: (why: Error) => void) => reject(new Error('permission denied')),
  }) as Entry;
/** Gives its children one by one, and breaks off after them where it is locked. */
const folder = (fullPath: string, children: readonly Entry[], isLocked = false): Entry =>
  ({
    isFile: false,
    fullPath,
    createReader() {
      const left = [...children];
      return {
        readEntries(resolve: (given: Entry[]) => void, reject: (why: Error) => void) {
          if (left.length === 0 && isLocked) reject(new Error('it cannot be listed'));
          else resolve(left.splice(0, 1));
        },
      };
    },
  }) as Entry;

function drop(...entries: readonly Entry[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files: [] } as unknown as DataTransfer;
}

it('walks through folders', async () => {
  const inputs = await inputsOfDrop(
    drop(folder('/run', [file('/run/a'), folder('/run/b', [file('/run/b/c')])])),
  );
  expect(inputs.map(({ path }) => path)).toEqual(['run/a', 'run/b/c']);
  expect(await inputs[0].blob.text()).toBe('[]');
});

it('names what cannot be read, with its reason, and keeps the rest', async () => {
  const run = folder('/run', [
    lockedFile('/run/a'),
    folder('/run/b', [file('/run/b/c')], true),
    file('/run/d'),
  ]);
  const inputs = await inputsOfDrop(drop(run));
  expect(inputs.map(({ path, unread }) => [path, unread])).toEqual([
    ['run/a', 'permission denied'],
    ['run/b/c', undefined],
    ['run/b/', 'it cannot be listed'],
    ['run/d', undefined],
  ]);
});
