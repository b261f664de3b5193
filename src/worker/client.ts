import { proxy } from 'comlink';
import { fail, type Result } from '../base/result.ts';
import { canDigest, type FileDigest } from '../base/sha256.ts';
import { parseTime } from '../base/time.ts';
import type { LineMatches, LineTarget, LogLines } from '../model/log-lines.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { Limits } from '../model/limits.ts';
import type { Settings } from '../model/report.ts';
import type { Run } from '../model/run.ts';
import type { ReaderApi, StoreApi } from './messages.ts';
import type { LoadClient, LoadHandlers, PageInput, Reread } from './protocol.ts';
import { ProgressMeter } from './progress.ts';
import { createQueryClient } from './query-client.ts';
import type { QueryAnswer, QuerySubject } from './query-protocol.ts';
import type { RequestItem } from '../query/requests/summarise-requests.ts';
import type { DensityAnswer, RequestAnswer, RequestQuestion } from './request-protocol.ts';
import readerUrl from './reader.worker.ts?worker&url';
import storeUrl from './store.worker.ts?worker&url';
import { movePort, orDeath, startWorker, type Hand } from './start-worker.ts';

/** A view of what is there so far is made at most this often. */
const INTERIM_EVERY_MS = 1000;
/** Before this share of all bytes is in, a view would show little and soon be moved aside by the rest. */
const INTERIM_FROM = 0.25;
/** More readers than this only share the disk. */
const MAX_READERS = 4;

/** Starts the workers when the first load needs them. */
export function createLoadClient(): LoadClient {
  return new Client();
}

class Client implements LoadClient {
  #store: Hand<StoreApi> | null = null;
  #readers = new Map<number, Hand<ReaderApi>>();
  readonly #queries = createQueryClient();
  #loads = 0;
  #questions = 0;
  #isLoading = false;
  #limits: Partial<Limits> = {};

