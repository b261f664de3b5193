import { JsonItemSplitter } from './json-items.ts';
import type { IntervalFile } from './interval-file.ts';
import type { Job } from './format.ts';

const decoder = new TextDecoder();

/** A record that is no JSON comes back as undefined, which no item is. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** `{"items": null}`, which is a list of nothing. */
export function isEmptyContainer(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'items' in item && item.items === null;
}

/** Splits JSON into interval items and hands them to the file, one by one. */
export function intervalSplitter(file: IntervalFile, job: Job, isSingle = false): JsonItemSplitter {
  return new JsonItemSplitter(
    {
      onItem(bytes, index) {
        const item = parseJson(bytes);
        if (!isEmptyContainer(item)) file.item(item, index);
      },
      onSkip(reason, _index, offset) {
        job.skip();
        job.notice(reason === 'too-large' ? 'line-cut' : 'other-lines', { byte: offset });
      },
    },
    { isSingle },
  );
}
