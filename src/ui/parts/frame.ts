let isDue = false;
let isLoading = false;
const busy = new Set<object>();
const waiting = new Map<object, () => void>();

/** Runs the work in the next frame; work of the same owner that still waits is replaced. One frame per change set. */
export function requestFrame(owner: object, work: () => void): void {
  waiting.set(owner, work);
  if (isDue) return;
  isDue = true;
  showIdle();
  requestAnimationFrame(() => {
    const works = [...waiting.values()];
    waiting.clear();
    isDue = false;
    for (const each of works) each();
    showIdle();
  });
}

export function forgetFrame(owner: object): void {
  waiting.delete(owner);
}

/** Tells whether a load is at work. */
export function setLoading(loading: boolean): void {
  isLoading = loading;
  showIdle();
}

/** Tells whether something is being worked out that the page waits for. */
export function setBusy(owner: object, isBusy: boolean): void {
  if (isBusy) busy.add(owner);
  else busy.delete(owner);
  showIdle();
}

/** `data-idle` on the root: no load is running, nothing is being laid out, no frame is due. Browser tests wait for it. */
function showIdle(): void {
  document.documentElement.dataset['idle'] = String(!isDue && !isLoading && busy.size === 0);
}
