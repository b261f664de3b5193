import { expose, transfer } from 'comlink';
import { assembleRun, unreadPart } from '../load/assemble.ts';
import type { RunPart } from '../model/run.ts';
import { densityBuffers, receivedPart, transferables, type PartsMessage, type StoreApi } from './messages.ts';
import { RequestStore } from './request-store.ts';

const requests = new RequestStore();
let current = 0;
let parts: RunPart[] = [];
/** The inputs of which nothing more comes. A reader may die right after its last message. */
let done = new Set<number>();
let waiting: (() => void)[] = [];

function add({ load, input, parts: added, isLast }: PartsMessage): void {
  if (load !== current) return;
  for (const part of added) parts.push(receivedPart(part));
  if (isLast) done.add(input);
  wake();
}

function wake(): void {
  const woken = waiting;
  waiting = [];
  for (const resume of woken) resume();
}

const store: StoreApi = {
  connect(reader) {
    reader.onmessage = ({ data }: MessageEvent<PartsMessage>) => add(data);
  },
  begin(load) {
    current = load;
    parts = [];
    done = new Set();
    requests.take([], [], { from: 0, to: 0 });
    wake();
  },
  addUnread(load, input, path, cause) {
    add({ load, input, parts: done.has(input) ? [] : [unreadPart(path, cause)], isLast: true });
  },
  async run(load, count, isComplete, settings) {
    // A part and the answer of its reader come over different ports, in any order.
    while (load === current && done.size < count) await new Promise<void>((resume) => waiting.push(resume));
    if (load !== current) return null;
    const { requests: shards, ...run } = assembleRun(parts, __LAPSE_VERSION__, settings, isComplete);
    const { range, inputs } = run.report;
    const span =
      range === null ? { from: 0, to: 0 } : { from: Date.parse(range.from), to: Date.parse(range.to) };
    requests.take(
      shards,
      inputs.map(({ path }) => path),
      span,
    );
    return transfer(run, [...transferables(run.table), ...densityBuffers(run.density)]);
  },
  requests: (seq, question) => requests.requests(seq, question),
  requestDensity: (seq, text) => requests.requestDensity(seq, text),
  findRequests: (auditIds) => requests.findRequests(auditIds),
};

expose(store);
