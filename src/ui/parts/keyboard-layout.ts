import type { KeyboardLayout } from './keys.ts';

interface KeyboardHost {
  readonly keyboard?: { getLayoutMap?(): Promise<ReadonlyMap<string, string>> };
}

/** What the keys of this keyboard print; null where the browser does not tell, which only Chromium does. */
export async function readLayout(host: KeyboardHost = navigator as KeyboardHost): Promise<KeyboardLayout> {
  try {
    return (await host.keyboard?.getLayoutMap?.()) ?? null;
  } catch {
    return null;
  }
}
