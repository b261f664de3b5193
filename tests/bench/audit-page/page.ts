/** Hands the chosen files to workers, which stay from one call to the next, as those of the page do. */
import type { AuditBenchWindow, AuditFigures, AuditRequest, AuditTask } from './tasks.ts';

const workers: Worker[] = [];

const api: AuditBenchWindow = {
  async readAudit(task, count) {
    while (workers.length < count)
      workers.push(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
    const files = [...(document.querySelector('input')?.files ?? [])];
    const started = performance.now();
    const done = await Promise.all(workers.slice(0, count).map((worker) => work(worker, task, files)));
    const ms = performance.now() - started;
    const all = done.flat();
    return {
      ms,
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
      columnBytes: all.reduce((sum, { columnBytes }) => sum + columnBytes, 0),
    };
  },
};
Object.assign(globalThis, api);

/** Takes files until there are none left. */
async function work(worker: Worker, task: AuditTask, files: File[]): Promise<AuditFigures[]> {
  const done: AuditFigures[] = [];
  for (let file = files.shift(); file !== undefined; file = files.shift())
    done.push(await ask(worker, { task, file }));
  return done;
}

function ask(worker: Worker, request: AuditRequest): Promise<AuditFigures> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = (event: MessageEvent<AuditFigures>) => resolve(event.data);
    worker.postMessage(request);
  });
}
