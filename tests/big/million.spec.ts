import { expect, test, type Page } from '@playwright/test';
import { intervalFile } from '../bench/inputs.ts';
import { dropFiles, openPage } from '../support/page.ts';

const COUNT = 1_000_000;
/** From here on browsers call a task long: what was done meanwhile has to wait. */
const LONG_MS = 50;
const MINUTES = 60_000;

interface Watched {
  /** Milliseconds of each long task. */
  readonly tasks: number[];
  /** The most calls that drew something between two frames. */
  most: number;
}

type WatchedWindow = typeof globalThis & { watched: Watched };

// What traces record is work of the page's own thread.
test.use({ trace: 'off' });

test('a million intervals are read, filtered and moved through, and nothing keeps the page from answering', async ({
  page,
}) => {
  test.setTimeout(15 * MINUTES);
  const path = await intervalFile(COUNT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(watch);
  const errors = await openPage(page);
  await page.waitForTimeout(1000); // parts that are fetched ahead
  await forget(page);
  await dropFiles(page, [path]);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('reboot', {
    timeout: 5 * MINUTES,
  });
  await rest(page);
  expect.soft(await longTasks(page), 'while it is read').toEqual([]);

  const box = page.getByRole('application').or(page.locator('.box')).first();
  const area = (await box.boundingBox())!;
  const bound = Math.ceil(area.height / 20) * Math.ceil(area.width);
  await box.hover();
  const gestures: readonly (readonly [string, () => Promise<void>])[] = [
    ['scrolling', () => page.mouse.wheel(0, 400)],
    ['zooming', () => zoom(page, -300)],
    ['zooming out', () => zoom(page, 600)],
    ['panning', () => page.keyboard.press('d')],
    ['showing all', () => page.keyboard.press('0')],
  ];
  for (const [name, act] of gestures) {
    for (let times = 0; times < 5; times++) await act();
    await rest(page);
    const most = await page.evaluate(() => (globalThis as WatchedWindow).watched.most);
    expect(most, name).toBeGreaterThan(0);
    expect(most, name).toBeLessThan(bound);
    await forget(page);
  }

  await page.keyboard.press('/');
  for (const letter of 'is:error') {
    await page.keyboard.press(letter);
    await page.waitForTimeout(100);
  }
  await rest(page);
  await expect(page.getByTestId('matches')).toHaveText(/[\d,]+ match/);
  expect.soft(await longTasks(page), 'while a filter is typed').toEqual([]);
  expect(errors).toEqual([]);
});

/** In the page, before anything else. */
function watch(): void {
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
}

async function zoom(page: Page, by: number): Promise<void> {
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, by);
  await page.keyboard.up('Control');
}

/** Idle, and what the observer has to tell is told. */
async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await expect(page.locator('html')).toHaveAttribute('data-idle', 'true', { timeout: MINUTES });
  await page.waitForTimeout(500);
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(
    (long) => (globalThis as WatchedWindow).watched.tasks.filter((ms) => ms > long),
    LONG_MS,
  );
}

async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { watched } = globalThis as WatchedWindow;
    watched.tasks.length = 0;
    watched.most = 0;
  });
}