  async load(
    inputs: readonly PageInput[],
    settings: Settings,
    handlers: LoadHandlers,
    signal: AbortSignal,
    limits: Partial<Limits> = {},
  ): Promise<Run> {
    signal.throwIfAborted();
    this.#limits = limits;
    // The workers of a load that was overtaken are still at it.
    if (this.#isLoading) this.dispose();
    this.#isLoading = true;
    const load = ++this.#loads;
    const cancelled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(abortError()), { once: true });
    });
    try {
      return await Promise.race([this.#load(load, inputs, settings, handlers), cancelled]);
    } catch (error) {
      // Whatever ended the load, its workers may still be at it; those of a later load are not its own.
      if (load === this.#loads) this.dispose();
      throw error;
    } finally {
      if (load === this.#loads) this.#isLoading = false;
    }
  }

  detail(inputs: readonly PageInput[], path: string, place: number): Promise<Result<string, RecordFailure>> {
    return this.#readAgain<Result<string, RecordFailure>>(inputs, path, (api, { path: input, blob }) =>
      api.detail({ path: input, blob }, path, place, this.#limits),
    );
  }

  lines(
    inputs: readonly PageInput[],
    path: string,
    ask: { readonly target: LineTarget; readonly around: number },
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LogLines, RecordFailure> | null> {
    return this.#readAgain<Result<LogLines, RecordFailure> | null>(inputs, path, (api, input) =>
      api.lines({ ...this.#fileOf(input, path), ...ask }, progressOf(input, onProgress)),
    );
  }

  searchLines(
    inputs: readonly PageInput[],
    path: string,
    text: string,
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LineMatches, RecordFailure> | null> {
    return this.#readAgain<Result<LineMatches, RecordFailure> | null>(inputs, path, (api, input) =>
      api.searchLines({ ...this.#fileOf(input, path), text }, progressOf(input, onProgress)),
    );
  }

  #fileOf({ path, blob }: PageInput, file: string) {
    return { path, blob, file, limits: this.#limits };
  }

  /** Asks a reader about the input that the path is of; one that dies is let go. */
  async #readAgain<T>(
    inputs: readonly PageInput[],
    path: string,
    ask: (api: Hand<ReaderApi>['api'], input: PageInput) => Promise<T>,
  ): Promise<T | Result<never, RecordFailure>> {
    const input = inputOf(inputs, path);
    if (input === undefined) return fail({ code: 'unreadable', cause: 'it is not among the files at hand' });
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    const reader = this.#readers.get(0) ?? this.#hireReader(0, store);
    try {
      return await orDeath(reader, ask(reader.api, input));
    } catch (error) {
      reader.worker.terminate();
      this.#readers.delete(0);
      return fail({ code: 'unreadable', cause: error instanceof Error ? error.message : String(error) });
    }
  }

  async digest(inputs: readonly PageInput[]): Promise<FileDigest[] | null> {
    if (!canDigest()) return null;
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    const digests: FileDigest[] = [];
    try {
      for (const { blob } of inputs) {
        const reader = this.#readers.get(0) ?? this.#hireReader(0, store);
        digests.push(await orDeath(reader, reader.api.digest(blob)));
      }
      return digests;
    } catch {
      return null; // a file that went away since it was read
    }
  }

  query(subject: QuerySubject, text: string): Promise<QueryAnswer> {
    return this.#queries.query(subject, text);
  }

  async requests(question: RequestQuestion): Promise<RequestAnswer> {
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    return orDeath<RequestAnswer>(store, store.api.requests(++this.#questions, question));
  }

  async requestDensity(text: string): Promise<DensityAnswer> {
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    return orDeath<DensityAnswer>(store, store.api.requestDensity(++this.#questions, text));
  }

  async findRequests(auditIds: readonly string[]): Promise<readonly RequestItem[]> {
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    return orDeath<readonly RequestItem[]>(store, store.api.findRequests(auditIds));
  }

  dispose(): void {
    for (const { worker } of this.#readers.values()) worker.terminate();
    this.#store?.worker.terminate();
    this.#readers.clear();
    this.#store = null;
  }

  async #load(
    load: number,
    inputs: readonly PageInput[],
    settings: Settings,
    handlers: LoadHandlers,
  ): Promise<Run> {
    const store = (this.#store ??= startWorker<StoreApi>(storeUrl));
    await orDeath(store, store.api.begin(load));
    const meter = new ProgressMeter(inputs, (progress) => handlers.onProgress(progress));
    const asOf = settings.asOf === null ? null : (parseTime(settings.asOf)?.at ?? null);
    const queue = [...inputs.entries()];
    let done = 0;
    let shown = performance.now();
    let isShowing = false;
    let hasNews = false; // files came that were not yet shown
    const bytesIn = inputs.map(() => 0); // of each input that gave files: bytes read
    const total = inputs.reduce((sum, { blob }) => sum + blob.size, 0);
    const showInterim = async () => {
      if (isShowing || done === inputs.length || performance.now() - shown < INTERIM_EVERY_MS) return;
      if (bytesIn.reduce((sum, bytes) => sum + bytes, 0) < total * INTERIM_FROM) return;
      hasNews = false;
      isShowing = true;
      const run = await orDeath(store, store.api.run(load, done, false, settings));
      if (run !== null && load === this.#loads) handlers.onInterim(run);
      shown = performance.now();
      isShowing = false;
    };
    const work = async (at: number) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [index, { path, blob, unread }] = next;
        if (unread !== undefined) {
          await orDeath(store, store.api.addUnread(load, index, path, unread));
          done++;
          continue;
        }
        const reader = this.#readers.get(at) ?? this.#hireReader(at, store);
        meter.start(index);
        try {
          let seen = 0;
          const onBytes = proxy((read: number, sent: number) => {
            meter.read(index, read);
            hasNews ||= sent > seen;
            if (sent > 0) bytesIn[index] = read;
            seen = sent;
            if (hasNews) void showInterim().catch(() => undefined);
          });
          const request = { load, input: index, path, blob, asOf, limits: this.#limits };
          await orDeath(reader, reader.api.read(request, onBytes));
        } catch (error) {
          // A reader that dies costs its file and not the load.
          reader.worker.terminate();
          this.#readers.delete(at);
          const cause = error instanceof Error ? error.message : String(error);
          await orDeath(store, store.api.addUnread(load, index, path, cause));
        }
        meter.finish(index);
        bytesIn[index] = blob.size;
        done++;
        void showInterim().catch(() => undefined); // the final run tells of the same trouble
      }
    };
    const hands = Math.max(1, Math.min(navigator.hardwareConcurrency, MAX_READERS, inputs.length));
    await Promise.all(Array.from({ length: hands }, (_, at) => work(at)));
    const run = await orDeath(store, store.api.run(load, inputs.length, true, settings));
    if (run === null) throw abortError();
    return run;
  }

  #hireReader(at: number, store: Hand<StoreApi>): Hand<ReaderApi> {
    const reader = startWorker<ReaderApi>(readerUrl);
    this.#readers.set(at, reader);
    const { port1, port2 } = new MessageChannel();
    reader.worker.addEventListener('error', () => port1.close());
    void reader.api.connect(movePort(port1));
    void store.api.connect(movePort(port2));
    return reader;
  }
}

/** The input that a path is of: itself, or a file in it. */
function inputOf(inputs: readonly PageInput[], path: string): PageInput | undefined {
  return inputs
    .filter((one) => one.path === path || path.startsWith(`${one.path} > `))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

function progressOf({ blob }: PageInput, onProgress: (progress: Reread) => void) {
  return proxy((read: number) => onProgress({ read, total: blob.size }));
}

function abortError(): DOMException {
  return new DOMException('the load was cancelled', 'AbortError');
}
