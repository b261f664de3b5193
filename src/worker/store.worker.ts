import { expose, transfer } from 'comlink';
import { assembleRun, unreadPart } from '../load/assemble.ts';
import type { RunPart } from '../model/run.ts';
import { transferables, type PartMessage, type StoreApi } from './messages.ts';

let current = 0;
let parts: RunPart[] = [];
let waiting: (() => void)[] = [];

function add(load: number, part: RunPart): void {
  if (load !== current) return;
  parts.push(part);
  wake();
}

function wake(): void {
  const woken = waiting;
  waiting = [];
  for (const resume of woken) resume();
}

const store: StoreApi = {
  connect(reader) {
    reader.onmessage = ({ data }: MessageEvent<PartMessage>) => add(data.load, data.part);
  },
  begin(load) {
    current = load;
    parts = [];
    wake();
  },
  addUnread(load, path, cause) {
    add(load, unreadPart(path, cause));
  },
  async run(load, count, isComplete, settings) {
    // A part and the answer of its reader come over different ports, in any order.
    while (load === current && parts.length < count)
      await new Promise<void>((resume) => waiting.push(resume));
    if (load !== current) return null;
    const run = assembleRun(parts, __LAPSE_VERSION__, settings, isComplete);
    return transfer(run, transferables(run.table));
  },
};

expose(store);
