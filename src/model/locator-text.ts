import type { Locator } from './interval-table.ts';

/** A locator as origin writes it: `namespace/x pod/y`. The type stands in front where there is one. */
export function locatorText({ type, keys }: Locator): string {
  const parts = Object.entries(keys).map(([key, value]) => `${key}/${value}`);
  return [type, ...parts].filter((part) => part !== '').join(' ');
}
