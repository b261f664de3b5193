import { expose } from 'comlink';
import { digestBlob } from '../base/sha256.ts';
import { sourceOfBlob } from '../load/byte-source.ts';
import { readInput } from '../load/read-input.ts';
import { readRecord } from '../load/read-record.ts';
import { partBuffers, sentPart, type PartsMessage, type ReaderApi, type SentPart } from './messages.ts';

/** Progress is a message each; more than ten a second nobody sees. Small files are sent together as often. */
const PROGRESS_EVERY_MS = 100;

let store: MessagePort | null = null;

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
  digest: (blob) => digestBlob(blob),
};

expose(reader);
