import { openBuiltPage } from './built-page.ts';
import type { BenchWindow, Task } from './page/tasks.ts';

export interface BenchPage {
  /** Has the page's worker do a task; milliseconds. */
  ask(task: Task): Promise<number>;
  /** The most memory that the page's process ever had, in MB. Linux only. */
  peak(): Promise<number>;
  close(): Promise<void>;
}

/** A new browser with the bench page, and the file at `path` chosen in it. */
export async function openBenchPage(path: string | null): Promise<BenchPage> {
  const { page, peak, close } = await openBuiltPage('page');
  if (path !== null) await page.setInputFiles('input', path);
  return {
    ask: (task) => page.evaluate((name) => (globalThis as typeof globalThis & BenchWindow).ask(name), task),
    peak,
    close,
  };
}

/** The peak of a renderer that does this one task, in MB. */
export async function peakOfRenderer(path: string, task: Task): Promise<number> {
  const page = await openBenchPage(path);
  try {
    await page.ask(task);
    return await page.peak();
  } finally {
    await page.close();
  }
}
