/** Up and down move the focus between the elements of a list; Home and End go to its ends. */
export function stepFocus(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  selector: string,
): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = nextIndex(event.key, at, all.length);
  if (next === null) return;
  event.preventDefault();
  all[next]?.focus();
}

/** Where a key leads in a list of so many; null where it leads nowhere. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
