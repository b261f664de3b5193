/** Does the tasks of a bench in a worker, as the page's readers would. See page.ts. */
import { assembleRun } from '../../../src/load/assemble.ts';
import { sourceOfBlob, sourceOfBytes, type ByteSource } from '../../../src/load/byte-source.ts';
import { readInput } from '../../../src/load/read-input.ts';
import { annotationsOf, LEVELS, type IntervalTable } from '../../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../../src/model/interval-table-builder.ts';
import type { RunPart } from '../../../src/model/run.ts';
import { textReader } from '../../../src/model/text-pool.ts';
import { transferables } from '../../../src/worker/messages.ts';
import type { Task, TaskAnswer, TaskRequest } from './tasks.ts';

const SENT_ROWS = 500_000;

let kept = new Uint8Array(0);
addEventListener('message', ({ data }: MessageEvent<TaskRequest>) => {
  void answer(data.task, data.file);
});

async function answer(task: Task, file: File | null): Promise<void> {
  if (task === 'send-columns' || task === 'send-objects') return send(task);
  const started = performance.now();
  const result = await perform(task, file ?? new File([], 'none'));
  const ms = performance.now() - started;
  // Before it is dropped, so that it counts where memory is measured.
  if (result === undefined) throw new Error(`no task ${task}`);
  post({ ms, at: 0, load: null }, []);
}

async function perform(task: Task, file: File): Promise<unknown> {
  switch (task) {
    case 'keep':
      kept = new Uint8Array(await file.arrayBuffer());
      return null;
    case 'load':
      return load(sourceOfBytes('bench', kept, 1 << 20));
    case 'parse':
      return JSON.parse(new TextDecoder().decode(kept));
    case 'load-file':
      return load(sourceOfBlob(file.name, file));
    case 'parse-file':
      return JSON.parse(new TextDecoder().decode(await file.arrayBuffer()));
    case 'idle':
      return null;
    default:
      return undefined;
  }
}

async function load(source: ByteSource): Promise<unknown> {
  const signal = new AbortController().signal;
  const parts: RunPart[] = [];
  const reading = readInput(source, { signal, asOf: null, now: Date.now(), onBytes() {} });
  for await (const part of reading) parts.push(part);
  return assembleRun(parts, 'bench', { platform: null, topology: null, asOf: null, shifts: [] }, true);
}

function send(task: 'send-columns' | 'send-objects'): void {
  const table = someTable();
  const load = task === 'send-columns' ? table : objectsOf(table);
  const moved = task === 'send-columns' ? transferables(table) : [];
  post({ ms: 0, at: performance.timeOrigin + performance.now(), load }, moved);
}

function post(message: TaskAnswer, moved: Transferable[]): void {
  postMessage(message, { transfer: moved });
}

function someTable(): IntervalTable {
  const builder = new IntervalTableBuilder('bench');
  for (let place = 0; place < SENT_ROWS; place++) {
    const keys = { namespace: `openshift-${place % 60}`, pod: `pod-${place % 5000}` };
    builder.add({
      from: 1.75e12 + place * 18,
      to: 1.75e12 + place * 18 + 1000,
      precision: 1,
      level: 'Info',
      source: 'PodState',
      locator: { type: 'Pod', keys },
      reason: 'Ready',
      message: `message ${place % 20_000}`,
      annotations: { constructed: 'pod-lifecycle-constructor', reason: 'Ready' },
      display: false,
      isPredicted: false,
      place,
    });
  }
  return builder.finish();
}

/** The same rows as a program without columns would have them: the items, each with objects of its own. */
function objectsOf(table: IntervalTable): unknown[] {
  const message = textReader(table.texts, table.message);
  const reason = textReader(table.texts, table.reason);
  return Array.from({ length: table.length }, (_, row) => {
    const { type, keys } = table.locators[table.locator[row]];
    return {
      level: LEVELS[table.level[row]],
      source: table.sources[table.source[row]],
      locator: { type, keys: { ...keys } },
      message: { reason: reason(row), humanMessage: message(row), annotations: annotationsOf(table, row) },
      from: table.start[row],
      to: table.end[row],
    };
  });
}
