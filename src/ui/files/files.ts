import type { PageInput } from '../../worker/protocol.ts';
import samples, { loadSample } from 'virtual:samples';

/** What an `<input type="file">` holds; with folders the path from the chosen folder on. */
export function inputsOfList(files: FileList | null): PageInput[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}

/** What was dropped; folders are walked. Must be called in the event's own turn. */
export function inputsOfDrop(transfer: DataTransfer): Promise<PageInput[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(inputsOfList(transfer.files));
  return Promise.all(entries.map(walk)).then((found) => found.flat());
}

/** The files of a sample; null where none has this id. */
export async function inputsOfSample(id: string): Promise<PageInput[] | null> {
  if (!samples.some((each) => each.id === id)) return null;
  const files = await loadSample(id);
  return files.map(({ path, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return { path, blob: new Blob([bytes]) };
  });
}

/** What the browser does not hand out is listed with its reason rather than lost. */
function unread(path: string, error: unknown): PageInput {
  const cause = error instanceof Error || error instanceof DOMException ? error.message : String(error);
  return { path, blob: new Blob(), unread: cause };
}

async function walk(entry: FileSystemEntry): Promise<PageInput[]> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) return [{ path, blob: await fileOf(entry as FileSystemFileEntry) }];
  } catch (error) {
    return [unread(path, error)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inputs: PageInput[] = [];
  try {
    // readEntries gives at most 100 at a time in Chromium.
    for (let batch = await entriesOf(reader); batch.length > 0; batch = await entriesOf(reader)) {
      for (const child of batch) inputs.push(...(await walk(child)));
    }
  } catch (error) {
    inputs.push(unread(`${path}/`, error));
  }
  return inputs;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/** Lets the user choose files or a folder; nothing chosen gives nothing, or no answer at all. */
export function askForFiles(isFolder: boolean): Promise<PageInput[]> {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = !isFolder;
  field.webkitdirectory = isFolder;
  return new Promise((resolve) => {
    field.addEventListener('change', () => resolve(inputsOfList(field.files)));
    field.addEventListener('cancel', () => resolve([]));
    field.click();
  });
}
