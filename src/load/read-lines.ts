/** Lines of a file, read again: around a moment, and those with a text. */
import { fail, success, type Result } from '../base/result.ts';
import { isLogDocument } from '../formats/log/head-chunks.ts';
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
    const line =
      'line' in target
        ? target.line
        : await inFile(source, path, options, (chunks) => findLogLine(chunks, target.at));
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
    success(await inFile(source, path, options, (chunks) => matchesOf(chunks, text))),
  );
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
  return lines.length <= focus - first ? null : { focus, first, lines, isEnd };
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

/** Gone: the input holds no such file, or it is no text of lines. */
class NoLines extends Error {}

/** Reads the text of one file. */
async function inFile<T>(
  source: ByteSource,
  path: string,
  { limits, signal, onBytes }: Omit<LinesOptions, 'around'>,
  read: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const walk = new MemberWalk(new Budget({ ...DEFAULT_LIMITS, ...limits }), path);
  for await (const { path: found, bytes } of walk.members(watched(source, signal, onBytes))) {
    if (found !== path || bytes === null) continue;
    const decoded = await decode(bytes, () => undefined);
    if (isLogDocument(new TextDecoder().decode(decoded.head, { stream: true }))) throw new NoLines();
    return await read(decoded.chunks);
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
