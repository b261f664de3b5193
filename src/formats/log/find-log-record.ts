/** Finds the record of a log by its place: a line, or of documents an item. */
import { JsonItemSplitter } from '../json-items.ts';
import { readLines } from '../lines.ts';
import { begin, isLogDocument } from './head-chunks.ts';
import { readLoki } from './loki-entries.ts';

/** The record as it is written; null where the input has none. Stops reading once it is found. */
export async function findLogRecord(input: AsyncIterable<Uint8Array>, place: number): Promise<string | null> {
  const { head, chunks } = await begin(input);
  if (isLogDocument(head)) return findItem(chunks, place);
  for await (const { text, number } of readLines(chunks)) if (number === place) return text;
  return null;
}

async function findItem(chunks: AsyncIterable<Uint8Array>, place: number): Promise<string | null> {
  let found: string | null = null;
  const splitter = new JsonItemSplitter({
    onItem(bytes, index) {
      if (index === place) found = new TextDecoder().decode(bytes);
    },
    onSkip() {},
  });
  for await (const chunk of chunks) {
    splitter.push(chunk);
    if (found !== null) break;
  }
  return found;
}

/** An entry of Loki: the line that is an object itself, or the log line of an entry. */
export async function findLokiRecord(
  input: AsyncIterable<Uint8Array>,
  place: number,
): Promise<string | null> {
  let found: string | null = null;
  await readLoki(input, {
    onEntry(entry) {
      if (entry.place === place) found = entry.text;
    },
    onSkip() {},
  });
  return found;
}
