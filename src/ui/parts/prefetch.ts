/** What the start page does without; the first that will be wanted first. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../RunPage.svelte'),
  () => import('../SidePanel.svelte'),
  () => import('../HelpDialog.svelte'),
  () => import('../Palette.svelte'),
  () => import('../FailedPage.svelte'),
  () => import('../files/MissingData.svelte'),
];

/** Where the browser cannot tell when it has nothing to do. */
const PAUSE_MS = 200;

/** Fetches the other parts of the page one by one while there is nothing else to do, so that each answers at once. */
export async function prefetchParts(): Promise<void> {
  for (const fetchPart of PARTS) {
    await idleTime();
    // Whoever wants it asks again, and says so when it does not come.
    await fetchPart().catch(() => undefined);
  }
}

function idleTime(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve);
    else setTimeout(resolve, PAUSE_MS);
  });
}
