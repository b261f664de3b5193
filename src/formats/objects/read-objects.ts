/** Reads objects of Kubernetes one by one, from JSON or YAML, in lists or in a row. */
import { fail, success, type Result } from '../../base/result.ts';
import type { Failure } from '../../model/failure.ts';
import type { Place } from '../../model/report.ts';
import type { Input, Job } from '../format.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { parseJson } from '../item-parser.ts';
import { readLines } from '../lines.ts';
import { isFields, type Fields } from './fields.ts';
import { ListGaps } from './list-gaps.ts';
import { YamlItems } from './yaml-items.ts';

export interface ObjectHandlers {
  /**
   * `index` counts what is read, from 1; a row's place is that number. `mayBeCut`: the input ended in it, and its form does
   * not tell whether it was meant to.
   */
  onObject(value: Fields, index: number, mayBeCut: boolean): void;
  /** Something that should have been an object, and cannot be used; it is counted already. */
  onLost?(): void;
  /** A list is one page of a longer one, of which the rest may not be there. Told once, at the end. */
  onPage?(): void;
}

type Chunks = AsyncIterable<Uint8Array>;

/** Feeds the handlers. What is no object is counted with its place; a cut end is a failure. */
export async function readObjects(
  input: Input,
  job: Job,
  handlers: ObjectHandlers,
): Promise<Result<void, Failure>> {
  const { isJson, chunks } = await lookInto(input.chunks);
  return isJson ? readJson(chunks, job, handlers) : readYaml(chunks, job, handlers);
}

async function readJson(chunks: Chunks, job: Job, handlers: ObjectHandlers): Promise<Result<void, Failure>> {
  const lose = loser(job, handlers);
  const gaps = new ListGaps();
  const splitter = new JsonItemSplitter({
    onItem(bytes, index, offset) {
      gaps.record(offset, bytes.length);
      const value = parseJson(bytes);
      if (isEmptyList(value)) return;
      if (isFields(value)) handlers.onObject(value, index, false);
      else lose({ item: index }, bytes.includes(0));
    },
    onSkip: (reason, _index, byte) => lose({ byte }, false, reason === 'too-large'),
  });
  for await (const chunk of chunks) {
    job.signal.throwIfAborted();
    gaps.chunk(chunk);
    splitter.push(chunk);
  }
  gaps.end();
  if (gaps.isPage) handlers.onPage?.();
  const { cutAt, bytes, items } = splitter.end();
  return cutAt === null ? success(undefined) : fail({ code: 'cut-off', atByte: bytes, records: items });
}

/** `{"kind":"EventList","items":null}`: a list of nothing. */
function isEmptyList(value: unknown): boolean {
  return isFields(value) && Object.hasOwn(value, 'items') && value['items'] === null;
}

async function readYaml(chunks: Chunks, job: Job, handlers: ObjectHandlers): Promise<Result<void, Failure>> {
  const lose = loser(job, handlers);
  const parse = await yamlParser();
  let bytes = 0;
  let objects = 0;
  let isEnd = false;
  const items = new YamlItems(({ text, index, line, isOverlong }) => {
    objects = index;
    const value = isOverlong ? undefined : parse(text);
    if (isFields(value)) handlers.onObject(value, index, isEnd);
    else if (value !== null) lose({ line }, text.includes('\0'), isOverlong);
  });
  for await (const line of readLines(counted(chunks, (count) => (bytes += count)))) {
    job.signal.throwIfAborted();
    // A line that the input ends in may be half of one.
    if (line.isCut || line.isLast) job.notice('line-cut', { line: line.number });
    items.push(line);
  }
  isEnd = true;
  const isCut = items.end();
  if (items.isPage) handlers.onPage?.();
  return isCut ? fail({ code: 'cut-off', atByte: bytes, records: objects }) : success(undefined);
}

function loser(job: Job, handlers: ObjectHandlers) {
  return (place: Place, hasZeros: boolean, isTooLarge = false) => {
    job.skip();
    job.notice(hasZeros ? 'zero-bytes' : isTooLarge ? 'line-cut' : 'other-lines', place);
    handlers.onLost?.();
  };
}

/** The parser is fetched when a file needs it. Of a broken text comes undefined. */
async function yamlParser(): Promise<(text: string) => unknown> {
  const { parse } = await import('yaml');
  const options = { maxAliasCount: 100, prettyErrors: false, uniqueKeys: false, logLevel: 'silent' } as const;
  return (text) => {
    try {
      return parse(text, options) as unknown;
    } catch {
      return undefined; // no YAML, or nested so deep that there is no room for it
    }
  };
}

/** The object of that number as it is written; null where there is none. */
export async function findObject(chunks: Chunks, place: number): Promise<string | null> {
  const looked = await lookInto(chunks);
  let found: string | null = null;
  if (looked.isJson) {
    const splitter = new JsonItemSplitter({
      onItem: (bytes, index) => void (index === place && (found = new TextDecoder().decode(bytes))),
      onSkip() {},
    });
    for await (const chunk of looked.chunks) {
      splitter.push(chunk);
      if (found !== null) return found;
    }
    return found;
  }
  const items = new YamlItems(({ text, index }) => void (index === place && (found = text)));
  for await (const line of readLines(looked.chunks)) {
    items.push(line);
    if (found !== null) return found;
  }
  items.end();
  return found;
}

/** JSON begins with a brace or a bracket; YAML as Kubernetes writes it never does. */
async function lookInto(chunks: Chunks): Promise<{ isJson: boolean; chunks: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let byte: number | undefined;
  while (byte === undefined) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value.slice()); // a chunk is valid until a few more were asked for
    byte = next.value.find((one) => one > 0x20);
  }
  return { isJson: byte === 0x7b || byte === 0x5b, chunks: replay(first, iterator) };
}

async function* replay(
  first: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* counted(chunks: Chunks, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}
