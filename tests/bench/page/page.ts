/** The page of the benches in Chromium: hands tasks to a worker, and figures to the bench. See bench-page.ts. */
import type { BenchWindow, Task, TaskAnswer, TaskRequest } from './tasks.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

const api: BenchWindow = {
  ask(task: Task): Promise<number> {
    const file = document.querySelector('input')?.files?.[0] ?? null;
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = (event: MessageEvent<TaskAnswer>) => {
        const { ms, at, load } = event.data; // what was sent is read only now
        resolve(load === null ? ms : performance.timeOrigin + performance.now() - at);
      };
      const request: TaskRequest = { task, file };
      worker.postMessage(request);
    });
  },
};
Object.assign(globalThis, api);
