/** Reads a log of any stack of layers: a record a line, or documents. */
import { fail, success, type Result } from '../../base/result.ts';
import type { Failure } from '../../model/failure.ts';
import type { Input, Job } from '../format.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { readLines } from '../lines.ts';
import { begin, isLogDocument } from './head-chunks.ts';
import { peelObject } from './json-layers.ts';
import { isObject, parseJson } from './json-value.ts';
import type { LogReader } from './log-reader.ts';

/** Feeds the reader with all of the input, and ends it. Places are lines, or in documents items. */
export async function readLog(input: Input, job: Job, reader: LogReader): Promise<Result<void, Failure>> {
  const { head, chunks } = await begin(input.chunks);
  const result = isLogDocument(head)
    ? await readDocuments(chunks, job, reader)
    : await readAllLines(chunks, job, reader);
  reader.end();
  return result;
}

async function readAllLines(
  chunks: AsyncIterable<Uint8Array>,
  job: Job,
  reader: LogReader,
): Promise<Result<void, Failure>> {
  for await (const { text, number, isCut, isLast } of readLines(chunks)) {
    job.signal.throwIfAborted();
    // A line that the input ends in may be half of one; JSON tells when it is whole.
    const isWhole = !isLast || (text.startsWith('{') && parseJson(text) !== undefined);
    const isDamaged = isCut || !isWhole;
    if (isDamaged) {
      job.notice('line-cut', { line: number });
      reader.lose();
    }
    reader.push(text, number);
  }
  return success(undefined);
}

async function readDocuments(
  chunks: AsyncIterable<Uint8Array>,
  job: Job,
  reader: LogReader,
): Promise<Result<void, Failure>> {
  const decoder = new TextDecoder();
  const splitter = new JsonItemSplitter({
    onItem(bytes, index) {
      const value = parseJson(decoder.decode(bytes));
      if (isObject(value)) reader.pushPeeled(peelObject(value), index);
      else {
        reader.lose();
        job.notice('other-lines', { item: index });
      }
    },
    onSkip(reason, index, offset) {
      reader.lose();
      const place = index > 0 ? { item: index } : { byte: offset };
      job.notice(reason === 'too-large' ? 'line-cut' : 'other-lines', place);
    },
  });
  for await (const chunk of chunks) {
    job.signal.throwIfAborted();
    splitter.push(chunk);
  }
  const end = splitter.end();
  if (end.cutAt === null) return success(undefined);
  reader.lose();
  return fail({ code: 'cut-off', atByte: end.bytes, records: end.items });
}
