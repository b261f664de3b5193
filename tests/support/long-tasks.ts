import { expect, type Page } from '@playwright/test';

/** From here on browsers call a task long: what was done meanwhile has to wait. */
const LONG_MS = 50;

interface Watched {
  /** Milliseconds of each long task. */
  readonly tasks: number[];
  /** The most calls that drew something between two frames. */
  most: number;
}

type WatchedWindow = typeof globalThis & { watched: Watched };

/** Watches what the page's own thread does, from before anything else. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { tasks: [], most: 0 };
    (globalThis as WatchedWindow).watched = watched;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.tasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
    let calls = 0;
    const drawing = CanvasRenderingContext2D.prototype;
    for (const name of ['fillRect', 'strokeRect', 'fill', 'stroke', 'fillText', 'drawImage'] as const) {
      const original: unknown = Reflect.get(drawing, name);
      if (typeof original !== 'function') continue;
      Reflect.set(drawing, name, function (this: unknown, ...args: unknown[]) {
        calls++;
        Reflect.apply(original, this, args);
      });
    }
    const tick = () => {
      watched.most = Math.max(watched.most, calls);
      calls = 0;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

/** Idle, and what the observer has to tell is told. */
export async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await expect(page.locator('html')).toHaveAttribute('data-idle', 'true', { timeout: 60_000 });
  await page.waitForTimeout(500);
}

/** Milliseconds of each task that was too long since the last `forget`. */
export function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(
    (long) => (globalThis as WatchedWindow).watched.tasks.filter((ms) => ms > long),
    LONG_MS,
  );
}

/** The most calls that drew something between two frames since the last `forget`. */
export function mostDrawn(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as WatchedWindow).watched.most);
}

export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { watched } = globalThis as WatchedWindow;
    watched.tasks.length = 0;
    watched.most = 0;
  });
}
