import { expose } from 'comlink';
import { digestBlob } from '../base/sha256.ts';
import { sourceOfBlob } from '../load/byte-source.ts';
import { readInput } from '../load/read-input.ts';
import { readLinesAround, searchLines } from '../load/read-lines.ts';
import { readRecord } from '../load/read-record.ts';
import { partBuffers, sentPart, type PartsMessage, type ReaderApi, type SentPart } from './messages.ts';

/** Progress is a message each; more than ten a second nobody sees. Small files are sent together as often. */
const PROGRESS_EVERY_MS = 100;

let store: MessagePort | null = null;

const working = new Map<'lines' | 'search', AbortController>();

/** Does the work, and stops what was at it before; null where a later call stopped this one. */
async function newest<T>(
  kind: 'lines' | 'search',
  onBytes: (read: number) => void,
  work: (options: { signal: AbortSignal; onBytes: (read: number) => void }) => Promise<T>,
): Promise<T | null> {
  working.get(kind)?.abort();
  const own = new AbortController();
  working.set(kind, own);
  try {
    return await work({ signal: own.signal, onBytes: seldom(onBytes) });
  } catch (error) {
    if (own.signal.aborted) return null;
    throw error;
  }
}

/** Calls at most ten times a second. */
function seldom(tell: (read: number) => void): (read: number) => void {
  let told = performance.now();
  return (read) => {
    const now = performance.now();
    if (now - told < PROGRESS_EVERY_MS) return;
    told = now;
    tell(read);
  };
}

const reader: ReaderApi = {
  connect(port) {
    store = port;
  },
  async read({ load, input, path, blob, asOf, limits }, onBytes) {
    let told = -Infinity;
    let sent = 0;
    let waiting: SentPart[] = [];
    const send = (isLast: boolean) => {
      const message: PartsMessage = { load, input, parts: waiting, isLast };
      store?.postMessage(message, waiting.flatMap(partBuffers));
      sent += waiting.length;
      waiting = [];
    };
    const parts = readInput(sourceOfBlob(path, blob), {
      // A reader is cancelled by ending it.
      signal: new AbortController().signal,
      asOf,
      now: Date.now(),
      limits,
      onBytes(read) {
        const now = performance.now();
        if (now - told < PROGRESS_EVERY_MS) return;
        told = now;
        if (waiting.length > 0) send(false);
        onBytes(read, sent);
      },
    });
    for await (const part of parts) waiting.push(sentPart(part));
    send(true);
  },
  detail: ({ path: input, blob }, path, place, limits) =>
    readRecord(sourceOfBlob(input, blob), path, place, limits),
  lines: ({ path, blob, file, target, around, limits }, onBytes) =>
    newest('lines', onBytes, (options) =>
      readLinesAround(sourceOfBlob(path, blob), file, target, { ...options, around, limits }),
    ),
  searchLines: ({ path, blob, file, text, limits }, onBytes) =>
    newest('search', onBytes, (options) =>
      searchLines(sourceOfBlob(path, blob), file, text, { ...options, limits }),
    ),
  digest: (blob) => digestBlob(blob),
};

expose(reader);
