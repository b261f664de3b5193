/** Lines of a file, read again: around a moment, and those with a text. */
import { fail, success, type Result } from '../base/result.ts';
import { hasRecordLines, orderRecordLines, RecordOrder } from '../formats/log/record-lines.ts';
import { findLogLine } from '../formats/log/find-log-line.ts';
import { readLines } from '../formats/lines.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import {
  MAX_AROUND,
  MAX_MATCHES,
  type LineMatches,
  type LineTarget,
  type LogLines,
} from '../model/log-lines.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import { watchSource, type ByteSource } from './byte-source.ts';
import { decode } from './decode.ts';
import { Budget } from './unpack/limits.ts';
import { MemberWalk } from './unpack/members.ts';

/** So much of a line is kept: what is longer is no line that a person reads. */
const MAX_LINE_BYTES = 16 << 10;

/** Lines without a year are put near it where no moment is asked for; only their order counts then. */
const ANY_TIME = Date.UTC(2025, 6, 1);

export interface LinesOptions {
  /** How many lines before and after. */
  readonly around: number;
  readonly limits?: Partial<Limits>;
  readonly signal: AbortSignal;
  /** Called with the packed bytes taken from the source so far. */
  readonly onBytes: (read: number) => void;
}

/**
 * The lines around one of the file of that path: the input, or a file in it. What stands before is read past; a moment takes
 * two readings. Memory: the lines given. Rejects only when cancelled.
 */
export function readLinesAround(
  source: ByteSource,
  path: string,
  target: LineTarget,
  { around, ...options }: LinesOptions,
): Promise<Result<LogLines, RecordFailure>> {
  return guard(options.signal, async () => {
    const line = await inFile<RecordOrder | number | null>(source, path, options, (chunks, head) =>
      hasRecordLines(head)
        ? orderRecordLines(chunks, head, 'at' in target ? target.at : ANY_TIME)
        : lineOf(chunks, target),
    );
    if (line instanceof RecordOrder) {
      const read = <T>(work: ReadText<T>) => inFile(source, path, options, work);
      return recordsAround(read, line, target, around);
    }
    if (line === null) return fail({ code: 'no-lines' });
    const found = await inFile(source, path, options, (chunks) => linesAround(chunks, line, around));
    return found === null ? fail({ code: 'no-record', place: line }) : success(found);
  });
}

/** Which lines of the file hold a text, in whatever case. Rejects only when cancelled. */
export function searchLines(
  source: ByteSource,
  path: string,
  text: string,
  options: Omit<LinesOptions, 'around'>,
): Promise<Result<LineMatches, RecordFailure>> {
  return guard(options.signal, async () =>
    inFile(source, path, options, async (chunks, head) => {
      if (!hasRecordLines(head)) return success(await matchesOf(chunks, text));
      const { matches } = await orderRecordLines(chunks, head, ANY_TIME, text.toLowerCase());
      return success({ numbers: matches.slice(0, MAX_MATCHES), count: matches.length });
    }),
  );
}

function lineOf(chunks: AsyncIterable<Uint8Array>, target: LineTarget): Promise<number | null> {
  if ('at' in target) return findLogLine(chunks, target.at);
  return Promise.resolve('line' in target ? target.line : target.place);
}

/** The same of a file whose lines lie inside of records. */
async function recordsAround(
  read: <T>(work: ReadText<T>) => Promise<T>,
  order: RecordOrder,
  target: LineTarget,
  around: number,
): Promise<Result<LogLines, RecordFailure>> {
  const focus = 'at' in target ? order.nearest(target.at) : numberOf(order, target);
  if (order.length === 0 || ('at' in target && focus === null)) return fail({ code: 'no-lines' });
  if (focus === null)
    return fail({ code: 'no-record', place: 'place' in target ? target.place : order.length });
  const reach = Math.min(around, MAX_AROUND);
  const [first, last] = [Math.max(1, focus - reach), Math.min(order.length, focus + reach)];
  const lines = await read((chunks, head) => order.texts(chunks, head, first, last));
  return success({ focus, first, lines, areRecords: true, isEnd: last === order.length });
}

function numberOf(
  order: RecordOrder,
  target: { readonly line: number } | { readonly place: number },
): number | null {
  if ('place' in target) return order.ofPlace(target.place);
  return target.line <= order.length ? target.line : null;
}

async function linesAround(
  chunks: AsyncIterable<Uint8Array>,
  focus: number,
  around: number,
): Promise<LogLines | null> {
  const reach = Math.min(around, MAX_AROUND);
  const [first, last] = [Math.max(1, focus - reach), focus + reach];
  const lines: string[] = [];
  let isEnd = true;
  for await (const { text, number } of readLines(chunks, MAX_LINE_BYTES)) {
    if (number > last) {
      isEnd = false;
      break;
    }
    if (number >= first) lines.push(text);
  }
  return lines.length <= focus - first ? null : { focus, first, lines, areRecords: false, isEnd };
}

async function matchesOf(chunks: AsyncIterable<Uint8Array>, text: string): Promise<LineMatches> {
  const wanted = text.toLowerCase();
  const numbers: number[] = [];
  let count = 0;
  for await (const line of readLines(chunks, MAX_LINE_BYTES)) {
    if (!line.text.toLowerCase().includes(wanted)) continue;
    count++;
    if (numbers.length < MAX_MATCHES) numbers.push(line.number);
  }
  return { numbers, count };
}

/** Reads a text; `head` is its beginning. */
type ReadText<T> = (chunks: AsyncIterable<Uint8Array>, head: string) => Promise<T>;

/** Gone: the input holds no such file. */
class NoLines extends Error {}

/** Reads the text of one file. */
async function inFile<T>(
  source: ByteSource,
  path: string,
  { limits, signal, onBytes }: Omit<LinesOptions, 'around'>,
  read: ReadText<T>,
): Promise<T> {
  const walk = new MemberWalk(new Budget({ ...DEFAULT_LIMITS, ...limits }), path);
  for await (const { path: found, bytes } of walk.members(watched(source, signal, onBytes))) {
    if (found !== path || bytes === null) continue;
    const decoded = await decode(bytes, () => undefined);
    return await read(decoded.chunks, new TextDecoder().decode(decoded.head, { stream: true }));
  }
  throw new NoLines();
}

async function guard<T>(
  signal: AbortSignal,
  work: () => Promise<Result<T, RecordFailure>>,
): Promise<Result<T, RecordFailure>> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoLines) return fail({ code: 'no-lines' });
    return fail({ code: 'unreadable', cause: error instanceof Error ? error.message : String(error) });
  }
}

/** The same source, which tells what is taken from it and can be stopped. */
function watched(source: ByteSource, signal: AbortSignal, onBytes: (read: number) => void): ByteSource {
  let read = 0;
  return watchSource(source, (bytes) => {
    signal.throwIfAborted();
    read += bytes.length;
    onBytes(Math.min(read, source.size ?? Infinity));
  });
}
