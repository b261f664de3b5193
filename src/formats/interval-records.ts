import { JsonItemSplitter } from './json-items.ts';
import type { IntervalFile } from './interval-file.ts';
import type { Job } from './format.ts';
import { ItemParser, parseJson } from './item-parser.ts';

export { parseJson };

/** `{"items": null}`, which is a list of nothing. */
export function isEmptyContainer(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'items' in item && item.items === null;
}

/** Splits JSON into interval items and hands them to the file, one by one. */
export function intervalSplitter(file: IntervalFile, job: Job, isSingle = false): JsonItemSplitter {
  const parser = new ItemParser();
  return new JsonItemSplitter(
    {
      readItem(buffer, from, to, index) {
        const item = parser.parse(buffer, from, to);
        if (item === undefined) return null;
        file.item(item, index);
        return parser.end;
      },
      onItem(bytes, index) {
        const item = parseJson(bytes);
        if (!isEmptyContainer(item)) file.item(item, index);
      },
      onSkip(reason, _index, offset) {
        job.skip();
        file.lose();
        job.notice(reason === 'too-large' ? 'line-cut' : 'other-lines', { byte: offset });
      },
    },
    { isSingle },
  );
}
