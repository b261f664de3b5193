import { expose } from 'comlink';
import { digestBlob } from '../base/sha256.ts';
import type { ByteSource } from '../load/byte-source.ts';
import { readInput } from '../load/read-input.ts';
import { readRecord } from '../load/read-record.ts';
import { transferables, type PartMessage, type ReaderApi } from './messages.ts';

/** Progress is a message each; more than ten a second nobody sees. */
const PROGRESS_EVERY_MS = 100;

let store: MessagePort | null = null;

const reader: ReaderApi = {
  connect(port) {
    store = port;
  },
  async read({ load, path, blob, asOf }, onBytes) {
    let told = -Infinity;
    const part = await readInput(sourceOfBlob(path, blob), {
      // A reader is cancelled by ending it.
      signal: new AbortController().signal,
      asOf,
      now: Date.now(),
      onBytes(read) {
        const now = performance.now();
        if (now - told < PROGRESS_EVERY_MS) return;
        told = now;
        onBytes(read);
      },
    });
    const message: PartMessage = { load, part };
    store?.postMessage(message, transferables(part.table));
  },
  detail: (path, blob, place) => readRecord(sourceOfBlob(path, blob), place),
  digest: (blob) => digestBlob(blob),
};

function sourceOfBlob(path: string, blob: Blob): ByteSource {
  return {
    path,
    async *chunks() {
      // Slices rather than the blob's stream: its chunks are small, and each costs a turn of the event loop.
      const size = 1 << 20;
      for (let at = 0; at < blob.size; at += size) {
        yield new Uint8Array(await blob.slice(at, at + size).arrayBuffer());
      }
    },
  };
}

expose(reader);
